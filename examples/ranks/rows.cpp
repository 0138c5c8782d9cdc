//===- rows.cpp - the vertices of a rank ---------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a rank keeps goes through the mail, too: so there is one way to make
// rows.
//
//===----------------------------------------------------------------------===//
#include "rows.h"

#include <algorithm>
#include <numeric>

namespace ranks {

void RowMail::add(int to, const gap::Graph &g, NodeID vertex) {
  const gap::NodeRange in = g.in_neigh(vertex);
  heads_[to].push_back({vertex, static_cast<NodeID>(g.out_degree(vertex)),
                        static_cast<NodeID>(in.size()), 1.0 / g.num_nodes()});
  neighbours_[to].insert(neighbours_[to].end(), in.begin(), in.end());
}

void RowMail::add(int to, const Rows &rows, NodeID row) {
  const NodeID *const all = rows.neighbours.data();
  const std::int64_t begin = rows.first[row], end = rows.first[row + 1];
  heads_[to].push_back({rows.ids[row], rows.out_degrees[row],
                        static_cast<NodeID>(end - begin), rows.ranks[row]});
  neighbours_[to].insert(neighbours_[to].end(), all + begin, all + end);
}

Rows RowMail::exchange(const Communicator &ranks) const {
  std::vector<int> counts;
  const std::vector<Head> heads = ranks.exchange(heads_, counts);
  const std::vector<NodeID> came = ranks.exchange(neighbours_, counts);
  std::vector<std::int64_t> begin;
  std::int64_t at = 0;
  for (const Head &head : heads) {
    begin.push_back(at);
    at += head.in_degree;
  }
  std::vector<std::size_t> order(heads.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return heads[a].id < heads[b].id;
  });
  Rows rows;
  for (std::size_t i : order) {
    const auto from = came.begin() + begin[i];
    rows.ids.push_back(heads[i].id);
    rows.out_degrees.push_back(heads[i].out_degree);
    rows.ranks.push_back(heads[i].rank);
    rows.neighbours.insert(rows.neighbours.end(), from,
                           from + heads[i].in_degree);
    rows.first.push_back(static_cast<std::int64_t>(rows.neighbours.size()));
  }
  return rows;
}

double RowMail::bytes(const Communicator &ranks) const {
  double bytes = 0;
  for (int to = 0; to < ranks.size(); ++to)
    if (to != ranks.rank())
      bytes += double(heads_[to].size() * sizeof(Head) +
                      neighbours_[to].size() * sizeof(NodeID));
  return bytes;
}

} // namespace ranks
