//===- tc_fit.cpp - how well loads predict the time of triangle counting --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times blocks of vertices on one thread, and relates the time to several loads
// that one could name in the pragma. Single vertices are too short for the
// clock. Of several rounds the least time counts.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"
#include "comparison/report.h"
#include "formats/graph_options.h"
#include "kernels/fit.h"
#include "kernels/triangles.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <omp.h>

namespace gap {
namespace {

struct Load {
  const char *text;
  std::int64_t (*of)(const Graph &, const OrderedGraph &, NodeID);
};

constexpr Load loads[] = {
    {"1", [](const Graph &, const OrderedGraph &,
             NodeID) { return std::int64_t{1}; }},
    {"out_degree(n)", [](const Graph &g, const OrderedGraph &,
                         NodeID n) { return g.out_degree(n); }},
    {"later(n).size()", [](const Graph &, const OrderedGraph &ordered,
                           NodeID n) { return ordered.later(n).size(); }},
    {"later(n).size() squared",
     [](const Graph &, const OrderedGraph &ordered, NodeID n) {
       return ordered.later(n).size() * ordered.later(n).size();
     }},
    {"steps_at(n), as tc has it",
     [](const Graph &, const OrderedGraph &ordered, NodeID n) {
       return steps_at(ordered, n);
     }},
};

std::vector<double> block_seconds(const OrderedGraph &g, NodeID block_size) {
  constexpr int rounds = 5;
  std::vector<double> seconds;
  std::int64_t triangles = 0;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t block = 0; block * block_size < std::size_t(g.num_nodes());
         ++block) {
      const auto begin = static_cast<NodeID>(block * block_size);
      const NodeID end = std::min(g.num_nodes() - begin, block_size) + begin;
      const double start = omp_get_wtime();
      for (NodeID n = begin; n < end; ++n)
        triangles += triangles_at(g, n);
      const double taken = omp_get_wtime() - start;
      if (round == 0)
        seconds.push_back(taken);
      seconds[block] = std::min(seconds[block], taken);
    }
  std::printf("%lld triangles\n", static_cast<long long>(triangles / rounds));
  return seconds;
}

int run_fit(int argc, char **argv) {
  CommandLine line("How well loads predict the time of triangle counting");
  GraphOptions options;
  int num_blocks = 1000;
  std::string json_path;
  add_graph_options(line, options);
  line.add("-b,--blocks", num_blocks, "Blocks of vertices")
      .range(2, 1000000)
      .show_default();
  line.add("--json", json_path, "Write the results to this file, too");
  int status;
  if (!line.parse(argc, argv, status))
    return status;
  const Graph g = load_graph(options);
  const OrderedGraph ordered(g);
  const NodeID block_size = g.num_nodes() / num_blocks + 1;
  const std::vector<double> seconds = block_seconds(ordered, block_size);
  std::printf("%s: R^2 of the time of %zu blocks of %d vertices, by load\n",
              name_of_graph(options).c_str(), seconds.size(), block_size);
  nlohmann::json results = nlohmann::json::array();
  for (const Load &load : loads) {
    std::vector<double> sums(seconds.size());
    for (NodeID n = 0; n < g.num_nodes(); ++n)
      sums[n / block_size] += double(load.of(g, ordered, n));
    const double fit = r_squared(sums, seconds);
    std::printf("%-28s %.4f\n", load.text, fit);
    results.push_back({{"suite", "fit"},
                       {"kernel", "tc"},
                       {"input", name_of_graph(options)},
                       {"threads", 1},
                       {"schedule", load.text},
                       {"phase", "steady"},
                       {"seconds", nlohmann::json::array()},
                       {"r_squared", fit}});
  }
  if (!json_path.empty())
    write_json({{"format", "usersched-bench-1"},
                {"threads", 1},
                {"fit", {{"blocks", seconds.size()}, {"vertices", block_size}}},
                {"results", results}},
               json_path);
  return 0;
}

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] { return gap::run_fit(argc, argv); });
}
