//===- loops.h - a loop over atoms under each schedule --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop that everything here is about, and the same loop under OpenMP's own
// schedules. They differ in nothing but the directive, and call the same
// inlined body. For files that are compiled twice, with the plugin and without.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_LOOPS_H
#define MINIMD_LOOPS_H

#include "loop_log.h"
#include "schedules/usersched_cases.h"

#include <algorithm>

namespace minimd {

template <class Body>
void run_loop(const gap::Schedule &schedule, int count,
              [[maybe_unused]] const int *num_neighbors, const Body &body) {
  using gap::ScheduleKind;
  const int chunk = std::max(schedule.chunk, 1);
  switch (schedule.kind) {
  case ScheduleKind::Serial:
    for (int i = 0; i < count; ++i)
      body(i);
    break;
    USERSCHED_CASES((load : num_neighbors[i]), shared(body),
                    for (int i = 0; i < count; ++i), body(i))
  case ScheduleKind::Static:
    if (schedule.chunk == 0) {
#pragma omp parallel for schedule(static)
      for (int i = 0; i < count; ++i)
        body(i);
    } else {
#pragma omp parallel for schedule(static, chunk)
      for (int i = 0; i < count; ++i)
        body(i);
    }
    break;
  case ScheduleKind::Dynamic:
#pragma omp parallel for schedule(monotonic : dynamic, chunk)
    for (int i = 0; i < count; ++i)
      body(i);
    break;
  case ScheduleKind::Guided:
#pragma omp parallel for schedule(guided, chunk)
    for (int i = 0; i < count; ++i)
      body(i);
    break;
  case ScheduleKind::StaticSteal:
    // This is what LLVM's runtime makes of it, as of `dynamic` alone.
#pragma omp parallel for schedule(nonmonotonic : dynamic, chunk)
    for (int i = 0; i < count; ++i)
      body(i);
    break;
  default: // no loop here is one of oneTBB
    break;
  }
}

/// The same code for all schedules: where it is inlined in each loop, its
/// copies differ by 2 to 3 % in time, as much as good schedules do. A call
/// costs all of them about as much.
template <class Body> struct OneCopy {
  const Body &body;
  [[gnu::noinline]] void operator()(int i) const { body(i); }
};

/// Calls body(i) for all atoms i below count, in parallel. The time of body(i)
/// should be about proportional to num_neighbors[i], which body must not
/// change. The schedule must be available. Adds the execution to the log.
template <class Body>
void for_atoms(const gap::Schedule &schedule, int count,
               const int *num_neighbors, LoopLog &log, const Body &body) {
  const double start = omp_get_wtime();
  if (Trace *trace = log.trace) {
    trace->begin_execution();
    run_loop(schedule, count, num_neighbors, [&](int i) {
      trace->enter(i);
      body(i);
      trace->leave(i, num_neighbors[i]);
    });
    trace->end_execution();
  } else {
    run_loop(schedule, count, num_neighbors, OneCopy<Body>{body});
  }
  log.seconds.push_back(omp_get_wtime() - start);
}

} // namespace minimd
#endif
