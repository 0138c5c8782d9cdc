//===- builder.h - from an edge list to a graph ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph depends only on the set of edges, never on their order in the list
// or on the number of threads: every neighbour list is sorted.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_BUILDER_H
#define GAP_BUILDER_H

#include "graph/graph.h"

#include <vector>

namespace gap {

struct BuildOptions {
  /// Make the graph undirected: each edge u v also counts as v u.
  bool symmetrize = false;
  /// Keep one of several equal edges.
  bool remove_duplicates = true;
  bool remove_self_loops = true;
};

/// Builds the graph of vertices 0 to num_nodes-1 with the given edges, using
/// all OpenMP threads. Takes about 24 bytes per edge and 32 per vertex beside
/// the list. Throws std::invalid_argument if num_nodes is negative or an edge
/// names a vertex outside the range. Not to be called in a parallel region.
Graph build_graph(const std::vector<Edge> &edges, NodeID num_nodes,
                  const BuildOptions &options);

/// Returns the graph without the directions of its arcs; an undirected graph is
/// returned as it is.
Graph symmetrized(const Graph &g);

} // namespace gap
#endif
