# Finds the LLVM and Clang to build the plugin against, and refuses a compiler
# that could not load it: a Clang plugin works only in the very release that it
# was built for.
set(USERSCHED_LLVM_VERSION 19.1)

# 1. The compiler, of each language that may have annotated loops.
get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
foreach(language C CXX)
  if(language IN_LIST languages AND
     NOT (CMAKE_${language}_COMPILER_ID STREQUAL "Clang" AND
          CMAKE_${language}_COMPILER_VERSION MATCHES "^19\\."))
    message(FATAL_ERROR
      "usersched's plugin works in clang 19 alone, but ${language} is compiled "
      "by ${CMAKE_${language}_COMPILER_ID} "
      "${CMAKE_${language}_COMPILER_VERSION} "
      "(${CMAKE_${language}_COMPILER}). Configure in a new build folder with "
      "-DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 (in "
      "usersched itself: cmake --preset release). A project that leaves "
      "usersched out makes the same programs, whose loops are not balanced.")
  endif()
endforeach()

# 2. LLVM, and then Clang: Debian's ClangConfig.cmake does not find it by itself.
if(LLVM_VERSION AND NOT LLVM_VERSION MATCHES "^${USERSCHED_LLVM_VERSION}\\.")
  message(FATAL_ERROR
    "usersched's plugin is built with LLVM ${USERSCHED_LLVM_VERSION}, but this "
    "project has found LLVM ${LLVM_VERSION} (${LLVM_DIR}) before. Add usersched "
    "in front of that find_package(LLVM).")
endif()
set(missing "usersched's plugin needs LLVM, Clang and OpenMP of version \
${USERSCHED_LLVM_VERSION} to be built (Debian: apt-get install llvm-19-dev \
libclang-19-dev libomp-19-dev)")
find_package(LLVM ${USERSCHED_LLVM_VERSION} CONFIG
             HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang CONFIG HINTS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang)
find_package(OpenMP)
foreach(package LLVM Clang OpenMP)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${missing}; there is no ${package}.")
  endif()
endforeach()
find_package(Threads REQUIRED)

# 3. How our own code is compiled. These variables stay in our folders: a project
#    around usersched has its own.
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
  set(CMAKE_BUILD_TYPE Release)
endif()
