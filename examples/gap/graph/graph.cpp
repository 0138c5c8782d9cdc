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
#include "graph/graph.h"

#include <stdexcept>
#include <utility>

namespace gap {
namespace {

/// Throws std::invalid_argument unless every range and vertex is valid.
void check(const AdjacencyView &a) {
  if (a.num_offsets < 1 || a.num_offsets - 1 > std::int64_t{max_node_id} + 1)
    throw std::invalid_argument("a graph has 0 to 2147483647 vertices");
  const std::int64_t num_nodes = a.num_offsets - 1;
  if (a.offsets[0] != 0 || a.offsets[num_nodes] != a.num_arcs)
    throw std::invalid_argument("the offsets do not span the neighbour lists");

  std::int64_t wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (std::int64_t n = 0; n < num_nodes; ++n)
    wrong += a.offsets[n] > a.offsets[n + 1];
  if (wrong)
    throw std::invalid_argument("the offsets are not ascending");
#pragma omp parallel for reduction(+ : wrong)
  for (std::int64_t i = 0; i < a.num_arcs; ++i)
    wrong += a.neighbours[i] < 0 || a.neighbours[i] >= num_nodes;
  if (wrong)
    throw std::invalid_argument("a neighbour is not a vertex of the graph");
}

AdjacencyView view_of(const Adjacency &a) {
  return {a.offsets.data(), static_cast<std::int64_t>(a.offsets.size()),
          a.neighbours.data(), static_cast<std::int64_t>(a.neighbours.size())};
}

} // namespace

Graph::Graph(AdjacencyView out, AdjacencyView in,
             std::shared_ptr<const void> owner)
    : owner_(std::move(owner)), out_offsets_(out.offsets),
      in_offsets_(in.offsets), out_neighbours_(out.neighbours),
      in_neighbours_(in.neighbours),
      num_nodes_(static_cast<NodeID>(out.num_offsets - 1)),
      num_edges_(out.num_arcs) {}

Graph Graph::directed(Adjacency out, Adjacency in) {
  auto owner = std::make_shared<const std::pair<Adjacency, Adjacency>>(
      std::move(out), std::move(in));
  return directed(view_of(owner->first), view_of(owner->second), owner);
}

Graph Graph::directed(AdjacencyView out, AdjacencyView in,
                      std::shared_ptr<const void> owner) {
  check(out);
  check(in);
  if (out.num_offsets != in.num_offsets || out.num_arcs != in.num_arcs)
    throw std::invalid_argument("the in-neighbours are of another graph");
  return Graph(out, in, std::move(owner));
}

Graph Graph::undirected(Adjacency adjacency) {
  auto owner = std::make_shared<const Adjacency>(std::move(adjacency));
  return undirected(view_of(*owner), owner);
}

Graph Graph::undirected(AdjacencyView adjacency,
                        std::shared_ptr<const void> owner) {
  check(adjacency);
  Graph g(adjacency, adjacency, std::move(owner));
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
