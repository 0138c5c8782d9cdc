//===- pagerank.cpp - PageRank on the ranks of MPI -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rank 0 reads the command line and the graph, and deals out the rows: so there
// is one message for a file that cannot be read, and no two ranks have
// different options.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "formats/graph_options.h"
#include "kernels/verify.h"
#include "rank_pagerank.h"
#include "ranks/run_on_ranks.h"
#include "row_loops.h"

#include <climits>
#include <cmath>
#include <cstdio>
#include <memory>

namespace ranks {
namespace {

/// What all ranks know.
struct Common {
  gap::PageRankOptions pagerank;
  Cut cut = Cut::Measured;
  NodeID num_nodes = 0;
  bool goes_on = false;
  int status = 0;
};

/// Of rank 0 alone.
struct Input {
  gap::GraphOptions graph;
  bool check = false;
};

void parse(int argc, char **argv, Common &common, Input &input) {
  gap::CommandLine line(
      "PageRank on the ranks of MPI: mpirun -n RANKS pagerank "
      "...");
  gap::add_graph_options(line, input.graph);
  gap::add_pagerank_options(line, common.pagerank);
  std::string cut = "measured";
  line.add("-c,--cut", cut,
           "Who has which vertices: ranges of as many vertices (counts) or "
           "in-neighbours (edges) for the whole run; or from counts on, by "
           "measured cost: ranges (measured) or parts with few edges between "
           "them (graph)")
      .one_of({"counts", "edges", "measured", "graph"})
      .show_default();
  line.add_flag("--check", input.check,
                "Compute on rank 0 alone, too, and compare");
  common.goes_on = line.parse(argc, argv, common.status);
  common.cut = cut == "counts"  ? Cut::Counts
               : cut == "edges" ? Cut::Edges
               : cut == "graph" ? Cut::Graph
                                : Cut::Measured;
}

gap::Graph load(const Input &input, Cut cut) {
  gap::Graph g = gap::load_graph(input.graph);
  if (g.num_nodes() == 0)
    throw gap::InputError("the graph has no vertices; expected some");
  if (cut == Cut::Graph && g.is_directed())
    throw gap::InputError("--cut graph needs an undirected graph; expected "
                          "--symmetrize, or another cut");
  // The numbers of what MPI sends are ints.
  if (g.num_arcs() > INT_MAX)
    throw gap::InputError("the graph has " + std::to_string(g.num_arcs()) +
                          " arcs; expected at most " + std::to_string(INT_MAX));
  return g;
}

/// The largest difference of a rank from what one process computes in as many
/// iterations, relative to it.
double difference(const gap::Graph &g, const gap::PageRankOptions &options,
                  const gap::Convergence &like,
                  const std::vector<double> &found) {
  const Communicator alone(MPI_COMM_SELF);
  gap::PageRankOptions same = options;
  same.tolerance = 0;
  same.max_iterations = like.iterations();
  RowMail mail(alone);
  for (NodeID v = 0; v < g.num_nodes(); ++v)
    mail.add(0, g, v);
  RankPageRank one(alone, same, Cut::Counts, std::vector<int>(g.num_nodes(), 0),
                   mail.exchange(alone));
  one.run();
  const std::vector<double> expected = one.gather();
  double most = 0;
  for (NodeID v = 0; v < g.num_nodes(); ++v)
    most = std::max(most, std::fabs(found[v] - expected[v]) / expected[v]);
  return most;
}

const char *word_for(Cut cut) {
  const char *const names[] = {"counts", "edges", "measured", "graph"};
  return names[static_cast<int>(cut)];
}

int run(const Communicator &ranks, int argc, char **argv) {
  // 1. Options and rows are dealt out.
  Common common;
  Input input;
  std::unique_ptr<gap::Graph> g;
  std::vector<int> owners;
  RowMail mail(ranks);
  if (ranks.rank() == 0) {
    parse(argc, argv, common, input);
    if (common.goes_on) {
      g = std::make_unique<gap::Graph>(load(input, common.cut));
      common.num_nodes = g->num_nodes();
      owners = first_owners(ranks, *g, common.cut);
      for (NodeID v = 0; v < common.num_nodes; ++v)
        mail.add(owners[v], *g, v);
    }
  }
  ranks.share(common);
  if (!common.goes_on)
    return common.status;
  owners.resize(common.num_nodes);
  MPI_Bcast(owners.data(), common.num_nodes, MPI_INT, 0, ranks.handle());
  RankPageRank kernel(ranks, common.pagerank, common.cut, owners,
                      mail.exchange(ranks));
  // 2. The run.
  if (g)
    std::printf("# %s: %d vertices, %lld arcs, %s, cut by %s\n",
                gap::name_of_graph(input.graph).c_str(), g->num_nodes(),
                static_cast<long long>(g->num_arcs()), ranks.name().c_str(),
                word_for(common.cut));
  const double start = MPI_Wtime();
  kernel.run();
  kernel.print(MPI_Wtime() - start);
  // 3. Is it right?
  const std::vector<double> found = kernel.gather();
  if (!g)
    return 0;
  const gap::Convergence &convergence = kernel.convergence();
  const std::string problem =
      gap::check_ranks(*g, found, common.pagerank.damping, convergence.bound());
  if (!problem.empty())
    throw gap::InputError("the result is wrong: " + problem);
  if (!input.check)
    return 0;
  const double most = difference(*g, common.pagerank, convergence, found);
  if (most > 1e-12)
    throw gap::InputError("the result is wrong: a rank differs by " +
                          std::to_string(most) + " from that of one process");
  std::printf("# the same as in one process, but for %.1g at most\n", most);
  return 0;
}

} // namespace
} // namespace ranks

int main(int argc, char **argv) {
  return minimd::run_on_ranks(argc, argv, ranks::run);
}
