//===- top_down.h - a breadth-first step along the frontier's out-edges ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One iteration is one vertex of the frontier. Its load is known, but the
// frontier differs from step to step: a plan helps only if the same search is
// made again.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_TOP_DOWN_H
#define GAP_TOP_DOWN_H

#include "kernels/level_queue.h"
#include "kernels/relaxed.h"
#include "schedules/baselines.h"
#include "schedules/usersched_cases.h"

namespace gap {

/// Visits the out-neighbours of the queue's last level, and pushes those that
/// had no parent (-1). Returns the sum of their out-degrees. The caller
/// advances the queue.
template <class Watch>
std::int64_t top_down_step(const Graph &g, LevelQueue &queue, NodeID *parents,
                           const Schedule &schedule, Watch watch) {
  const NodeID *frontier = queue.nodes(queue.last());
  const NodeID size = queue.size(queue.last());
  const auto body = [&](NodeID i, Watch &watch) __attribute__((always_inline)) {
    const NodeID u = frontier[i];
    std::int64_t next_edges = 0;
    for (NodeID v : g.out_neigh(u))
      if (load_relaxed(parents[v]) < 0 && claim(parents[v], NodeID{-1}, u)) {
        queue.push(v);
        next_edges += g.out_degree(v);
      }
    watch.add(g.out_degree(u));
    return double(next_edges);
  };
  double sum = 0;
  switch (schedule.kind) {
    USERSCHED_CASES((load : g.out_degree(frontier[i])),
                    reduction(+ : sum) firstprivate(watch),
                    for (NodeID i = 0; i < size; ++i), sum += body(i, watch))
  default:
    sum = baseline_sum(schedule, size, watch, body);
  }
  return static_cast<std::int64_t>(sum);
}

} // namespace gap
#endif
