//===- rank_run.h - one rank's part of a run ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulation, its balancing, and what steps took on all ranks.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_RANK_RUN_H
#define MINIMD_RANKS_RANK_RUN_H

#include "options.h"
#include "ranks/balancing.h"
#include "ranks/decomposition.h"

namespace minimd {

/// Of some steps, over all ranks.
struct Evenness {
  double by_time = 1;      ///< largest / mean busy time
  double by_neighbors = 1; ///< largest / mean number of neighbours
};

class RankRun {
  const Communicator &ranks_;
  const Options &options_;
  const Decomposition start_;
  Balancing balancing_;
  Simulation simulation_;
  double num_atoms_ = 0; ///< of all ranks, at the start
  double seconds_ = 0;
  int first_balance_ = -1; ///< the step in which there was one
  /// Of this rank, per step: busy seconds; neighbours of all atoms.
  std::vector<double> busy_, neighbors_;

  Evenness evenness(int first, int end) const;

public:
  /// `all` are the atoms of all ranks. Collective, as all else. Throws
  /// gap::InputError.
  RankRun(const Communicator &ranks, const Options &options, const Atoms &all);

  /// Runs all steps; calls on_output(step) after those that are printed.
  void run(const Atoms &all, const std::function<void(int)> &on_output);

  Totals totals() const;

  struct Summary {
    double seconds; ///< from start to end
    /// Sum over steps of the busiest rank's time: what the run would take if
    /// each rank had processors of its own and messages took no time.
    double busiest;
    Evenness before, after; ///< the first balance; without, both of all steps
    double moved;           ///< atoms, by balances
    usersched_balancer_figures figures;
  };
  Summary summary() const;

  /// What is wrong with the result, or "".
  std::string verify() const;
};

} // namespace minimd
#endif
