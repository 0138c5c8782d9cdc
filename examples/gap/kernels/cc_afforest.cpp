//===- cc_afforest.cpp - weakly connected components, Afforest ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation
// via subgraph sampling" (IPDPS 2018): the first edges of every vertex join
// most of the largest component; its vertices have nothing more to do. The
// scheduled loop then joins the remaining edges of the others, once, so its
// load depends on the data.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/labels.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/usersched_cases.h"

#include <algorithm>
#include <unordered_map>

namespace gap {
namespace {

/// Out-edges of every vertex that are joined first.
constexpr std::int64_t sampled_edges = 2;

/// What is left to join after sampling.
struct Remainder {
  NodeID *labels;
  NodeID largest; ///< the label of the vertices that are done

  /// The cost of joining the edges of n: about a step for each edge.
  std::int64_t load(const Graph &g, NodeID n) const {
    if (load_relaxed(labels[n]) == largest)
      return 1;
    return 1 + g.out_degree(n) + (g.is_directed() ? g.in_degree(n) : 0);
  }
  void join_edges(const Graph &g, NodeID n) const {
    if (load_relaxed(labels[n]) == largest)
      return;
    const NodeRange out = g.out_neigh(n);
    for (const NodeID *v = out.begin() + std::min(sampled_edges, out.size());
         v != out.end(); ++v)
      join(labels, n, *v);
    // If v is done, v's iteration joins nothing, so n joins its in-edges too.
    if (g.is_directed())
      for (NodeID v : g.in_neigh(n))
        join(labels, n, v);
  }
};

/// Executes the scheduled loop once. Returns the sum of the loads.
template <class Watch>
double join_all(const Graph &g, const Remainder &rest, const Schedule &schedule,
                Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    const std::int64_t load = rest.load(g, n);
    rest.join_edges(g, n);
    watch.add(load);
    return double(load);
  };
  double sum = 0;
  switch (schedule.kind) {
    USERSCHED_CASES((load : rest.load(g, n), data : rest.labels),
                    reduction(+ : sum) firstprivate(watch),
                    for (NodeID n = 0; n < g.num_nodes(); ++n),
                    sum += body(n, watch))
  default:
    sum = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return sum;
}

class Afforest final : public RecordedKernel<Afforest> {
public:
  explicit Afforest(const Graph &g)
      : g_(g), components_(serial_components(g)), labels_(g.num_nodes()) {}

  const char *name() const override { return "cc_afforest"; }
  std::string check() const { return check_labels(components_, labels_); }

  template <class Recorder>
  void execute(const Schedule &schedule, int, Recorder &recorder,
               KernelRun &run) {
    reset_labels(labels_);
    for (std::int64_t edge = 0; edge < sampled_edges; ++edge) {
#pragma omp parallel for schedule(static)
      for (NodeID n = 0; n < g_.num_nodes(); ++n)
        if (edge < g_.out_degree(n))
          join(labels_.data(), n, g_.out_neigh(n).begin()[edge]);
      flatten(labels_);
    }
    const Remainder rest = {labels_.data(), most_frequent_label()};
    const double load =
        timed(run, recorder, g_.num_nodes(), [&](const auto &watch) {
          return join_all(g_, rest, schedule, watch);
        });
    flatten(labels_);
    run.outcome =
        "a load of " + std::to_string(std::int64_t(load)) + " after sampling";
  }

private:
  /// Returns the most frequent label of about a thousand vertices. The result
  /// of the kernel is right with any label.
  NodeID most_frequent_label() const {
    std::unordered_map<NodeID, int> counts;
    const NodeID step = g_.num_nodes() / 1024 + 1;
    for (std::int64_t n = 0; n < g_.num_nodes(); n += step)
      ++counts[labels_[n]];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto &a, const auto &b) {
                              return std::pair(a.second, b.first) <
                                     std::pair(b.second, a.first);
                            })
        ->first;
  }

  const Graph &g_;
  const std::vector<NodeID> components_; ///< expected
  std::vector<NodeID> labels_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    return gap::kernel_main(
        argc, argv, "Weakly connected components by Afforest",
        [](gap::CommandLine &) {},
        [](const gap::Graph &g) { return std::make_unique<gap::Afforest>(g); });
  });
}
