# What `cmake --install` puts where, in four components: runtime (what programs
# run with), plugin (for one
# release of clang), dev (what they are built with) and tools. mpi/ has two of
# its own. No file knows the prefix: the tree can be moved.
include(InstallDirs)
include(CMakePackageConfigHelpers)

# 1. The library and the plugin. usersched_abi.h is between the two.
install(TARGETS usersched usersched_static EXPORT usersched-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT runtime NAMELINK_COMPONENT dev
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(FILES runtime/include/usersched.h runtime/include/usersched_ompx.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(TARGETS usersched_plugin
  LIBRARY DESTINATION ${USERSCHED_PLUGIN_DIR} COMPONENT dev)
install(TARGETS usersched_plugin_release
  LIBRARY DESTINATION ${USERSCHED_PLUGIN_DIR} COMPONENT plugin)

# 2. What the files below are configured with.
get_filename_component(USERSCHED_CXX "${CMAKE_CXX_COMPILER}" NAME)
string(REPLACE "clang++" "clang" USERSCHED_CC "${USERSCHED_CXX}")
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

# 3. For CMake.
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

# 4. For pkg-config and Makefiles.
configure_file(cmake/install/usersched.pc.in ${generated}/usersched.pc @ONLY)
install(FILES ${generated}/usersched.pc
  DESTINATION ${USERSCHED_PC_DIR} COMPONENT dev)
configure_file(cmake/install/usersched-config.in ${generated}/usersched-config
               @ONLY)
install(PROGRAMS ${generated}/usersched-config
  DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dev)

# 5. For builds that know a compiler alone.
foreach(language CC CXX)
  string(TOLOWER ${language} option)
  set(wrapper usersched-${option})
  string(REPLACE cxx c++ wrapper ${wrapper})
  set(variable USERSCHED_${language})
  configure_file(cmake/install/usersched-compiler.in ${generated}/${wrapper}
                 @ONLY)
  install(PROGRAMS ${generated}/${wrapper}
    DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dev)
endforeach()

# 6. The tools. The one in Python finds its modules from its own place.
if(TARGET usersched-simulate)
  install(TARGETS usersched-simulate COMPONENT tools)
endif()
if(TARGET usersched-suggest)
  install(TARGETS usersched-suggest COMPONENT tools)
endif()
install(PROGRAMS tools/usersched-report
  DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
install(DIRECTORY tools/report DESTINATION share/usersched COMPONENT tools
  FILES_MATCHING PATTERN *.py PATTERN *.css PATTERN __pycache__ EXCLUDE)

# 7. For people.
foreach(page usersched.7:dev usersched-config.1:dev usersched-cc.1:dev
             usersched-c++.1:dev usersched-simulate.1:tools
             usersched-report.1:tools usersched-suggest.1:tools)
  string(REGEX MATCH "^(.*\\.(.)):(.*)$" page ${page})
  set(name ${CMAKE_MATCH_1})
  set(section ${CMAKE_MATCH_2})
  set(component ${CMAKE_MATCH_3})
  configure_file(cmake/install/${name} ${generated} COPYONLY)
  execute_process(COMMAND gzip -9nkf ${generated}/${name})
  install(FILES ${generated}/${name}.gz
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT ${component})
endforeach()
set(doc ${CMAKE_INSTALL_DATADIR}/doc/libusersched-dev)
foreach(file CMakeLists.txt Makefile README.md attention.cpp measure.h
             pkg-config.mk triangle.cpp)
  install(FILES examples/outside/${file}
    DESTINATION ${doc}/examples/outside COMPONENT dev)
endforeach()
install(DIRECTORY docs DESTINATION ${doc} COMPONENT dev
  FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN *.png)
