# What `cpack -G DEB` makes of an installation: Debian packages, one for each
# component, as Debian's policy names and splits them.
set(CPACK_PACKAGE_VENDOR "usersched")
set(CPACK_PACKAGE_CONTACT "usersched developers <usersched@packages.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Before 1, which would be Debian's own.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~bookworm1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# usersched_package(COMPONENT NAME SECTION DEPENDS SUMMARY): the package NAME
# with what is installed as COMPONENT. Libraries that it links are found by
# dpkg-shlibdeps and need not be in DEPENDS. It finds those of section libs for
# other packages, too.
set(packages)
function(usersched_package component name section depends summary)
  string(TOUPPER ${component} C)
  set(same "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
  string(REPLACE "(=)" "${same}" depends "${depends}")
  set(CPACK_DEBIAN_${C}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${C}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${C}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  set(CPACK_COMPONENT_${C}_DESCRIPTION "${summary}
A loop says what an iteration costs, in one pragma. The plugin for clang and
the library give every thread the same load, remember how, and steal where
that was not enough." PARENT_SCOPE)
  set(packages ${packages} ${component} PARENT_SCOPE)
  if(section STREQUAL libs)
    string(REGEX REPLACE "0$" "" library ${name})
    configure_file(cmake/package/shlibs.in ${generated}/${name}/shlibs @ONLY)
    set(CPACK_DEBIAN_${C}_PACKAGE_CONTROL_EXTRA ${generated}/${name}/shlibs
      ${CMAKE_CURRENT_SOURCE_DIR}/cmake/package/triggers PARENT_SCOPE)
  endif()
  # Debian asks for these in every package; an installation does not need them.
  foreach(file copyright changelog.Debian.gz)
    install(FILES ${generated}/${file}
      DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
      COMPONENT ${component} EXCLUDE_FROM_ALL)
  endforeach()
endfunction()

# Debian has the Apache License itself; what is added to it is at the end.
file(READ LICENSE licence)
string(REGEX REPLACE ".*(---- LLVM Exceptions[^\n]*)" "\\1" exceptions "${licence}")
string(STRIP "${exceptions}" exceptions)
string(REGEX REPLACE "\n *\n" "\n.\n" exceptions "${exceptions}")
string(REPLACE "\n" "\n " exceptions " ${exceptions}")
foreach(file copyright changelog.Debian)
  configure_file(cmake/package/${file}.in ${generated}/${file} @ONLY)
endforeach()
execute_process(COMMAND gzip -9nkf ${generated}/changelog.Debian)

usersched_package(runtime libusersched0 libs ""
  "library that balances irregular OpenMP loops")
usersched_package(plugin usersched-plugin-${LLVM_VERSION_MAJOR} devel
  "clang-${LLVM_VERSION_MAJOR} (>= 1:${LLVM_VERSION_MAJOR}.1~)"
  "plugin for clang that balances irregular OpenMP loops")
set(plugins usersched-plugin-${LLVM_VERSION_MAJOR})
set(openmp libomp-${LLVM_VERSION_MAJOR}-dev)
foreach(other ${releases})
  string(APPEND plugins " (=) | usersched-plugin-${other}")
  string(APPEND openmp " | libomp-${other}-dev")
endforeach()
set(depends "libusersched0 (=), ${plugins} (=), ${openmp}")
usersched_package(dev libusersched-dev libdevel "${depends}"
  "files to build programs with balanced OpenMP loops")
# usersched-suggest needs the compiler's own headers.
usersched_package(tools usersched-tools devel
  "python3, libclang-common-${LLVM_VERSION_MAJOR}-dev"
  "programs to choose and to judge schedules of OpenMP loops")
if(TARGET usersched_mpi)
  usersched_package(mpi libusersched-mpi0 libs ""
    "library that says when ranks of MPI should be balanced")
  usersched_package(mpi_dev libusersched-mpi-dev libdevel
    "libusersched-mpi0 (=), libopenmpi-dev"
    "files to build MPI programs whose ranks are balanced")
endif()
# All that is in the packages.
add_custom_target(usersched_packaged)
foreach(target usersched usersched_static usersched_plugin usersched-simulate
               usersched-suggest usersched_mpi)
  if(TARGET ${target})
    add_dependencies(usersched_packaged ${target})
  endif()
endforeach()
set(CPACK_COMPONENTS_ALL ${packages})
include(CPack)
