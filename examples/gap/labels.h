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

#include "graph.h"
#include "relaxed.h"

#include <vector>

namespace gap {

/// Every vertex on its own.
inline void reset_labels(std::vector<NodeID> &labels) {
  const auto num_nodes = static_cast<NodeID>(labels.size());
#pragma omp parallel for schedule(static)
  for (NodeID n = 0; n < num_nodes; ++n)
    labels[n] = n;
}

/// Makes every label that of the root.
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
