//===- IterationCosts.h - what each iteration of a loop has cost ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of iterations were timed, and chunks have loads. Both together say
// what an iteration costs: a range's time, divided among its iterations by
// load.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_ITERATION_COSTS_H
#define USERSCHED_ITERATION_COSTS_H

#include "record/PlanRecord.h"

namespace usersched {

/// Iterations with the same cost.
struct AlikeIterations {
  uint64_t End;    ///< behind the last one
  double CostEach; ///< at least 0
};

/// Divides Total, of any unit, among the iterations 0 to TripCount - 1 as Of
/// says, which has that trip count, or is null if nothing is known of them:
/// then all cost the same. Returns ranges in order, the last of which ends at
/// TripCount. Where ranges that were timed overlap, short ones count for more.
/// Those that were timed once count only if none was timed again, because a
/// thread may have lost its processor in one. Throws std::bad_alloc. The
/// recorder's lock is held.
std::vector<AlikeIterations> iterationCosts(const PlanRecord *Of, double Total,
                                            uint64_t TripCount);

} // namespace usersched

#endif
