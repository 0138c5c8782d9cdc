//===- pr.cpp - PageRank by Jacobi iterations -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First every vertex's contribution is computed from the last iteration's
// ranks, then every vertex pulls the contributions of its in-neighbours. The
// order of every sum that a rank depends on is fixed: the ranks are the same,
// bit for bit, under every schedule and number of threads. So is the change of
// the ranks with USERSCHED_REPRODUCIBLE=on, under usersched's schedules.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/pagerank.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/tbb_loop.h"
#include "schedules/usersched_cases.h"

#include <cmath>
#include <cstdio>

namespace gap {
namespace {

/// What one pull iteration reads and writes.
struct Pull {
  const double *contributions;
  double base; ///< what a vertex without in-neighbours gets
  double damping;
  double *ranks;
};

/// The loop body, the same under every schedule. Returns the change.
__attribute__((always_inline)) inline double
pull_vertex(const Graph &g, const Pull &pull, NodeID n) {
  double sum = 0;
  for (NodeID neighbour : g.in_neigh(n))
    sum += pull.contributions[neighbour];
  const double old = pull.ranks[n];
  pull.ranks[n] = pull.base + pull.damping * sum;
  return std::fabs(pull.ranks[n] - old);
}

/// Executes the scheduled loop once. Returns the L1 norm of the change.
template <class Watch>
double pull_all(const Graph &g, const Pull &pull, const Schedule &schedule,
                TbbLoop &tbb_loop, Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    const double change = pull_vertex(g, pull, n);
    watch.add(g.in_degree(n));
    return change;
  };
  double error = 0;
  switch (schedule.kind) {
    USERSCHED_CASES((load : g.in_degree(n), reproducible : off),
                    reduction(+ : error) firstprivate(watch),
                    for (NodeID n = 0; n < g.num_nodes(); ++n),
                    error += body(n, watch))
  default:
    error = schedule.is_tbb()
                ? tbb_loop.sum(schedule, g.num_nodes(), watch, body)
                : baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return error;
}

/// Writes the contribution of each vertex to each of its out-neighbours.
/// Returns the sum of the ranks of vertices without out-neighbours. It is
/// summed block by block, so that it does not depend on the number of threads.
double contribute(const Graph &g, const std::vector<double> &ranks,
                  std::vector<double> &contributions) {
  constexpr std::int64_t block_size = 4096;
  const std::int64_t num_nodes = g.num_nodes();
  const std::int64_t num_blocks = (num_nodes + block_size - 1) / block_size;
  std::vector<double> dangling(num_blocks);
#pragma omp parallel for schedule(static)
  for (std::int64_t block = 0; block < num_blocks; ++block) {
    const std::int64_t end = std::min((block + 1) * block_size, num_nodes);
    double sum = 0;
    for (std::int64_t i = block * block_size; i < end; ++i) {
      const auto n = static_cast<NodeID>(i);
      const auto degree = static_cast<double>(g.out_degree(n));
      contributions[n] = degree > 0 ? ranks[n] / degree : 0;
      sum += degree > 0 ? 0 : ranks[n];
    }
    dangling[block] = sum;
  }
  double total = 0;
  for (double sum : dangling)
    total += sum;
  return total;
}

class PageRank final : public RecordedKernel<PageRank> {
public:
  /// The graph must outlive the kernel and have a vertex.
  PageRank(const Graph &g, const PageRankOptions &options)
      : g_(g), options_(options), convergence_(options), ranks_(g.num_nodes()),
        contributions_(g.num_nodes()) {}

  const char *name() const override { return "pr"; }
  bool has_tbb() const override { return TbbLoop::is_built; }
  const std::vector<double> &ranks() const { return ranks_; }

  void make_reference() override {
    reference_ = ranks_;
    convergence_.make_reference();
  }

  std::string check() const {
    const std::string problem =
        check_ranks(g_, ranks_, options_.damping, convergence_.bound());
    if (!problem.empty())
      return problem;
    for (std::size_t n = 0; n < reference_.size(); ++n)
      if (ranks_[n] != reference_[n]) {
        char text[96];
        std::snprintf(text, sizeof text,
                      "vertex %zu has the rank %.17g; expected %.17g", n,
                      ranks_[n], reference_[n]);
        return text;
      }
    return "";
  }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    const NodeID num_nodes = g_.num_nodes();
    std::fill(ranks_.begin(), ranks_.end(), 1.0 / num_nodes);
    for (convergence_.start(max_executions); convergence_.goes_on();) {
      const double dangling = contribute(g_, ranks_, contributions_);
      const Pull pull = {contributions_.data(),
                         (1 - options_.damping) / num_nodes +
                             options_.damping * dangling / num_nodes,
                         options_.damping, ranks_.data()};
      convergence_.iterated(
          timed(run, recorder, num_nodes, [&](const auto &watch) {
            return pull_all(g_, pull, schedule, tbb_loop_, watch);
          }));
    }
    run.outcome = convergence_.outcome();
  }

private:
  const Graph &g_;
  const PageRankOptions options_;
  Convergence convergence_;
  std::vector<double> ranks_;
  std::vector<double> contributions_;
  std::vector<double> reference_;
  TbbLoop tbb_loop_;
};

void write_ranks(const std::vector<double> &ranks, const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "w");
  bool good = file != nullptr;
  for (std::size_t n = 0; good && n < ranks.size(); ++n)
    good = std::fprintf(file, "%zu %.17g\n", n, ranks[n]) > 0;
  if (file && std::fclose(file) != 0)
    good = false;
  if (!good)
    throw InputError(path + ": cannot be written; expected the name of a file "
                            "for the ranks");
}

int run_pagerank(int argc, char **argv) {
  CommandLine line("PageRank by pulling along the in-edges of a graph");
  PageRankOptions options;
  std::string output;
  add_pagerank_options(line, options);
  line.add("-o,--output", output, "Write the ranks to this file");
  BenchmarkOptions benchmark;
  int status;
  if (!parse_options(line, argc, argv, benchmark, status))
    return status;
  const Graph g = load_graph(benchmark);
  PageRank kernel(g, options);
  status = run_benchmark(kernel, g, benchmark);
  if (!output.empty())
    write_ranks(kernel.ranks(), output);
  return status;
}

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] { return gap::run_pagerank(argc, argv); });
}
