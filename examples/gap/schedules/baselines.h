//===- baselines.h - one loop under each of OpenMP's schedules ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops that usersched is compared with. They differ in nothing but the
// schedule clause, and call the same inlined body as the kernel's annotated
// loop. The schedule is chosen by the clause, not by omp_set_schedule():
// LLVM 19 ends the program when that asks for static_steal.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_BASELINES_H
#define GAP_BASELINES_H

#include "graph/graph.h"
#include "schedules/schedule.h"

#include <algorithm>

namespace gap {

/// Returns the sum of body(n, watch) for all n from 0 to num_nodes-1, computed
/// by a loop under the schedule. Requires an available schedule of OpenMP, not
/// one of usersched. Each thread has its own copy of the watch (see
/// thread_loads.h). The body should be inlined, as in the annotated loop.
template <class Watch, class Body>
double baseline_sum(const Schedule &schedule, NodeID num_nodes, Watch watch,
                    const Body &body) {
  double sum = 0;
  const int chunk = std::max(schedule.chunk, 1);
  switch (schedule.kind) {
  case ScheduleKind::Serial: {
    Watch mine = watch; // the copy that firstprivate makes for a thread
    for (NodeID n = 0; n < num_nodes; ++n)
      sum += body(n, mine);
    break;
  }
  case ScheduleKind::Static:
    if (schedule.chunk == 0) {
#pragma omp parallel for reduction(+ : sum) firstprivate(watch) schedule(static)
      for (NodeID n = 0; n < num_nodes; ++n)
        sum += body(n, watch);
    } else {
#pragma omp parallel for reduction(+ : sum) firstprivate(watch)                \
    schedule(static, chunk)
      for (NodeID n = 0; n < num_nodes; ++n)
        sum += body(n, watch);
    }
    break;
  case ScheduleKind::Dynamic:
#pragma omp parallel for reduction(+ : sum) firstprivate(watch)                \
    schedule(monotonic : dynamic, chunk)
    for (NodeID n = 0; n < num_nodes; ++n)
      sum += body(n, watch);
    break;
  case ScheduleKind::Guided:
#pragma omp parallel for reduction(+ : sum) firstprivate(watch)                \
    schedule(guided, chunk)
    for (NodeID n = 0; n < num_nodes; ++n)
      sum += body(n, watch);
    break;
  case ScheduleKind::StaticSteal:
    // LLVM's runtime implements nonmonotonic dynamic by static_steal.
#pragma omp parallel for reduction(+ : sum) firstprivate(watch)                \
    schedule(nonmonotonic : dynamic, chunk)
    for (NodeID n = 0; n < num_nodes; ++n)
      sum += body(n, watch);
    break;
  default: // not one of OpenMP
    break;
  }
  return sum;
}

} // namespace gap
#endif
