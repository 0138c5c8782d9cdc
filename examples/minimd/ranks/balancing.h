//===- balancing.h - ranks get about the same work ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What miniMD has to do with libusersched-mpi: it hands over times, costs and
// places, and takes cuts.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_BALANCING_H
#define MINIMD_RANKS_BALANCING_H

#include "options.h"
#include "ranks/communicator.h"
#include "ranks/costs.h"

namespace minimd {

class Balancing {
  usersched_balancer *const balancer_;
  const BalancePolicy policy_;
  bool wanted_ = false;
  AtomCosts costs_; ///< since the last balance
  double moved_ = 0;

public:
  /// Collective, as the end.
  Balancing(const Communicator &ranks, BalancePolicy policy);
  ~Balancing() { usersched_balancer_free(balancer_); }
  Balancing(const Balancing &) = delete;
  Balancing &operator=(const Balancing &) = delete;

  /// Says that a step has ended. Collective.
  void step(double busy_seconds, const std::vector<int> &num_neighbors);

  /// Whether to balance when there is a new list; the same on all ranks.
  bool wanted() const { return wanted_; }

  /// Finds new parts for the atoms as they are. Returns what cuts the box from
  /// now on. Collective.
  const usersched_balancer *balance(const Atoms &atoms,
                                    const std::vector<int> &num_neighbors);

  /// Says how long moving took, after balance().
  void moved_in(double seconds) {
    usersched_balancer_moved(balancer_, seconds);
  }

  usersched_balancer_figures figures() const;
  /// Atoms that balances took from this rank.
  double moved() const { return moved_; }
};

} // namespace minimd
#endif
