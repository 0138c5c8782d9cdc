# Finds the LLVM and Clang to build the plugin against, and refuses a compiler
# that could not load it: a Clang plugin works only in the very release that it
# was built for.

# 1. Which release: that of the compiler, if it is one of the two that the
#    sources are for (plugin/base/Ast19And22.h, plugin/base/Ir19And22.h).
set(releases 19 22)
set(release 19)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND
   CMAKE_CXX_COMPILER_VERSION MATCHES "^22\\.")
  set(release 22)
endif()
set(USERSCHED_LLVM_RELEASE ${release} CACHE STRING
    "The release of LLVM and Clang that the plugin is for: 19 or 22")
set_property(CACHE USERSCHED_LLVM_RELEASE PROPERTY STRINGS ${releases})
if(NOT USERSCHED_LLVM_RELEASE IN_LIST releases)
  message(FATAL_ERROR "usersched's plugin can be built for clang 19 or clang 22: "
    "USERSCHED_LLVM_RELEASE is neither, but ${USERSCHED_LLVM_RELEASE}.")
endif()
set(release ${USERSCHED_LLVM_RELEASE})
list(REMOVE_ITEM releases ${release}) # the others

# 2. The compiler, of each language that may have annotated loops.
get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
foreach(language C CXX)
  if(language IN_LIST languages AND
     NOT (CMAKE_${language}_COMPILER_ID STREQUAL "Clang" AND
          CMAKE_${language}_COMPILER_VERSION MATCHES "^${release}\\."))
    message(FATAL_ERROR
      "usersched's plugin works in clang ${release} alone, but ${language} is "
      "compiled by ${CMAKE_${language}_COMPILER_ID} "
      "${CMAKE_${language}_COMPILER_VERSION} "
      "(${CMAKE_${language}_COMPILER}). Configure in a new build folder with "
      "-DCMAKE_C_COMPILER=clang-${release} "
      "-DCMAKE_CXX_COMPILER=clang++-${release} (in "
      "usersched itself: cmake --preset release). A project that leaves "
      "usersched out makes the same programs, whose loops are not balanced.")
  endif()
endforeach()

# 3. LLVM, and then Clang: Debian's ClangConfig.cmake does not find it by itself.
if(LLVM_VERSION AND NOT LLVM_VERSION MATCHES "^${release}\\.1\\.")
  message(FATAL_ERROR
    "usersched's plugin is built with LLVM ${release}.1, but this "
    "project has found LLVM ${LLVM_VERSION} (${LLVM_DIR}) before. Add usersched "
    "in front of that find_package(LLVM).")
endif()
set(missing "usersched's plugin needs LLVM, Clang and OpenMP of version \
${release}.1 to be built (Debian: apt-get install llvm-${release}-dev \
libclang-${release}-dev libomp-${release}-dev)")
find_package(LLVM ${release}.1 CONFIG
             HINTS /usr/lib/llvm-${release}/lib/cmake/llvm)
find_package(Clang CONFIG HINTS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang)
include(OpenMPOfAnotherRelease)
find_package(OpenMP)
foreach(package LLVM Clang OpenMP)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${missing}; there is no ${package}.")
  endif()
endforeach()
find_package(Threads REQUIRED)

# 4. How our own code is compiled. These variables stay in our folders: a project
#    around usersched has its own.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# ccache keeps nothing that was compiled with a precompiled header. A target that
# is compiled as one file reads a header once.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache" OR
   (CMAKE_UNITY_BUILD AND CMAKE_UNITY_BUILD_BATCH_SIZE STREQUAL "0"))
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
