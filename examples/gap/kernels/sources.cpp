//===- sources.cpp - where a search begins --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GAP chooses sources at random. Then no two runs would do the same work.
//
//===----------------------------------------------------------------------===//
#include "kernels/sources.h"
#include "base/error.h"

namespace gap {

void add_source_option(CommandLine &line, NodeID &source) {
  line.add("-r,--source", source,
           "Vertex to begin with; default: the one with the most "
           "out-neighbours")
      .range(NodeID{0}, max_node_id);
}

NodeID choose_source(const Graph &g, NodeID source) {
  if (source >= g.num_nodes())
    throw InputError("--source " + std::to_string(source) +
                     ": the graph has no such vertex; expected 0 to " +
                     std::to_string(g.num_nodes() - 1));
  if (source >= 0)
    return source;
  source = 0;
  for (NodeID n = 0; n < g.num_nodes(); ++n)
    if (g.out_degree(n) > g.out_degree(source))
      source = n;
  return source;
}

std::vector<NodeID> choose_sources(const Graph &g, int count) {
  std::vector<NodeID> nodes;
  for (NodeID n = 0; n < g.num_nodes(); ++n)
    if (g.out_degree(n) > 0)
      nodes.push_back(n);
  if (nodes.empty())
    return {0};
  const auto size = static_cast<std::int64_t>(nodes.size());
  std::vector<NodeID> sources;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(count, size); ++i)
    sources.push_back(
        nodes[(2 * i + 1) * size / (2 * std::min<std::int64_t>(count, size))]);
  return sources;
}

} // namespace gap
