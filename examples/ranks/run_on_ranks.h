//===- run_on_ranks.h - the ranks of an example --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What main() of each example for ranks does.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_RUN_ON_RANKS_H
#define RANKS_RUN_ON_RANKS_H

#include "ranks/communicator.h"

#include <functional>
#include <string>

namespace ranks {

using minimd::Communicator;

/// Starts MPI, calls `body` on every rank and returns what it returns. Only
/// rank 0 prints to stdout. An exception of any rank ends all ranks, with one
/// line on stderr.
int run_on_ranks(int argc, char **argv,
                 const std::function<int(const Communicator &)> &body);

/// What rank 0 has for all ranks; T is copied byte by byte. Collective.
template <class T> void share(const Communicator &ranks, T &value) {
  static_assert(std::is_trivially_copyable_v<T>);
  MPI_Bcast(&value, sizeof value, MPI_BYTE, 0, ranks.handle());
}

/// Largest / mean of the ranks' values; 1 if all are 0. Collective.
double largest_by_mean(const Communicator &ranks, double value);

/// "4 ranks of 1 thread"
std::string name_of(const Communicator &ranks);

} // namespace ranks
#endif
