//===- run_on_ranks.cpp - what a main() for ranks does --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rank prints; the others have nothing else to say.
//
//===----------------------------------------------------------------------===//
#include "ranks/run_on_ranks.h"
#include "ranks/failure.h"

#include <cstdio>
#include <exception>
#include <new>

namespace minimd {

int run_on_ranks(int argc, char **argv,
                 int (*body)(const Communicator &ranks, int argc,
                             char **argv)) {
  int provided = 0, status = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  {
    const Communicator ranks(MPI_COMM_WORLD);
    Failure failure(ranks);
    if (ranks.rank() != 0 && !std::freopen("/dev/null", "w", stdout))
      failure.end_all("/dev/null cannot be opened");
    try {
      status = body(ranks, argc, argv);
      MPI_Barrier(ranks.handle());
    } catch (const std::bad_alloc &) {
      failure.end_all("there is not enough memory");
    } catch (const std::exception &e) {
      failure.end_all(e.what());
    }
  }
  MPI_Finalize();
  return status;
}

} // namespace minimd
