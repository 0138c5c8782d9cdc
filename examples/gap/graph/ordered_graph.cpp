//===- ordered_graph.cpp - each edge once, in an order of vertices --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbour lists are sorted, so both directions' lists merge.
//
//===----------------------------------------------------------------------===//
#include "graph/ordered_graph.h"

#include <algorithm>
#include <iterator>

namespace gap {
namespace {

/// The neighbours of n in either direction, each once, without n.
void neighbours_of(const Graph &g, NodeID n, std::vector<NodeID> &result) {
  const NodeRange out = g.out_neigh(n), in = g.in_neigh(n);
  result.clear();
  std::set_union(out.begin(), out.end(), in.begin(), in.end(),
                 std::back_inserter(result));
  result.erase(std::unique(result.begin(), result.end()), result.end());
  result.erase(std::remove(result.begin(), result.end(), n), result.end());
}

} // namespace

OrderedGraph::OrderedGraph(const Graph &g) : num_nodes_(g.num_nodes()) {
  std::vector<std::int64_t> degrees(num_nodes_);
#pragma omp parallel
  {
    std::vector<NodeID> list;
#pragma omp for schedule(dynamic, 256)
    for (NodeID n = 0; n < num_nodes_; ++n) {
      neighbours_of(g, n, list);
      degrees[n] = std::int64_t(list.size());
    }
  }
  const auto is_later = [&](NodeID a, NodeID b) {
    return degrees[a] > degrees[b] || (degrees[a] == degrees[b] && a > b);
  };
  std::vector<NodeID> list;
  lists_.offsets.push_back(0);
  for (NodeID n = 0; n < num_nodes_; ++n) {
    neighbours_of(g, n, list);
    std::copy_if(list.begin(), list.end(),
                 std::back_inserter(lists_.neighbours),
                 [&](NodeID v) { return is_later(v, n); });
    lists_.offsets.push_back(std::int64_t(lists_.neighbours.size()));
  }
}

} // namespace gap
