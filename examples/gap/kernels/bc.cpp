//===- bc.cpp - betweenness centrality, Brandes ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From each of a few sources a breadth-first search counts shortest paths;
// back along it, each vertex collects its share of the paths. Both go level by
// level, and each level is one execution of a scheduled loop: many short loops,
// whose iterations differ from level to level.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/level_queue.h"
#include "kernels/relaxed.h"
#include "kernels/sources.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/usersched_cases.h"

#include <cmath>

namespace gap {
namespace {

/// One search.
struct Search {
  NodeID *depth; ///< -1: not visited
  double *paths; ///< how many shortest paths lead here from the source
  double *share; ///< this vertex's share of the paths that lead on from it
};

/// Executes the scheduled loop once: visit(n) for all vertices of the level.
template <class Watch, class Body>
double for_each_in_level(const Graph &g, const LevelQueue &queue, int level,
                         const Schedule &schedule, Watch watch,
                         const Body &visit) {
  const NodeID *nodes = queue.nodes(level);
  const NodeID size = queue.size(level);
  const auto body = [&](NodeID i, Watch &watch) __attribute__((always_inline)) {
    visit(nodes[i]);
    watch.add(g.out_degree(nodes[i]));
    return 0.0;
  };
  double none = 0;
  switch (schedule.kind) {
    USERSCHED_CASES((load : g.out_degree(nodes[i])),
                    reduction(+ : none) firstprivate(watch),
                    for (NodeID i = 0; i < size; ++i), none += body(i, watch))
  default:
    none = baseline_sum(schedule, size, watch, body);
  }
  return none;
}

/// Visits the out-neighbours of u, of depth `depth`, and adds to their paths.
__attribute__((always_inline)) inline void count_paths(const Graph &g,
                                                       const Search &search,
                                                       LevelQueue &queue,
                                                       NodeID depth, NodeID u) {
  for (NodeID v : g.out_neigh(u)) {
    NodeID other = load_relaxed(search.depth[v]);
    if (other < 0) {
      if (claim(search.depth[v], NodeID{-1}, depth + 1))
        queue.push(v);
      other = depth + 1; // set by this thread or another
    }
    if (other == depth + 1) {
#pragma omp atomic
      search.paths[v] += search.paths[u];
    }
  }
}

/// Collects from the out-neighbours one level below.
__attribute__((always_inline)) inline void
collect_share(const Graph &g, const Search &search, NodeID u) {
  double share = 0;
  for (NodeID v : g.out_neigh(u))
    if (search.depth[v] == search.depth[u] + 1)
      share += search.paths[u] / search.paths[v] * (1 + search.share[v]);
  search.share[u] = share;
}

class BetweennessCentrality final
    : public RecordedKernel<BetweennessCentrality> {
public:
  BetweennessCentrality(const Graph &g, int num_sources)
      : g_(g), sources_(choose_sources(g, num_sources)),
        expected_(serial_centrality(g, sources_)), centrality_(g.num_nodes()),
        paths_(g.num_nodes()), share_(g.num_nodes()), depth_(g.num_nodes()),
        queue_(g.num_nodes()) {
    for (double value : expected_)
      if (!std::isfinite(value))
        throw InputError("the graph has more shortest paths between two "
                         "vertices than a double can count; expected at most "
                         "1.7e308");
  }

  const char *name() const override { return "bc"; }
  bool executions_alike() const override { return false; }
  std::string check() const {
    return check_values(expected_, centrality_, "centrality");
  }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    std::fill(centrality_.begin(), centrality_.end(), 0.0);
    const auto goes_on = [&] {
      return !max_executions || int(run.loop_seconds.size()) < max_executions;
    };
    const auto level = [&](int number, const auto &visit) {
      timed(run, recorder, queue_.size(number), [&](const auto &watch) {
        return for_each_in_level(g_, queue_, number, schedule, watch, visit);
      });
    };
    for (NodeID source : sources_) {
      const Search search = start(source);
      for (; goes_on() && queue_.size(queue_.last()); queue_.advance()) {
        const NodeID depth = queue_.last();
        level(depth, [&](NodeID u) __attribute__((always_inline)) {
          count_paths(g_, search, queue_, depth, u);
        });
      }
      // The last level is empty, and nothing leads on from the one before.
      for (int number = queue_.last() - 2; goes_on() && number >= 1; --number)
        level(number, [&](NodeID u) __attribute__((always_inline)) {
          collect_share(g_, search, u);
          centrality_[u] += search.share[u];
        });
    }
    run.outcome = std::to_string(sources_.size()) + " sources, " +
                  std::to_string(run.loop_seconds.size()) + " levels";
  }

private:
  Search start(NodeID source) {
#pragma omp parallel for schedule(static)
    for (NodeID n = 0; n < g_.num_nodes(); ++n) {
      depth_[n] = -1;
      paths_[n] = share_[n] = 0;
    }
    depth_[source] = 0;
    paths_[source] = 1;
    queue_.start(source);
    return {depth_.data(), paths_.data(), share_.data()};
  }

  const Graph &g_;
  const std::vector<NodeID> sources_;
  const std::vector<double> expected_;
  std::vector<double> centrality_, paths_, share_;
  std::vector<NodeID> depth_;
  LevelQueue queue_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    int num_sources = 4;
    return gap::kernel_main(
        argc, argv, "Betweenness centrality from a few sources, by Brandes",
        [&](gap::CommandLine &line) {
          line.add("-b,--sources", num_sources,
                   "Number of sources, evenly spread")
              .range(1, 1000000)
              .show_default();
        },
        [&](const gap::Graph &g) {
          return std::make_unique<gap::BetweennessCentrality>(g, num_sources);
        });
  });
}
