//===- run_ranks.h - one run on the ranks of MPI --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rank 0 prints, for all. A program without MPI has no_ranks.cpp in place of
// run_ranks.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_RUN_RANKS_H
#define MINIMD_RANKS_RUN_RANKS_H

#include <algorithm>
#include <string_view>

namespace minimd {

/// Whether --mpi is on the command line: MPI has to begin before it is read, so
/// that what is wrong with it is said once.
inline bool asks_for_ranks(int argc, char **argv) {
  return std::any_of(argv, argv + argc,
                     [](std::string_view word) { return word == "--mpi"; });
}

/// Does as the command line says, and returns the exit status. A rank that
/// fails ends all. Throws gap::InputError in a program without MPI.
int run_ranks(int argc, char **argv);

} // namespace minimd
#endif
