# What `cmake --install` puts where, in four components: runtime (what programs
# run with), plugin, dev (what they are built with) and tools. No file knows
# the prefix: the tree can be moved.
include(CMakePackageConfigHelpers)

# 1. What the files below are configured with.
get_filename_component(USERSCHED_CC "${CMAKE_C_COMPILER}" NAME)
get_filename_component(USERSCHED_CXX "${CMAKE_CXX_COMPILER}" NAME)
set(USERSCHED_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/usersched)
set(USERSCHED_PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(USERSCHED_PLUGIN_FILE ${USERSCHED_PLUGIN_DIR}/usersched.so)
foreach(pair PC:${USERSCHED_PC_DIR} BIN:${CMAKE_INSTALL_BINDIR})
  string(REGEX MATCH "^([^:]*):(.*)$" pair ${pair})
  set(name USERSCHED_${CMAKE_MATCH_1}_TO_PREFIX)
  file(RELATIVE_PATH ${name} /prefix/${CMAKE_MATCH_2} /prefix)
  string(REGEX REPLACE "/$" "" ${name} ${${name}})
endforeach()
set(generated ${CMAKE_CURRENT_BINARY_DIR}/install)

# 2. For CMake.
configure_package_config_file(cmake/install/usersched-config.cmake.in
  ${generated}/usersched-config.cmake
  INSTALL_DESTINATION ${USERSCHED_CMAKE_DIR}
  PATH_VARS USERSCHED_PLUGIN_FILE
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Until 1.0 a minor version may change the interface.
write_basic_package_version_file(${generated}/usersched-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/usersched-config.cmake
              ${generated}/usersched-config-version.cmake
  DESTINATION ${USERSCHED_CMAKE_DIR} COMPONENT dev)
install(EXPORT usersched-targets NAMESPACE usersched::
  DESTINATION ${USERSCHED_CMAKE_DIR} COMPONENT dev)

# 3. For pkg-config and Makefiles.
configure_file(cmake/install/usersched.pc.in ${generated}/usersched.pc @ONLY)
install(FILES ${generated}/usersched.pc
  DESTINATION ${USERSCHED_PC_DIR} COMPONENT dev)
configure_file(cmake/install/usersched-config.in ${generated}/usersched-config
               @ONLY)
install(PROGRAMS ${generated}/usersched-config
  DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dev)

# 4. A program in Python, which finds its modules from its own place.
install(PROGRAMS tools/usersched-report
  DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
install(DIRECTORY tools/report DESTINATION share/usersched COMPONENT tools
  FILES_MATCHING PATTERN *.py PATTERN *.css PATTERN __pycache__ EXCLUDE)

# 5. For people.
foreach(page config:dev simulate:tools report:tools)
  string(REGEX MATCH "^([^:]*):(.*)$" page ${page})
  set(name usersched-${CMAKE_MATCH_1}.1)
  set(component ${CMAKE_MATCH_2})
  configure_file(cmake/install/${name} ${generated} COPYONLY)
  execute_process(COMMAND gzip -9nkf ${generated}/${name})
  install(FILES ${generated}/${name}.gz
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
endforeach()
foreach(file CMakeLists.txt Makefile README.md attention.cpp measure.h
             pkg-config.mk triangle.cpp)
  install(FILES examples/outside/${file}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libusersched-dev/examples/outside
    COMPONENT dev)
endforeach()
