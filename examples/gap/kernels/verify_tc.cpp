//===- verify_tc.cpp - triangles, serially --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks the neighbours of one vertex, and looks for marks among the neighbours
// of its neighbours; the kernel merges sorted lists.
//
//===----------------------------------------------------------------------===//
#include "kernels/verify.h"

#include <algorithm>
#include <numeric>

namespace gap {
namespace {

/// In either direction, each once, without the vertex itself.
std::vector<std::vector<NodeID>> neighbours_of_all(const Graph &g) {
  std::vector<std::vector<NodeID>> lists(g.num_nodes());
  for (NodeID u = 0; u < g.num_nodes(); ++u)
    for (NodeID v : g.out_neigh(u))
      if (u != v) {
        lists[u].push_back(v);
        lists[v].push_back(u);
      }
  for (auto &list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return lists;
}

} // namespace

std::int64_t serial_triangles(const Graph &g) {
  const auto lists = neighbours_of_all(g);
  // Vertices of the fewest neighbours first; each is taken out after its turn,
  // so that no list is walked much longer than the graph is dense.
  std::vector<NodeID> order(g.num_nodes());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](NodeID a, NodeID b) {
    return lists[a].size() < lists[b].size() ||
           (lists[a].size() == lists[b].size() && a < b);
  });
  std::vector<NodeID> turn(g.num_nodes());
  for (NodeID i = 0; i < g.num_nodes(); ++i)
    turn[order[i]] = i;
  std::vector<std::vector<NodeID>> later(g.num_nodes());
  for (NodeID u = 0; u < g.num_nodes(); ++u)
    for (NodeID v : lists[u])
      if (turn[v] > turn[u])
        later[u].push_back(v);

  std::int64_t triangles = 0;
  std::vector<char> marked(g.num_nodes());
  for (NodeID u : order) {
    for (NodeID v : later[u])
      marked[v] = 1;
    for (NodeID v : later[u])
      for (NodeID w : later[v])
        triangles += marked[w];
    for (NodeID v : later[u])
      marked[v] = 0;
  }
  return triangles;
}

std::string check_triangles(std::int64_t expected, std::int64_t counted) {
  if (counted == expected)
    return "";
  return std::to_string(counted) + " triangles were counted; expected " +
         std::to_string(expected);
}

} // namespace gap
