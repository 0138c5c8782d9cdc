//===- plans.h - the plans of the usersched runtime -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For files that are compiled once; without the plugin there are no plans.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_PLANS_H
#define MINIMD_PLANS_H

namespace minimd {

/// What the runtime counts; 0 without it.
struct PlanCounts {
  long made = 0, stale = 0;
};
PlanCounts plan_counts();

/// Drops what was learnt, for instance of a list that is no more.
void forget_plans();

} // namespace minimd
#endif
