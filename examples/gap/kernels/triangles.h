//===- triangles.h - the triangles of one vertex, and what they cost ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A triangle is counted at its first vertex in the order of an OrderedGraph:
// there, each later neighbour's list is intersected with the vertex's own.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_TRIANGLES_H
#define GAP_TRIANGLES_H

#include "graph/ordered_graph.h"

#include <algorithm>

namespace gap {

/// Returns how many vertices are in both sorted lists. Uses indices: pointers
/// would be advanced by lea, which is slower on x86 with rbp or r13.
inline std::int64_t count_common(NodeRange a, NodeRange b) {
  std::int64_t count = 0;
  for (std::int64_t i = 0, j = 0; i != a.size() && j != b.size();) {
    const NodeID left = a.begin()[i], right = b.begin()[j];
    count += left == right;
    i += left <= right;
    j += right <= left;
  }
  return count;
}

inline std::int64_t triangles_at(const OrderedGraph &g, NodeID n) {
  std::int64_t count = 0;
  for (NodeID v : g.later(n))
    count += count_common(g.later(n), g.later(v));
  return count;
}

/// Returns the most steps that the intersections at n can take: the load of
/// triangles_at().
inline std::int64_t steps_at(const OrderedGraph &g, NodeID n) {
  const NodeRange list = g.later(n);
  std::int64_t steps = 1 + list.size() * list.size();
  for (NodeID v : list)
    steps += g.later(v).size();
  return steps;
}

} // namespace gap
#endif
