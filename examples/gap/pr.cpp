//===- pr.cpp - PageRank, pull-based --------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Jacobi iterations: the contributions that all vertices make are computed
// from the last iteration's ranks, then every vertex pulls those of its
// in-neighbours. The rank of vertices without out-neighbours is spread evenly
// over all vertices, so the ranks always sum to 1. The order of every sum that
// a rank depends on is fixed: the ranks are the same, bit for bit, under every
// schedule and number of threads.
//
//===----------------------------------------------------------------------===//
#include "baselines.h"
#include "benchmark.h"
#include "error.h"
#include "usersched_api.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <omp.h>

namespace gap {
namespace {

struct PageRankOptions {
  double damping = 0.85;
  double tolerance = 1e-4; ///< of the L1 norm of the change of the ranks
  int max_iterations = 20;
};

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
                Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    const double change = pull_vertex(g, pull, n);
    watch.add(g.in_degree(n));
    return change;
  };
  double error = 0;
  switch (schedule.kind) {
  case ScheduleKind::Usersched:
#pragma ompx usersched(load : g.in_degree(n), profile : off)
#pragma omp parallel for reduction(+ : error) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      error += body(n, watch);
    return error;
  case ScheduleKind::UserschedNoSteal:
#pragma ompx usersched(load : g.in_degree(n), steal : off)
#pragma omp parallel for reduction(+ : error) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      error += body(n, watch);
    return error;
  case ScheduleKind::UserschedProf:
#pragma ompx usersched(load : g.in_degree(n))
#pragma omp parallel for reduction(+ : error) firstprivate(watch)
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      error += body(n, watch);
    return error;
  default:
    return baseline_sum(schedule, g.num_nodes(), watch, body);
  }
}

/// Writes what each vertex gives to each of its out-neighbours. Returns the
/// rank of the vertices that have none; it is summed by blocks, so that it
/// does not depend on the number of threads.
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

/// One serial iteration that pushes along the out-edges. Returns the L1 norm
/// of the difference that it makes.
double push_residual(const Graph &g, const std::vector<double> &ranks,
                     double damping) {
  std::vector<double> incoming(g.num_nodes(), 0.0);
  double dangling = 0;
  for (NodeID u = 0; u < g.num_nodes(); ++u) {
    if (g.out_degree(u) == 0)
      dangling += ranks[u];
    for (NodeID v : g.out_neigh(u))
      incoming[v] += ranks[u] / double(g.out_degree(u));
  }
  double residual = 0;
  for (NodeID v = 0; v < g.num_nodes(); ++v)
    residual += std::fabs((1 - damping) / g.num_nodes() +
                          damping * (incoming[v] + dangling / g.num_nodes()) -
                          ranks[v]);
  return residual;
}

std::string text(const char *format, double a, double b) {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, format, a, b);
  return buffer;
}

class PageRank final : public Kernel {
public:
  /// The graph must outlive the kernel and have a vertex.
  PageRank(const Graph &g, const PageRankOptions &options)
      : g_(g), options_(options), ranks_(g.num_nodes()),
        contributions_(g.num_nodes()) {}

  const char *name() const override { return "pr"; }
  bool has_usersched() const override { return usersched_enabled; }
  void forget_plans() override { forget_usersched_plans(); }
  const std::vector<double> &ranks() const { return ranks_; }

  KernelRun run(const Schedule &schedule, int max_executions) override {
    NoRecorder recorder;
    return iterate(schedule, max_executions, recorder);
  }

  std::vector<ThreadLoads> count_loads(const Schedule &schedule) override {
    LoopRecorder recorder(omp_get_max_threads());
    iterate(schedule, 0, recorder);
    for (const ThreadLoads &loads : recorder.executions()) {
      std::int64_t iterations = 0;
      for (std::int64_t count : loads.iterations)
        iterations += count;
      if (iterations != g_.num_nodes())
        miscount_ = std::to_string(iterations) +
                    " iterations of the loop ran "
                    "instead of " +
                    std::to_string(g_.num_nodes());
    }
    return recorder.executions();
  }

  std::string verify() const override {
    if (!miscount_.empty())
      return miscount_;
    double sum = 0;
    for (double rank : ranks_)
      sum += rank;
    if (!(std::fabs(sum - 1) < 1e-6))
      return text("the ranks sum to %.9g instead of 1", sum, 0);
    // An iteration shrinks a change by the damping factor at least, so even a
    // run that ended before it converged has a bound to keep.
    const double bound = change_ < options_.tolerance
                             ? options_.tolerance
                             : options_.damping * change_ + 1e-12;
    const double residual = push_residual(g_, ranks_, options_.damping);
    if (!(residual <= bound))
      return text("one more iteration changes the ranks by %.3g; expected at "
                  "most %.3g",
                  residual, bound);
    for (std::size_t n = 0; n < reference_.size(); ++n)
      if (ranks_[n] != reference_[n])
        return "vertex " + std::to_string(n) +
               text(" has the rank %.17g; expected %.17g", ranks_[n],
                    reference_[n]);
    return "";
  }

  void make_reference() override {
    reference_ = ranks_;
    reference_iterations_ = iterations_;
  }

private:
  template <class Recorder>
  KernelRun iterate(const Schedule &schedule, int max_executions,
                    Recorder &recorder) {
    KernelRun run;
    miscount_.clear();
    const double start = omp_get_wtime();
    const NodeID num_nodes = g_.num_nodes();
    const bool fixed = reference_iterations_ > 0;
    int limit = fixed ? reference_iterations_ : options_.max_iterations;
    if (max_executions > 0)
      limit = std::min(limit, max_executions);
    std::fill(ranks_.begin(), ranks_.end(), 1.0 / num_nodes);
    for (iterations_ = 0; iterations_ < limit;) {
      const double dangling = contribute(g_, ranks_, contributions_);
      const Pull pull = {contributions_.data(),
                         (1 - options_.damping) / num_nodes +
                             options_.damping * dangling / num_nodes,
                         options_.damping, ranks_.data()};
      recorder.begin_execution();
      const double loop_start = omp_get_wtime();
      change_ = pull_all(g_, pull, schedule, recorder.watch());
      run.loop_seconds.push_back(omp_get_wtime() - loop_start);
      recorder.end_execution();
      ++iterations_;
      if (!fixed && change_ < options_.tolerance)
        break;
    }
    run.seconds = omp_get_wtime() - start;
    run.outcome =
        std::to_string(iterations_) +
        (iterations_ == 1 ? " iteration" : " iterations") +
        text(change_ < options_.tolerance ? ", converged (change %.2g)"
                                          : ", not converged (change %.2g)",
             change_, 0);
    return run;
  }

  const Graph &g_;
  const PageRankOptions options_;
  std::vector<double> ranks_;
  std::vector<double> contributions_;
  double change_ = 0; ///< of the ranks, in the last iteration
  int iterations_ = 0;
  std::string miscount_; ///< what the last instrumented run found, or ""
  std::vector<double> reference_;
  int reference_iterations_ = 0;
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
  CLI::App app("PageRank by pulling along the in-edges of a graph");
  PageRankOptions options;
  std::string output;
  app.add_option("-i,--iterations", options.max_iterations,
                 "Iterations at most")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("-t,--tolerance", options.tolerance,
                 "Converged when the ranks change by less (L1 norm)")
      ->check(CLI::Range(0.0, 2.0))
      ->capture_default_str();
  app.add_option("-o,--output", output, "Write the ranks to this file");
  BenchmarkOptions benchmark;
  int status;
  if (!parse_options(app, argc, argv, benchmark, status))
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
