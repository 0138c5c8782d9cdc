# Finds the LLVM and Clang to build the plugin against, and refuses a compiler
# that could not load it: a Clang plugin works only in the very release that it
# was built for.
set(USERSCHED_LLVM_VERSION 19.1)

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang"
   OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^19\\.")
  message(FATAL_ERROR
    "usersched needs clang 19 as its compiler, because the examples and tests "
    "are compiled with the plugin; this is ${CMAKE_CXX_COMPILER_ID} "
    "${CMAKE_CXX_COMPILER_VERSION}. Configure with `cmake --preset release`, "
    "or with -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19.")
endif()

# LLVM first: Debian's ClangConfig.cmake does not find it by itself.
find_package(LLVM ${USERSCHED_LLVM_VERSION} REQUIRED CONFIG
             HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang REQUIRED CONFIG
             HINTS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang)
find_package(OpenMP REQUIRED COMPONENTS C CXX)
find_package(Threads REQUIRED)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# ccache keeps nothing that was compiled with a precompiled header.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
