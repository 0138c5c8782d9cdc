//===- failure.h - one message, then the end of all ranks -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank that fails ends all others, which may be waiting for it. Where several
// fail at the same time, only the first one prints its message.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_FAILURE_H
#define MINIMD_RANKS_FAILURE_H

#include "ranks/communicator.h"

#include <string>

namespace minimd {

class Failure {
  const Communicator &ranks_;
  MPI_Win window_;
  int *failed_ = nullptr; ///< on rank 0: whether a rank has failed

public:
  /// Collective, as the end.
  explicit Failure(const Communicator &ranks);
  ~Failure();
  Failure(const Failure &) = delete;
  Failure &operator=(const Failure &) = delete;

  /// Not collective.
  [[noreturn]] void end_all(const std::string &message);
};

} // namespace minimd
#endif
