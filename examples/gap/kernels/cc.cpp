//===- cc.cpp - weakly connected components, Shiloach-Vishkin -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shiloach, Vishkin, "An O(log n) parallel connectivity algorithm" (1982): hook
// trees of labels under each other, flatten them, until nothing changes. An
// edge hooks by one store, which the store of another edge may undo. So the
// number of iterations depends on which thread came first, and with that on the
// schedule. Here only the first execution of the scheduled loop hooks in this
// way. The second follows each edge until its ends are in one tree (join(), by
// Sutton, Ben-Nun, Barak, IPDPS 2018). Then all is done, under every schedule.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/labels.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/usersched_cases.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gap {
namespace {

/// Takes the larger of the labels of u and v. If this label is a root, hooks it
/// under the smaller label; else shortens the way from the vertex to its root.
/// A vertex that is not a root has a smaller label than itself. So if several
/// threads hook one root at once, one hook remains and is right, the others are
/// lost. Returns false if both labels are equal.
__attribute__((always_inline)) inline bool hook(NodeID *labels, NodeID u,
                                                NodeID v) {
  NodeID low = load_relaxed(labels[u]);
  NodeID high = load_relaxed(labels[v]); // the label of v from here on
  if (low == high)
    return false;
  if (low > high) {
    std::swap(low, high);
    v = u;
  }
  const NodeID above = load_relaxed(labels[high]);
  if (above == high)
    store_relaxed(labels[high], low);
  else
    store_relaxed(labels[v], above);
  return true;
}

/// Executes the scheduled loop once: visit(u, v) for all edges. Returns true if
/// some visit returned true.
template <class Watch, class Visit>
bool visit_edges(const Graph &g, const Schedule &schedule, Watch watch,
                 const Visit &visit) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    double changes = 0;
    for (NodeID v : g.out_neigh(n))
      changes += visit(n, v);
    watch.add(g.out_degree(n));
    return changes;
  };
  double changes = 0;
  switch (schedule.kind) {
    USERSCHED_CASES(
        (load : g.out_degree(n)), reduction(+ : changes) firstprivate(watch),
        for (NodeID n = 0; n < g.num_nodes(); ++n), changes += body(n, watch))
  default:
    changes = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return changes > 0;
}

class ShiloachVishkin final : public RecordedKernel<ShiloachVishkin> {
public:
  explicit ShiloachVishkin(const Graph &g)
      : g_(g), components_(serial_components(g)), labels_(g.num_nodes()) {}

  const char *name() const override { return "cc"; }
  /// The first execution hooks nearly all trees, the second the few others.
  bool executions_alike() const override { return false; }
  std::string check() const { return check_labels(components_, labels_); }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    reset_labels(labels_);
    NodeID *const labels = labels_.data();
    const auto visit_all = [&](const auto &visit) {
      const bool changed =
          timed(run, recorder, g_.num_nodes(), [&](const auto &watch) {
            return visit_edges(g_, schedule, watch, visit);
          });
      flatten(labels_);
      return changed;
    };
    const bool hooked =
        visit_all([=](NodeID u, NodeID v) __attribute__((always_inline)) {
          return hook(labels, u, v);
        });
    if (hooked && max_executions != 1)
      visit_all([=](NodeID u, NodeID v) __attribute__((always_inline)) {
        return join(labels, u, v);
      });
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
        [](gap::CommandLine &) {},
        [](const gap::Graph &g) {
          return std::make_unique<gap::ShiloachVishkin>(g);
        });
  });
}
