//===- pr_graphit.cpp - PageRank in the shape that GraphIt generates ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where pr has one loop that does everything for a vertex, GraphIt (Zhang et
// al., OOPSLA 2018) generates several small parallel ones from the operators of
// its language: compute the contributions, apply the edges, update the
// vertices. All of them run under the compared schedule, and their times
// together are the time of an execution; loads are counted in the loop over the
// edges. (ICPP 2019, Table 5.)
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/pagerank.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/usersched_cases.h"

#include <cmath>

namespace gap {
namespace {

struct Vectors {
  double *rank;
  double *next;
  double *contribution;
};

/// The loops over vertices: each costs the same.
template <class Body>
double apply_vertices(NodeID num_nodes, const Schedule &schedule,
                      const Body &body) {
  NoRecorder::Watch watch;
  double sum = 0;
  switch (schedule.kind) {
    USERSCHED_CASES((load : 1), reduction(+ : sum),
                    for (NodeID n = 0; n < num_nodes; ++n),
                    sum += body(n, watch))
  default:
    sum = baseline_sum(schedule, num_nodes, watch, body);
  }
  return sum;
}

/// The loop over the edges, grouped by the vertex that they lead to.
template <class Watch>
double apply_edges(const Graph &g, const Vectors &vectors,
                   const Schedule &schedule, Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    double sum = 0;
    for (NodeID v : g.in_neigh(n))
      sum += vectors.contribution[v];
    vectors.next[n] = sum;
    watch.add(g.in_degree(n));
    return 0.0;
  };
  double none = 0;
  switch (schedule.kind) {
    USERSCHED_CASES(
        (load : g.in_degree(n)), reduction(+ : none) firstprivate(watch),
        for (NodeID n = 0; n < g.num_nodes(); ++n), none += body(n, watch))
  default:
    none = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return none;
}

class GraphItPageRank final : public RecordedKernel<GraphItPageRank> {
public:
  GraphItPageRank(const Graph &g, const PageRankOptions &options)
      : g_(g), options_(options), convergence_(options), rank_(g.num_nodes()),
        next_(g.num_nodes()), contribution_(g.num_nodes()) {}

  const char *name() const override { return "pr_graphit"; }
  void make_reference() override { convergence_.make_reference(); }
  std::string check() const {
    return check_ranks(g_, rank_, options_.damping, convergence_.bound());
  }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    std::fill(rank_.begin(), rank_.end(), 1.0 / g_.num_nodes());
    for (convergence_.start(max_executions); convergence_.goes_on();)
      convergence_.iterated(
          timed(run, recorder, g_.num_nodes(),
                [&](const auto &watch) { return iterate(schedule, watch); }));
    run.outcome = convergence_.outcome();
  }

private:
  /// Returns the L1 norm of the change.
  template <class Watch>
  double iterate(const Schedule &schedule, const Watch &watch) {
    const NodeID num_nodes = g_.num_nodes();
    const Vectors vectors = {rank_.data(), next_.data(), contribution_.data()};
    const double dangling =
        apply_vertices(num_nodes, schedule, [&](NodeID n, auto &) {
          const auto degree = static_cast<double>(g_.out_degree(n));
          vectors.contribution[n] = degree > 0 ? vectors.rank[n] / degree : 0;
          return degree > 0 ? 0 : vectors.rank[n];
        });
    apply_edges(g_, vectors, schedule, watch);
    const double base = (1 - options_.damping) / num_nodes +
                        options_.damping * dangling / num_nodes;
    return apply_vertices(num_nodes, schedule, [&](NodeID n, auto &) {
      const double rank = base + options_.damping * vectors.next[n];
      const double change = std::fabs(rank - vectors.rank[n]);
      vectors.rank[n] = rank;
      return change;
    });
  }

  const Graph &g_;
  const PageRankOptions options_;
  Convergence convergence_;
  std::vector<double> rank_, next_, contribution_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    gap::PageRankOptions options;
    return gap::kernel_main(
        argc, argv, "PageRank in the shape that GraphIt generates",
        [&](gap::CommandLine &line) {
          gap::add_pagerank_options(line, options);
        },
        [&](const gap::Graph &g) {
          return std::make_unique<gap::GraphItPageRank>(g, options);
        });
  });
}
