//===- pr_gs.cpp - PageRank by Gauss-Seidel iterations --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every vertex pulls the present contributions of its in-neighbours, which may
// already come from their new ranks, so fewer iterations are needed. The ranks
// depend on the schedule, within the bound that is verified: every value that
// an iteration read was the old or the new one, so one more Jacobi iteration
// changes the ranks by at most `damping` times as much as this one did.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/pagerank.h"
#include "kernels/relaxed.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/usersched_cases.h"

#include <cmath>

namespace gap {
namespace {

/// What one iteration reads and writes.
struct Sweep {
  double base; ///< what a vertex without in-neighbours gets
  double damping;
  double *contributions;
  double *ranks;
};

/// Returns the change.
__attribute__((always_inline)) inline double
sweep_vertex(const Graph &g, const Sweep &sweep, NodeID n) {
  double sum = 0;
  for (NodeID v : g.in_neigh(n))
    sum += load_relaxed(sweep.contributions[v]);
  const double old = sweep.ranks[n];
  const double rank = sweep.base + sweep.damping * sum;
  sweep.ranks[n] = rank;
  if (const std::int64_t degree = g.out_degree(n))
    store_relaxed(sweep.contributions[n], rank / double(degree));
  return std::fabs(rank - old);
}

/// Executes the scheduled loop once. Returns the L1 norm of the change.
template <class Watch>
double sweep_all(const Graph &g, const Sweep &sweep, const Schedule &schedule,
                 Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    const double change = sweep_vertex(g, sweep, n);
    watch.add(g.in_degree(n));
    return change;
  };
  double change = 0;
  switch (schedule.kind) {
    USERSCHED_CASES(
        (load : g.in_degree(n)), reduction(+ : change) firstprivate(watch),
        for (NodeID n = 0; n < g.num_nodes(); ++n), change += body(n, watch))
  default:
    change = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return change;
}

class GaussSeidel final : public RecordedKernel<GaussSeidel> {
public:
  GaussSeidel(const Graph &g, const PageRankOptions &options)
      : g_(g), options_(options), convergence_(options), ranks_(g.num_nodes()),
        contributions_(g.num_nodes()) {
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      if (g.out_degree(n) == 0)
        dangling_.push_back(n);
  }

  const char *name() const override { return "pr_gs"; }
  void make_reference() override { convergence_.make_reference(); }
  std::string check() const {
    return check_ranks(g_, ranks_, options_.damping, convergence_.bound());
  }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    const NodeID num_nodes = g_.num_nodes();
    start();
    for (convergence_.start(max_executions); convergence_.goes_on();) {
      double dangling = 0;
      for (NodeID n : dangling_)
        dangling += ranks_[n];
      const Sweep sweep = {(1 - options_.damping) / num_nodes +
                               options_.damping * dangling / num_nodes,
                           options_.damping, contributions_.data(),
                           ranks_.data()};
      convergence_.iterated(
          timed(run, recorder, num_nodes, [&](const auto &watch) {
            return sweep_all(g_, sweep, schedule, watch);
          }));
    }
    run.outcome = convergence_.outcome();
  }

private:
  void start() {
#pragma omp parallel for schedule(static)
    for (NodeID n = 0; n < g_.num_nodes(); ++n) {
      const auto degree = static_cast<double>(g_.out_degree(n));
      ranks_[n] = 1.0 / g_.num_nodes();
      contributions_[n] = degree > 0 ? ranks_[n] / degree : 0;
    }
  }

  const Graph &g_;
  const PageRankOptions options_;
  Convergence convergence_;
  std::vector<NodeID> dangling_; ///< vertices without out-neighbours
  std::vector<double> ranks_;
  std::vector<double> contributions_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    gap::PageRankOptions options;
    return gap::kernel_main(
        argc, argv, "PageRank by Gauss-Seidel iterations",
        [&](gap::CommandLine &line) {
          gap::add_pagerank_options(line, options);
        },
        [&](const gap::Graph &g) {
          return std::make_unique<gap::GaussSeidel>(g, options);
        });
  });
}
