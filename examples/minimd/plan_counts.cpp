//===- plan_counts.cpp - what the usersched runtime counts ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice, with the plugin and without.
//
//===----------------------------------------------------------------------===//
#include "schedules/usersched_api.h"
#include "trace_file.h"

namespace minimd {

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
