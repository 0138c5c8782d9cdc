//===- costs.h - what an atom costs ---------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that says so: the seconds that a rank was measured to be busy,
// spread over its atoms by their neighbours. So atoms are dearer on a rank
// whose processor is slower. usersched_get_costs() knows less: one loop of a
// step, divided by neighbours alone (docs/guides/ranks.md). Measured since the last balance: what disturbs a
// rank for some steps must not look like a slow processor.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_COSTS_H
#define MINIMD_RANKS_COSTS_H

#include <vector>

namespace minimd {

class AtomCosts {
  double busy_ = 0, work_ = 0; ///< seconds; in neighbours

public:
  /// Takes a step into account.
  void note(double busy_seconds, const std::vector<int> &num_neighbors);

  /// The seconds that each atom takes in a step.
  std::vector<double> of(const std::vector<int> &num_neighbors) const;
};

} // namespace minimd
#endif
