//===- run_on_ranks.cpp - the ranks of an example ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks that fail, and how the first of them ends all, are miniMD's Failure.
//
//===----------------------------------------------------------------------===//
#include "run_on_ranks.h"
#include "ranks/failure.h"

#include <cstdio>
#include <new>
#include <omp.h>
#include <string>

namespace ranks {

int run_on_ranks(int argc, char **argv,
                 const std::function<int(const Communicator &)> &body) {
  int provided = 0, status = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  {
    const Communicator ranks(MPI_COMM_WORLD);
    minimd::Failure failure(ranks);
    if (ranks.rank() != 0 && !std::freopen("/dev/null", "w", stdout))
      failure.end_all("/dev/null cannot be opened");
    try {
      status = body(ranks);
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

double largest_by_mean(const Communicator &ranks, double value) {
  std::vector<double> largest = {value}, sum = {value};
  ranks.largest(largest);
  ranks.sum(sum);
  return sum[0] > 0 ? largest[0] * ranks.size() / sum[0] : 1;
}

std::string name_of(const Communicator &ranks) {
  const int threads = omp_get_max_threads();
  return std::to_string(ranks.size()) +
         (ranks.size() == 1 ? " rank of " : " ranks of ") +
         std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

} // namespace ranks
