//===- rows.h - the vertices of a rank -----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is a vertex with its in-neighbours and its rank of PageRank. Each row
// has one owner, and moves with all that it has.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_ROWS_H
#define RANKS_ROWS_H

#include "graph/graph.h"
#include "ranks/communicator.h"

namespace ranks {

using gap::NodeID;
using minimd::Communicator;

/// The rows of one rank, by ascending id.
struct Rows {
  std::vector<NodeID> ids;
  std::vector<NodeID> out_degrees;
  std::vector<double> ranks;
  /// The in-neighbours of row i are those from first[i] to first[i + 1] - 1.
  std::vector<std::int64_t> first = {0};
  std::vector<NodeID> neighbours;

  NodeID count() const { return static_cast<NodeID>(ids.size()); }
  std::int64_t num_arcs() const { return first.back(); }
};

/// Rows on their way to other ranks.
class RowMail {
  struct Head {
    NodeID id, out_degree, in_degree;
    double rank;
  };
  std::vector<std::vector<Head>> heads_; ///< one a receiver
  std::vector<std::vector<NodeID>> neighbours_;

public:
  explicit RowMail(const Communicator &ranks)
      : heads_(ranks.size()), neighbours_(ranks.size()) {}

  void add(int to, const gap::Graph &g, NodeID vertex);
  void add(int to, const Rows &rows, NodeID row);

  /// Sends the rows, and returns those that came. Collective.
  Rows exchange(const Communicator &ranks) const;
  /// What this rank sends, its own rows not counted.
  double bytes(const Communicator &ranks) const;
};

} // namespace ranks
#endif
