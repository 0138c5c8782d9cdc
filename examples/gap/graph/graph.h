//===- graph.h - a graph in compressed sparse row form --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The neighbour lists of all vertices lie one after another in one array, and
// an array of offsets says where each begins. A directed graph has two such
// pairs of arrays (out and in), an undirected one has one that serves as both.
// A Graph is immutable and was checked when it was made: every range that it
// hands out lies inside its arrays and names only vertices that exist.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_GRAPH_H
#define GAP_GRAPH_H

#include <cstdint>
#include <memory>
#include <vector>

namespace gap {

/// A vertex: 0 to num_nodes()-1.
using NodeID = std::int32_t;

/// The largest vertex number that a graph can have, 2^31-2: the number of
/// vertices is a NodeID too.
constexpr NodeID max_node_id = INT32_MAX - 1;

/// An edge of an edge list, from u to v.
struct Edge {
  NodeID u;
  NodeID v;
};

inline bool operator==(const Edge &a, const Edge &b) {
  return a.u == b.u && a.v == b.v;
}

/// The neighbours of vertex n are neighbours[offsets[n]] up to, not including,
/// neighbours[offsets[n + 1]].
struct Adjacency {
  std::vector<std::int64_t> offsets; ///< one more than there are vertices
  std::vector<NodeID> neighbours;
};

/// The same arrays, owned by somebody else.
struct AdjacencyView {
  const std::int64_t *offsets;
  std::int64_t num_offsets;
  const NodeID *neighbours;
  std::int64_t num_arcs;
};

/// A view of one vertex's neighbours; valid as long as the graph.
class NodeRange {
public:
  NodeRange(const NodeID *begin, const NodeID *end)
      : begin_(begin), end_(end) {}
  const NodeID *begin() const { return begin_; }
  const NodeID *end() const { return end_; }
  std::int64_t size() const { return end_ - begin_; }

private:
  const NodeID *begin_;
  const NodeID *end_;
};

/// Cheap to copy (copies share the arrays) and safe to read from any number of
/// threads. The functions that take a vertex require 0 <= n < num_nodes().
class Graph {
public:
  /// A directed graph. Throws std::invalid_argument if the two do not describe
  /// the same number of vertices and arcs, or name a vertex that does not
  /// exist. That they are each other's transpose is the caller's promise.
  static Graph directed(Adjacency out, Adjacency in);

  /// An undirected graph: each edge between different vertices is in both
  /// lists. Throws std::invalid_argument as directed() does.
  static Graph undirected(Adjacency adjacency);

  /// The same of arrays that stay unchanged as long as `owner` lives.
  static Graph directed(AdjacencyView out, AdjacencyView in,
                        std::shared_ptr<const void> owner);
  static Graph undirected(AdjacencyView adjacency,
                          std::shared_ptr<const void> owner);

  NodeID num_nodes() const { return num_nodes_; }
  /// Edges as people count them: arcs of a directed graph, pairs of an
  /// undirected one.
  std::int64_t num_edges() const { return num_edges_; }
  /// Entries of all out-neighbour lists together.
  std::int64_t num_arcs() const { return out_offsets_[num_nodes_]; }
  bool is_directed() const { return in_offsets_ != out_offsets_; }

  std::int64_t out_degree(NodeID n) const {
    return out_offsets_[n + 1] - out_offsets_[n];
  }
  std::int64_t in_degree(NodeID n) const {
    return in_offsets_[n + 1] - in_offsets_[n];
  }
  /// Ascending, if the builder made the graph.
  NodeRange out_neigh(NodeID n) const {
    return {out_neighbours_ + out_offsets_[n],
            out_neighbours_ + out_offsets_[n + 1]};
  }
  NodeRange in_neigh(NodeID n) const {
    return {in_neighbours_ + in_offsets_[n],
            in_neighbours_ + in_offsets_[n + 1]};
  }

  /// The arrays; those of an undirected graph's two directions are the same.
  AdjacencyView out() const { return view(out_offsets_, out_neighbours_); }
  AdjacencyView in() const { return view(in_offsets_, in_neighbours_); }

private:
  Graph(AdjacencyView out, AdjacencyView in, std::shared_ptr<const void> owner);
  AdjacencyView view(const std::int64_t *offsets,
                     const NodeID *neighbours) const {
    return {offsets, std::int64_t{num_nodes_} + 1, neighbours, num_arcs()};
  }

  std::shared_ptr<const void> owner_; ///< keeps the arrays
  const std::int64_t *out_offsets_;
  const std::int64_t *in_offsets_;
  const NodeID *out_neighbours_;
  const NodeID *in_neighbours_;
  NodeID num_nodes_;
  std::int64_t num_edges_;
};

} // namespace gap
#endif
