//===- failure.cpp - one message, then the end of all ranks ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who is first is decided in the memory of rank 0, which need not answer.
//
//===----------------------------------------------------------------------===//
#include "ranks/failure.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace minimd {

Failure::Failure(const Communicator &ranks) : ranks_(ranks) {
  const MPI_Aint bytes = ranks.rank() == 0 ? sizeof(int) : 0;
  MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, ranks.handle(), &failed_,
                   &window_);
  if (ranks.rank() == 0)
    *failed_ = 0;
  MPI_Barrier(ranks.handle());
  MPI_Win_lock_all(0, window_);
}

Failure::~Failure() {
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

void Failure::end_all(const std::string &message) {
  const int now = 1;
  int before = 0;
  MPI_Fetch_and_op(&now, &before, MPI_INT, 0, 0, MPI_REPLACE, window_);
  MPI_Win_flush(0, window_);
  if (before == 0) {
    std::fprintf(stderr, "rank %d: %s\n", ranks_.rank(), message.c_str());
    std::fflush(stderr);
  } else {
    sleep(10); // the first one ends this rank
  }
  MPI_Abort(ranks_.handle(), 1);
  std::abort();
}

} // namespace minimd
