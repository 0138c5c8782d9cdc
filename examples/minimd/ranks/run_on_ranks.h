//===- run_on_ranks.h - what a main() for ranks does ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For minimd --mpi and for the programs of examples/ranks.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_RUN_ON_RANKS_H
#define MINIMD_RANKS_RUN_ON_RANKS_H

#include "ranks/communicator.h"

namespace minimd {

/// Starts MPI, calls `body` on every rank and returns what it returns. Only
/// rank 0 prints to stdout. An exception of any rank ends all ranks, with one
/// line on stderr.
int run_on_ranks(int argc, char **argv,
                 int (*body)(const Communicator &ranks, int argc, char **argv));

} // namespace minimd
#endif
