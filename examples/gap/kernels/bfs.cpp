//===- bfs.cpp - breadth-first search, direction-optimizing ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC
// 2012): while the frontier is small its vertices look for unvisited
// neighbours (top-down); while it is large the unvisited vertices look for a
// neighbour in it (bottom-up). The bottom-up step is the scheduled loop. Which
// vertices a level has, and so which steps are made, does not depend on the
// schedule; which of several possible parents a vertex gets does.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/bitmap.h"
#include "kernels/sources.h"
#include "kernels/top_down.h"
#include "kernels/verify.h"

namespace gap {
namespace {

/// Visits the vertices without a parent that have an in-neighbour in
/// `frontier`, and puts them into `next`. Returns their number.
template <class Watch>
std::int64_t bottom_up_step(const Graph &g, const Bitmap &frontier,
                            Bitmap &next, NodeID *parents,
                            const Schedule &schedule, Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    double awake = 0;
    if (parents[n] < 0)
      for (NodeID v : g.in_neigh(n))
        if (frontier[v]) {
          parents[n] = v;
          next.set(n);
          awake = 1;
          break;
        }
    watch.add(g.in_degree(n));
    return awake;
  };
  double awake = 0;
  switch (schedule.kind) {
    USERSCHED_CASES(
        (load : g.in_degree(n)), reduction(+ : awake) firstprivate(watch),
        for (NodeID n = 0; n < g.num_nodes(); ++n), awake += body(n, watch))
  default:
    awake = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return static_cast<std::int64_t>(awake);
}

class BreadthFirstSearch final : public RecordedKernel<BreadthFirstSearch> {
public:
  BreadthFirstSearch(const Graph &g, NodeID source)
      : g_(g), source_(source), depths_(serial_depths(g, source)),
        parents_(g.num_nodes()), queue_(g.num_nodes()),
        frontier_(g.num_nodes()), next_(g.num_nodes()) {}

  const char *name() const override { return "bfs"; }
  bool executions_alike() const override { return false; }
  std::string check() const {
    return check_parents(g_, source_, depths_, parents_);
  }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    // From the paper: bottom-up while the frontier has more edges than 1/alpha
    // of the unvisited vertices' edges; top-down again when the frontier has
    // fewer than num_nodes / beta vertices.
    constexpr std::int64_t alpha = 15, beta = 18;
    start();
    std::int64_t unvisited_edges = g_.num_arcs();
    std::int64_t frontier_edges = g_.out_degree(source_);
    int top_down_steps = 0;
    while (queue_.size(queue_.last()) > 0) {
      if (frontier_edges <= unvisited_edges / alpha) {
        unvisited_edges -= frontier_edges;
        frontier_edges =
            top_down_step(g_, queue_, parents_.data(),
                          top_down_schedule(schedule), NoRecorder().watch());
        queue_.advance();
        ++top_down_steps;
        continue;
      }
      queue_to_bitmap();
      std::int64_t awake = queue_.size(queue_.last()), before = 0;
      do {
        if (max_executions && int(run.loop_seconds.size()) == max_executions)
          return;
        before = awake;
        next_.clear();
        awake = timed(run, recorder, g_.num_nodes(), [&](const auto &watch) {
          return bottom_up_step(g_, frontier_, next_, parents_.data(), schedule,
                                watch);
        });
        frontier_.swap(next_);
      } while (awake >= before || awake > g_.num_nodes() / beta);
      bitmap_to_queue();
      frontier_edges = 1;
    }
    run.outcome = std::to_string(top_down_steps) + " steps top-down, " +
                  std::to_string(run.loop_seconds.size()) + " bottom-up";
  }

private:
  /// Returns the schedule of the top-down steps. They are not compared, so all
  /// parallel schedules get the same one.
  static Schedule top_down_schedule(const Schedule &schedule) {
    return schedule.kind == ScheduleKind::Serial
               ? schedule
               : Schedule{ScheduleKind::Dynamic, 64};
  }

  void start() {
#pragma omp parallel for schedule(static)
    for (NodeID n = 0; n < g_.num_nodes(); ++n)
      parents_[n] = -1;
    parents_[source_] = source_;
    queue_.start(source_);
  }

  void queue_to_bitmap() {
    const NodeID *nodes = queue_.nodes(queue_.last());
    const NodeID size = queue_.size(queue_.last());
    frontier_.clear();
#pragma omp parallel for schedule(static)
    for (NodeID i = 0; i < size; ++i)
      frontier_.set(nodes[i]);
  }

  void bitmap_to_queue() {
#pragma omp parallel for schedule(static)
    for (NodeID n = 0; n < g_.num_nodes(); ++n)
      if (frontier_[n])
        queue_.push(n);
    queue_.advance();
  }

  const Graph &g_;
  const NodeID source_;
  const std::vector<NodeID> depths_; ///< expected
  std::vector<NodeID> parents_;
  LevelQueue queue_;
  Bitmap frontier_, next_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    gap::NodeID source = -1;
    return gap::kernel_main(
        argc, argv, "Breadth-first search, direction-optimizing",
        [&](gap::CommandLine &line) { gap::add_source_option(line, source); },
        [&](const gap::Graph &g) {
          return std::make_unique<gap::BreadthFirstSearch>(
              g, gap::choose_source(g, source));
        });
  });
}
