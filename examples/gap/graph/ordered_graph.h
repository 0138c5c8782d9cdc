//===- ordered_graph.h - each edge once, in an order of vertices ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vertices are ordered by their number of neighbours, then by number. Each has
// the list of its neighbours that come later in this order, ascending by
// number. No list is much longer than the square root of the number of edges.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_ORDERED_GRAPH_H
#define GAP_ORDERED_GRAPH_H

#include "graph/graph.h"

namespace gap {

class OrderedGraph {
public:
  /// The graph without directions and self-loops.
  explicit OrderedGraph(const Graph &g);

  NodeID num_nodes() const { return num_nodes_; }
  NodeRange later(NodeID n) const {
    return {lists_.neighbours.data() + lists_.offsets[n],
            lists_.neighbours.data() + lists_.offsets[n + 1]};
  }

private:
  NodeID num_nodes_;
  Adjacency lists_;
};

} // namespace gap
#endif
