//===- verify_bfs.cpp - breadth-first search, serially --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The depths come from a top-down search with a queue.
//
//===----------------------------------------------------------------------===//
#include "kernels/verify.h"

#include <algorithm>

namespace gap {

std::vector<NodeID> serial_depths(const Graph &g, NodeID source) {
  std::vector<NodeID> depths(g.num_nodes(), -1), queue = {source};
  depths[source] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next)
    for (NodeID v : g.out_neigh(queue[next]))
      if (depths[v] < 0) {
        depths[v] = depths[queue[next]] + 1;
        queue.push_back(v);
      }
  return depths;
}

std::string check_parents(const Graph &g, NodeID source,
                          const std::vector<NodeID> &depths,
                          const std::vector<NodeID> &parents) {
  for (NodeID n = 0; n < g.num_nodes(); ++n) {
    const std::string vertex = "vertex " + std::to_string(n);
    const NodeID parent = parents[n];
    if (n == source) {
      if (parent != source)
        return "the source " + std::to_string(n) + " has the parent " +
               std::to_string(parent) + "; expected itself";
      continue;
    }
    if (depths[n] < 0 && parent == -1)
      continue;
    if (depths[n] < 0)
      return vertex + " has a parent, but no path leads there";
    if (parent == -1)
      return vertex + " was not reached; expected it at depth " +
             std::to_string(depths[n]);
    if (parent < 0 || parent >= g.num_nodes())
      return vertex + " has the parent " + std::to_string(parent) +
             ", which is no vertex";
    if (depths[parent] + 1 != depths[n])
      return vertex + " of depth " + std::to_string(depths[n]) +
             " has a parent of depth " + std::to_string(depths[parent]);
    const NodeRange in = g.in_neigh(n);
    if (std::find(in.begin(), in.end(), parent) == in.end())
      return vertex + " has the parent " + std::to_string(parent) +
             ", but no edge leads from there";
  }
  return "";
}

} // namespace gap
