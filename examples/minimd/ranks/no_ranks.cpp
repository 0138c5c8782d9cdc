//===- no_ranks.cpp - a program without MPI -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says how to get one with it.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "ranks/run_ranks.h"

namespace minimd {

int run_ranks(int, char **) {
  throw gap::InputError(
      "--mpi: this program was built without MPI; expected minimd, built after "
      "script/setup --mpi has installed MPI and Zoltan");
}

} // namespace minimd
