//===- builder.cpp - from an edge list to a graph -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counting sort puts the edges into the lists of their vertices; then each
// list is sorted and its duplicates removed. The threads scatter the edges in
// any order; sorting the lists makes the result independent of that order.
//
//===----------------------------------------------------------------------===//
#include "graph/builder.h"

#include <algorithm>
#include <stdexcept>

namespace gap {
namespace {

/// Which lists an edge u v enters: u's, v's or both.
enum class Direction { Out, In, Both };

template <class Function>
void for_each_arc(const std::vector<Edge> &edges, Direction direction,
                  Function function) {
  const auto num_edges = static_cast<std::int64_t>(edges.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < num_edges; ++i) {
    const Edge e = edges[i];
    if (direction != Direction::In)
      function(e.u, e.v);
    // A self-loop enters its vertex's list once.
    if (direction == Direction::In ||
        (direction == Direction::Both && e.u != e.v))
      function(e.v, e.u);
  }
}

void prefix_sum(std::vector<std::int64_t> &offsets) {
  for (std::size_t n = 1; n < offsets.size(); ++n)
    offsets[n] += offsets[n - 1];
}

Adjacency scatter(const std::vector<Edge> &edges, NodeID num_nodes,
                  Direction direction) {
  Adjacency a;
  a.offsets.assign(std::size_t(num_nodes) + 1, 0);
  for_each_arc(edges, direction, [&](NodeID owner, NodeID) {
    std::int64_t &count = a.offsets[owner + std::size_t{1}];
#pragma omp atomic
    ++count;
  });
  prefix_sum(a.offsets);

  std::vector<std::int64_t> next(a.offsets.begin(), a.offsets.end() - 1);
  a.neighbours.resize(a.offsets.back());
  for_each_arc(edges, direction, [&](NodeID owner, NodeID neighbour) {
    std::int64_t slot;
#pragma omp atomic capture
    slot = next[owner]++;
    a.neighbours[slot] = neighbour;
  });
  return a;
}

/// Sorts every list, and closes the gaps that removed entries leave.
Adjacency tidy(Adjacency a, const BuildOptions &options) {
  const auto num_nodes = static_cast<NodeID>(a.offsets.size() - 1);
  Adjacency result;
  result.offsets.assign(a.offsets.size(), 0);
#pragma omp parallel for schedule(dynamic, 256)
  for (NodeID n = 0; n < num_nodes; ++n) {
    NodeID *begin = a.neighbours.data() + a.offsets[n];
    NodeID *end = a.neighbours.data() + a.offsets[n + 1];
    std::sort(begin, end);
    if (options.remove_duplicates)
      end = std::unique(begin, end);
    if (options.remove_self_loops)
      end = std::remove(begin, end, n);
    result.offsets[n + std::size_t{1}] = end - begin;
  }
  prefix_sum(result.offsets);
  if (result.offsets.back() == a.offsets.back())
    return a;

  result.neighbours.resize(result.offsets.back());
#pragma omp parallel for schedule(static)
  for (NodeID n = 0; n < num_nodes; ++n)
    std::copy_n(a.neighbours.data() + a.offsets[n],
                result.offsets[n + std::size_t{1}] - result.offsets[n],
                result.neighbours.data() + result.offsets[n]);
  return result;
}

} // namespace

Graph build_graph(const std::vector<Edge> &edges, NodeID num_nodes,
                  const BuildOptions &options) {
  if (num_nodes < 0)
    throw std::invalid_argument("a graph has no negative number of vertices");
  for (const Edge &e : edges)
    if (e.u < 0 || e.u >= num_nodes || e.v < 0 || e.v >= num_nodes)
      throw std::invalid_argument("an edge names a vertex outside the graph");

  auto list = [&](Direction direction) {
    return tidy(scatter(edges, num_nodes, direction), options);
  };
  if (options.symmetrize)
    return Graph::undirected(list(Direction::Both));
  return Graph::directed(list(Direction::Out), list(Direction::In));
}

Graph symmetrized(const Graph &g) {
  if (!g.is_directed())
    return g;
  std::vector<Edge> edges;
  edges.reserve(g.num_arcs());
  for (NodeID u = 0; u < g.num_nodes(); ++u)
    for (NodeID v : g.out_neigh(u))
      edges.push_back({u, v});
  BuildOptions options;
  options.symmetrize = true;
  return build_graph(edges, g.num_nodes(), options);
}

} // namespace gap
