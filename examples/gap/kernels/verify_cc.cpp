//===- verify_cc.cpp - weakly connected components, serially --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts a search at each vertex that no earlier search has reached.
//
//===----------------------------------------------------------------------===//
#include "kernels/verify.h"

namespace gap {

std::vector<NodeID> serial_components(const Graph &g) {
  std::vector<NodeID> components(g.num_nodes(), -1), stack;
  for (NodeID root = 0; root < g.num_nodes(); ++root) {
    const auto visit = [&](NodeID v) {
      if (components[v] < 0) {
        components[v] = root;
        stack.push_back(v);
      }
    };
    visit(root);
    while (!stack.empty()) {
      const NodeID u = stack.back();
      stack.pop_back();
      for (NodeID v : g.out_neigh(u))
        visit(v);
      for (NodeID v : g.in_neigh(u))
        visit(v);
    }
  }
  return components;
}

std::string check_labels(const std::vector<NodeID> &components,
                         const std::vector<NodeID> &labels) {
  const auto num_nodes = static_cast<NodeID>(components.size());
  std::vector<NodeID> component_of(components.size(), -1); // of a label
  for (NodeID n = 0; n < num_nodes; ++n) {
    const NodeID label = labels[n], root = components[n];
    const std::string vertex = "vertex " + std::to_string(n);
    if (label < 0 || label >= num_nodes)
      return vertex + " has the label " + std::to_string(label) +
             ", which is no vertex";
    if (labels[root] != label)
      return vertex + " has another label than " + std::to_string(root) +
             " of the same component";
    if (component_of[label] < 0)
      component_of[label] = root;
    if (component_of[label] != root)
      return vertex + " has the same label as " +
             std::to_string(component_of[label]) + " of another component";
  }
  return "";
}

} // namespace gap
