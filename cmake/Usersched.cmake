# usersched_target(TARGET): compiles TARGET with OpenMP and the plugin of this
# build tree, and links it with the runtime.
function(usersched_target target)
  target_compile_options(${target} PRIVATE
    -fplugin=$<TARGET_FILE:usersched_plugin>)
  target_link_libraries(${target} PRIVATE usersched OpenMP::OpenMP_CXX)
  # A new plugin must recompile what it compiled before. OBJECT_DEPENDS knows
  # no generator expressions.
  get_target_property(folder usersched_plugin BINARY_DIR)
  get_target_property(name usersched_plugin OUTPUT_NAME)
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY
    OBJECT_DEPENDS ${folder}/${name}${CMAKE_SHARED_MODULE_SUFFIX})
  add_dependencies(${target} usersched_plugin)
endfunction()

# usersched_comparable(TARGET): as usersched_target, for loops of which there are
# copies under several schedules. Where these happen to lie, across a cache line
# or not, would be worth 5 %.
function(usersched_comparable target)
  usersched_target(${target})
  target_compile_options(${target} PRIVATE
    -falign-functions=64 -fplugin-arg-usersched-align-all)
endfunction()
