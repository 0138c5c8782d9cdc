//===- reduction_of_messages.cpp - Reduction.h, in the simulation --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the place of mpi/src/Reduction.c: SimGrid's MPI_Iallreduce sends a message
// from each rank to each. This one is recursive doubling, as Open MPI's is. In
// round i, the ranks whose numbers differ in bit i alone exchange what they
// know: so the number of ranks is a power of two.
//
//===----------------------------------------------------------------------===//
#include "replay_plan.h"
#include <mpi.h>
extern "C" {
#include "Reduction.h"
}

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

using namespace at_scale;

namespace {

/// Of one rank.
class Doubling {
  Reduction *reduction_ = nullptr; ///< null: it has ended
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, distance_ = 0; ///< to the other rank of the round
  std::array<std::int64_t, 3> sent_ = {}, got_ = {};
  MPI_Request requests_[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};

  void begin_round() {
    int ranks;
    MPI_Comm_size(comm_, &ranks);
    if (distance_ == ranks) {
      reduction_ = nullptr;
      return;
    }
    const Reduction &r = *reduction_;
    const int other = rank_ ^ distance_;
    sent_ = {r.sum, r.largest[0], r.largest[1]};
    MPI_Irecv(got_.data(), 3, MPI_INT64_T, other, 0, comm_, &requests_[0]);
    MPI_Isend(sent_.data(), 3, MPI_INT64_T, other, 0, comm_, &requests_[1]);
  }

  void end_round() {
    Reduction &r = *reduction_;
    r.sum += got_[0];
    for (int i = 0; i < 2; ++i)
      r.largest[i] = std::max(r.largest[i], got_[1 + i]);
    distance_ *= 2;
    begin_round();
  }

public:
  void begin(Reduction *reduction, MPI_Comm comm) {
    reduction_ = reduction;
    comm_ = comm;
    MPI_Comm_rank(comm, &rank_);
    distance_ = 1;
    begin_round();
  }

  void go_on() {
    while (reduction_) {
      int arrived;
      MPI_Testall(2, requests_, &arrived, MPI_STATUSES_IGNORE);
      if (!arrived)
        return;
      end_round();
    }
  }

  void end() {
    while (reduction_) {
      MPI_Waitall(2, requests_, MPI_STATUSES_IGNORE);
      end_round();
    }
  }
};

Doubling &of_this_rank() {
  static std::vector<Doubling> of_ranks(
      static_cast<std::size_t>(replay_plan().num_ranks));
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return of_ranks[static_cast<std::size_t>(rank)];
}

} // namespace

void at_scale::go_on_reducing() { of_this_rank().go_on(); }

extern "C" {
void beginReduction(Reduction *reduction, MPI_Comm comm) {
  of_this_rank().begin(reduction, comm);
}
void endReduction(Reduction *) { of_this_rank().end(); }
}
