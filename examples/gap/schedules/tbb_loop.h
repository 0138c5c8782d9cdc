//===- tbb_loop.h - one loop under oneTBB's partitioners ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop calls the same inlined body as those of baselines.h, on as many
// threads as an OpenMP team would have. For kernel sources only, which are
// built with GAP_TBB where CMake finds oneTBB.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_TBB_LOOP_H
#define GAP_TBB_LOOP_H

#include "graph/graph.h"
#include "schedules/schedule.h"

#ifdef GAP_TBB
#include <algorithm>
#include <functional>
#include <memory>
#include <omp.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_reduce.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#endif

namespace {

#ifdef GAP_TBB

/// One loop of a program, and what oneTBB keeps for its next execution.
class TbbLoop {
public:
  static constexpr bool is_built = true;

  /// Returns the sum of body(n, watch) for all n from 0 to num_nodes-1.
  /// Requires a schedule of oneTBB, whose chunk is the grain size of the range.
  /// Each part of the range has its own copy of the watch, which must not
  /// count.
  template <class Watch, class Body>
  double sum(const gap::Schedule &schedule, gap::NodeID num_nodes,
             const Watch &watch, const Body &body) {
    using Range = tbb::blocked_range<gap::NodeID>;
    const Range all(0, num_nodes, std::max(schedule.chunk, 1));
    const auto part = [&](const Range &nodes, double sum) {
      Watch mine = watch;
      for (gap::NodeID n = nodes.begin(); n < nodes.end(); ++n)
        sum += body(n, mine);
      return sum;
    };
    const auto reduce = [&](auto &&partitioner) {
      return tbb::parallel_reduce(all, 0.0, part, std::plus<double>(),
                                  partitioner);
    };
    return team().arena.execute([&] {
      switch (schedule.kind) {
      case gap::ScheduleKind::TbbAffinity:
        return reduce(team_->affinity);
      case gap::ScheduleKind::TbbSimple:
        return reduce(tbb::simple_partitioner());
      default:
        return reduce(tbb::auto_partitioner());
      }
    });
  }

private:
  struct Team {
    explicit Team(int threads)
        : threads(threads),
          most(tbb::global_control::max_allowed_parallelism, threads),
          arena(threads) {}

    const int threads;
    tbb::global_control most; ///< allows more threads than processors
    tbb::task_arena arena;
    tbb::affinity_partitioner affinity;
  };

  Team &team() {
    if (!team_ || team_->threads != omp_get_max_threads())
      team_ = std::make_unique<Team>(omp_get_max_threads());
    return *team_;
  }

  std::unique_ptr<Team> team_;
};

#else

class TbbLoop {
public:
  static constexpr bool is_built = false;

  /// Not called: no schedule of oneTBB is available.
  template <class Watch, class Body>
  double sum(const gap::Schedule &, gap::NodeID, const Watch &, const Body &) {
    return 0;
  }
};

#endif

} // namespace
#endif
