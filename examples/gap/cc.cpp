//===- cc.cpp - weakly connected components, Shiloach-Vishkin -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shiloach, Vishkin, "An O(log n) parallel connectivity algorithm" (1982), in
// the form of Bader, Cong, Feo (2005). Labels form a forest whose trees lie in
// one component each. The scheduled loop hooks the roots of neighbours under
// the smaller one, and what it finds below a root that was hooked before under
// what that is under now; then all trees are flattened; until nothing changes.
// Whatever is not a root has a label smaller than itself, so whichever of
// several hooks remains is right, and a lost one is made again. The number of
// iterations depends on timing, so what is compared is the loop's time in a
// whole run.
//
//===----------------------------------------------------------------------===//
#include "baselines.h"
#include "benchmark.h"
#include "error.h"
#include "labels.h"
#include "recorded_kernel.h"
#include "verify.h"

#include <CLI/CLI.hpp>
#include <numeric>
#include <utility>

namespace gap {
namespace {

/// Returns whether there was something to hook, as 0 or 1.
__attribute__((always_inline)) inline double hook(NodeID *labels, NodeID u,
                                                  NodeID v) {
  NodeID low = load_relaxed(labels[u]);
  NodeID high = load_relaxed(labels[v]);
  if (low == high)
    return 0;
  NodeID below = v; // whose label is high
  if (low > high) {
    std::swap(low, high);
    below = u;
  }
  const NodeID above = load_relaxed(labels[high]);
  if (above == high) // a root
    store_relaxed(labels[high], low);
  else
    store_relaxed(labels[below], above);
  return 1;
}

/// Executes the scheduled loop once. Returns whether a label changed.
template <class Watch>
bool hook_all(const Graph &g, NodeID *labels, const Schedule &schedule,
              Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    double hooks = 0;
    for (NodeID v : g.out_neigh(n))
      hooks += hook(labels, n, v);
    watch.add(g.out_degree(n));
    return hooks;
  };
  double hooks = 0;
  switch (schedule.kind) {
  case ScheduleKind::Usersched:
#pragma ompx usersched(load : g.out_degree(n), profile : off)
#pragma omp parallel for reduction(+ : hooks) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      hooks += body(n, watch);
    break;
  case ScheduleKind::UserschedNoSteal:
#pragma ompx usersched(load : g.out_degree(n), steal : off)
#pragma omp parallel for reduction(+ : hooks) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      hooks += body(n, watch);
    break;
  case ScheduleKind::UserschedProf:
#pragma ompx usersched(load : g.out_degree(n))
#pragma omp parallel for reduction(+ : hooks) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      hooks += body(n, watch);
    break;
  default:
    hooks = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return hooks > 0;
}

class ShiloachVishkin final : public RecordedKernel<ShiloachVishkin> {
public:
  explicit ShiloachVishkin(const Graph &g)
      : g_(g), components_(serial_components(g)), labels_(g.num_nodes()) {}

  const char *name() const override { return "cc"; }
  /// The first hooks nearly all trees, the last only finds nothing to hook.
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
        return hook_all(g_, labels_.data(), schedule, watch);
      });
      flatten(labels_);
    }
    run.outcome = std::to_string(run.loop_seconds.size()) + " iterations";
    // Who hooks a root first is chance, and with it how many iterations follow.
    run.loop_seconds = {
        std::accumulate(run.loop_seconds.begin(), run.loop_seconds.end(), 0.0)};
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
