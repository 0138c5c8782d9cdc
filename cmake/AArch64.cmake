# A CMake toolchain: clang 19 compiles for AArch64 on another Linux, qemu runs what
# it made. Needs what `script/setup --aarch64` installs: a C and a C++ library for
# AArch64, its linker, qemu-user, and LLVM's OpenMP runtime in build/openmp/aarch64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triple aarch64-linux-gnu)
set(libraries /usr/${triple})

# 1. The compiler. Of options in a file, no compiler warns that it does not need
#    one.
set(openmp ${CMAKE_CURRENT_LIST_DIR}/../build/openmp/aarch64)
cmake_path(NORMAL_PATH openmp)
set(options ${CMAKE_CURRENT_LIST_DIR}/../build/openmp/aarch64.cfg)
cmake_path(NORMAL_PATH options)
file(CONFIGURE OUTPUT ${options} CONTENT
  "--target=${triple}\n-L${openmp}\n-Wl,-rpath,${openmp}\n")
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET ${triple})
set(CMAKE_CXX_COMPILER_TARGET ${triple})
set(CMAKE_C_FLAGS_INIT "--config=${options}")
set(CMAKE_CXX_FLAGS_INIT "--config=${options}")

# 2. What tests begin with.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${libraries})
