//===- graph.cpp - checks a graph when it is made -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that can be wrong with the arrays of a graph is found here, once,
// so that the accessors in graph.h need no checks.
//
//===----------------------------------------------------------------------===//
#include "graph.h"

#include <stdexcept>

namespace gap {
namespace {

/// Throws std::invalid_argument unless every range and vertex is valid.
void check(const Adjacency &a) {
  const auto num_offsets = static_cast<std::int64_t>(a.offsets.size());
  if (num_offsets < 1 || num_offsets - 1 > std::int64_t{max_node_id} + 1)
    throw std::invalid_argument("a graph has 0 to 2147483647 vertices");
  const std::int64_t num_nodes = num_offsets - 1;
  const auto num_arcs = static_cast<std::int64_t>(a.neighbours.size());
  if (a.offsets.front() != 0 || a.offsets.back() != num_arcs)
    throw std::invalid_argument("the offsets do not span the neighbour lists");

  std::int64_t wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (std::int64_t n = 0; n < num_nodes; ++n)
    wrong += a.offsets[n] > a.offsets[n + 1];
  if (wrong)
    throw std::invalid_argument("the offsets are not ascending");
#pragma omp parallel for reduction(+ : wrong)
  for (std::int64_t i = 0; i < num_arcs; ++i)
    wrong += a.neighbours[i] < 0 || a.neighbours[i] >= num_nodes;
  if (wrong)
    throw std::invalid_argument("a neighbour is not a vertex of the graph");
}

} // namespace

Graph::Graph(std::shared_ptr<const Adjacency> out,
             std::shared_ptr<const Adjacency> in)
    : out_(std::move(out)), in_(std::move(in)),
      out_offsets_(out_->offsets.data()), in_offsets_(in_->offsets.data()),
      out_neighbours_(out_->neighbours.data()),
      in_neighbours_(in_->neighbours.data()),
      num_nodes_(static_cast<NodeID>(out_->offsets.size() - 1)),
      num_edges_(static_cast<std::int64_t>(out_->neighbours.size())) {}

Graph Graph::directed(Adjacency out, Adjacency in) {
  check(out);
  check(in);
  if (out.offsets.size() != in.offsets.size() ||
      out.neighbours.size() != in.neighbours.size())
    throw std::invalid_argument("the in-neighbours are of another graph");
  return Graph(std::make_shared<const Adjacency>(std::move(out)),
               std::make_shared<const Adjacency>(std::move(in)));
}

Graph Graph::undirected(Adjacency adjacency) {
  check(adjacency);
  auto shared = std::make_shared<const Adjacency>(std::move(adjacency));
  Graph g(shared, shared);
  // A self-loop is in one list, once; any other edge is in two.
  std::int64_t edges = 0;
#pragma omp parallel for reduction(+ : edges)
  for (NodeID u = 0; u < g.num_nodes(); ++u)
    for (NodeID v : g.out_neigh(u))
      edges += v >= u;
  g.num_edges_ = edges;
  return g;
}

} // namespace gap
