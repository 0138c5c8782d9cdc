//===- replay_plan.cpp - the plan that all simulated ranks read ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulated processors do 10^9 operations in a second.
//
//===----------------------------------------------------------------------===//
#include "replay_plan.h"

#include <smpi/smpi.h>

namespace at_scale {

ReplayPlan::ReplayPlan(const std::string &file) {
  PlanFile(file, "rb").pass(*this, false);
  for (int way = 0; way < num_ways; ++way) {
    objects_of[way].resize(static_cast<std::size_t>(num_ranks));
    for (std::int32_t i = 0; i < num_objects; ++i)
      objects_of[way][owners[way][i]].push_back(i);
  }
}

const ReplayPlan &replay_plan(const std::string &file) {
  static const ReplayPlan plan(file);
  return plan;
}

void compute_for(double seconds) { smpi_execute_flops(seconds * 1e9); }

} // namespace at_scale
