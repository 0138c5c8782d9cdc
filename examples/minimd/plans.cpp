//===- plans.cpp - the plans of the usersched runtime ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice, with the plugin and without.
//
//===----------------------------------------------------------------------===//
#include "plans.h"
#include "schedules/usersched_api.h"

namespace minimd {

void forget_plans() { forget_usersched_plans(); }

PlanCounts plan_counts() {
#ifdef USERSCHED_ENABLED
  usersched_statistics statistics;
  usersched_get_statistics(&statistics);
  return {static_cast<long>(statistics.plans_made),
          static_cast<long>(statistics.stale_plans)};
#else
  return {};
#endif
}

} // namespace minimd
