# Debian has OpenMP's header and library for one release of clang at a time:
# libomp-19-dev and libomp-22-dev exclude each other, and both are for the
# library of libomp5-19. A compiler without them is told here where those of the
# other release are. Needs: release, LLVM_INSTALL_PREFIX. Sets:
#   USERSCHED_OPENMP_PREFIX         the release's folder
#   USERSCHED_TEST_CC, ..._TEST_CXX what tests compile with, as a shell says it
set(USERSCHED_OPENMP_PREFIX ${LLVM_INSTALL_PREFIX})
set(USERSCHED_TEST_CC ${CMAKE_C_COMPILER})
set(USERSCHED_TEST_CXX ${CMAKE_CXX_COMPILER})
if(EXISTS ${LLVM_INSTALL_PREFIX}/lib/clang/${release}/include/omp.h)
  return()
endif()
foreach(other ${releases})
  set(prefix /usr/lib/llvm-${other})
  set(headers ${prefix}/lib/clang/${other}/include)
  if(EXISTS ${headers}/omp.h)
    # Of options in a file, no compiler warns that it does not need one.
    set(options ${CMAKE_BINARY_DIR}/openmp-of-clang-${other}.cfg)
    file(WRITE ${options} "-idirafter ${headers}\n-L${prefix}/lib\n")
    string(APPEND CMAKE_C_FLAGS " --config=${options}")
    string(APPEND CMAKE_CXX_FLAGS " --config=${options}")
    string(APPEND USERSCHED_TEST_CC " --config=${options}")
    string(APPEND USERSCHED_TEST_CXX " --config=${options}")
    set(USERSCHED_OPENMP_PREFIX ${prefix})
  endif()
endforeach()
