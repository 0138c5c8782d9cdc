# usersched::usersched: what a target links to that has annotated loops, as
# find_package(usersched) makes it of an installation (Install.cmake).
add_library(usersched_loops INTERFACE)
add_library(usersched::usersched ALIAS usersched_loops)
target_compile_options(usersched_loops INTERFACE
  "$<$<COMPILE_LANGUAGE:C,CXX>:-fopenmp;-fplugin=$<TARGET_FILE:usersched_plugin>>")
target_link_options(usersched_loops INTERFACE -fopenmp)
target_link_libraries(usersched_loops INTERFACE usersched)

# The plugin is built before what it compiles, and a new plugin compiles it
# again: the compiler says that it has read a file that is as old as the plugin.
# Neither Ninja nor Make takes a library for that.
set(stamp ${CMAKE_CURRENT_BINARY_DIR}/usersched_plugin.stamp)
add_custom_command(OUTPUT ${stamp} DEPENDS usersched_plugin
  COMMAND ${CMAKE_COMMAND} -E touch ${stamp})
add_custom_target(usersched_plugin_is_built DEPENDS ${stamp})
add_dependencies(usersched_loops usersched_plugin_is_built)
target_compile_options(usersched_loops INTERFACE
  "$<$<COMPILE_LANGUAGE:C,CXX>:SHELL:-Xclang \"-fdepfile-entry=${stamp}\">")

# usersched_comparable(TARGET): links TARGET to it, for loops of which there are
# copies under several schedules. Where these happen to lie, across a cache line
# or not, would be worth 5 %. Nor may a time depend on how script/test compiles.
function(usersched_comparable target)
  target_link_libraries(${target} PRIVATE usersched::usersched)
  target_compile_options(${target} PRIVATE
    -falign-functions=64 -fplugin-arg-usersched-align-all)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
endfunction()
