//===- replay_plan.h - the plan that all simulated ranks read ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulated ranks are in one process: they share the plan, and nothing that
// they change.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_AT_SCALE_REPLAY_PLAN_H
#define RANKS_AT_SCALE_REPLAY_PLAN_H

#include "plan.h"

namespace at_scale {

/// A plan, with the objects of each rank.
struct ReplayPlan : Plan {
  /// [way][rank]: objects, ascending.
  std::vector<std::vector<std::int32_t>> objects_of[num_ways];

  explicit ReplayPlan(const std::string &file);
};

/// Reads the file at the first call of all ranks.
const ReplayPlan &replay_plan(const std::string &file = "");

/// Takes as long as the threads of a rank would compute.
void compute_for(double seconds);

/// Goes on with the reduction that this rank has begun. Open MPI does so in
/// each of its functions that waits.
void go_on_reducing();

} // namespace at_scale
#endif
