//===- cc.cpp - weakly connected components, Shiloach-Vishkin -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shiloach, Vishkin, "An O(log n) parallel connectivity algorithm" (1982): hook
// trees of labels under each other, flatten them, until nothing changes. They
// hook by one store an edge, which another may undo; how many iterations then
// follow depends on who came first, and can depend on where a schedule cuts.
// Here an edge is followed until its ends are in one tree, as by Sutton,
// Ben-Nun, Barak (IPDPS 2018): see join(). So all edges are joined when the
// scheduled loop has been executed once, and after flattening the ends of each
// have one label: the second execution finds nothing, under every schedule.
//
//===----------------------------------------------------------------------===//
#include "baselines.h"
#include "benchmark.h"
#include "error.h"
#include "labels.h"
#include "recorded_kernel.h"
#include "verify.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace gap {
namespace {

/// Executes the scheduled loop once. Returns whether there was something to
/// join.
template <class Watch>
bool join_all(const Graph &g, NodeID *labels, const Schedule &schedule,
              Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    double joins = 0;
    for (NodeID v : g.out_neigh(n))
      joins += join(labels, n, v);
    watch.add(g.out_degree(n));
    return joins;
  };
  double joins = 0;
  switch (schedule.kind) {
  case ScheduleKind::Usersched:
#pragma ompx usersched(load : g.out_degree(n), profile : off)
#pragma omp parallel for reduction(+ : joins) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      joins += body(n, watch);
    break;
  case ScheduleKind::UserschedNoSteal:
#pragma ompx usersched(load : g.out_degree(n), steal : off)
#pragma omp parallel for reduction(+ : joins) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      joins += body(n, watch);
    break;
  case ScheduleKind::UserschedProf:
#pragma ompx usersched(load : g.out_degree(n))
#pragma omp parallel for reduction(+ : joins) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      joins += body(n, watch);
    break;
  default:
    joins = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return joins > 0;
}

class ShiloachVishkin final : public RecordedKernel<ShiloachVishkin> {
public:
  explicit ShiloachVishkin(const Graph &g)
      : g_(g), components_(serial_components(g)), labels_(g.num_nodes()) {}

  const char *name() const override { return "cc"; }
  /// The first joins all trees, the second only finds nothing to join.
  bool executions_alike() const override { return false; }
  std::string check() const { return check_labels(components_, labels_); }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    reset_labels(labels_);
    bool changed = true;
    while (changed &&
           (!max_executions || int(run.loop_seconds.size()) < max_executions)) {
      changed = timed(run, recorder, g_.num_nodes(), [&](const auto &watch) {
        return join_all(g_, labels_.data(), schedule, watch);
      });
      flatten(labels_);
    }
    run.outcome = std::to_string(run.loop_seconds.size()) + " iterations";
  }

private:
  const Graph &g_;
  const std::vector<NodeID> components_; ///< expected
  std::vector<NodeID> labels_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    return gap::kernel_main(
        argc, argv, "Weakly connected components by Shiloach and Vishkin",
        [](CLI::App &) {},
        [](const gap::Graph &g) {
          return std::make_unique<gap::ShiloachVishkin>(g);
        });
  });
}
