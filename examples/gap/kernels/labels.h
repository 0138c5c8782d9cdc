//===- labels.h - labels of components, as a forest -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// labels[n] <= n leads towards the root of n's tree, whose label is itself. All
// vertices of a tree are in one component.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_LABELS_H
#define GAP_LABELS_H

#include "graph/graph.h"
#include "kernels/relaxed.h"

#include <utility>
#include <vector>

namespace gap {

/// Makes every vertex a tree of its own.
inline void reset_labels(std::vector<NodeID> &labels) {
  const auto num_nodes = static_cast<NodeID>(labels.size());
#pragma omp parallel for schedule(static)
  for (NodeID n = 0; n < num_nodes; ++n)
    labels[n] = n;
}

/// Joins the trees of u and v: when it returns they are in one tree, whatever
/// other threads join meanwhile. Returns false if both had the same label, so
/// that nothing was to be done.
///
/// A root is hooked by compare-and-swap, once and for all: it has a smaller
/// label ever after. Only labels of vertices that were hooked are stored to,
/// and only what was read on the way up from them. So trees never come apart,
/// and the way up ends.
__attribute__((always_inline)) inline bool join(NodeID *labels, NodeID u,
                                                NodeID v) {
  NodeID low = load_relaxed(labels[u]);
  NodeID high = load_relaxed(labels[v]); // v is below high
  if (low == high)
    return false;
  do {
    if (low > high) {
      std::swap(low, high);
      std::swap(u, v);
    }
    NodeID above = load_relaxed(labels[high]);
    if (above == high) // a root
      above = claim(labels[high], high, low) ? low : load_relaxed(labels[high]);
    store_relaxed(labels[v], above); // shortens the way to the root
    high = above;
  } while (low != high);
  return true;
}

/// Sets every label to the label of its root.
inline void flatten(std::vector<NodeID> &labels) {
  const auto num_nodes = static_cast<NodeID>(labels.size());
#pragma omp parallel for schedule(static)
  for (NodeID n = 0; n < num_nodes; ++n) {
    NodeID label = load_relaxed(labels[n]);
    for (NodeID up; (up = load_relaxed(labels[label])) != label;)
      label = up;
    store_relaxed(labels[n], label);
  }
}

} // namespace gap
#endif
