//===- verify_bc.cpp - betweenness centrality, serially -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brandes, "A faster algorithm for betweenness centrality" (2001), as printed:
// a queue, a list of predecessors for each vertex, and a stack.
//
//===----------------------------------------------------------------------===//
#include "kernels/verify.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gap {

std::vector<double> serial_centrality(const Graph &g,
                                      const std::vector<NodeID> &sources) {
  std::vector<double> centrality(g.num_nodes(), 0.0);
  for (NodeID source : sources) {
    std::vector<NodeID> distance(g.num_nodes(), -1), order = {source};
    std::vector<double> paths(g.num_nodes(), 0.0), share(g.num_nodes(), 0.0);
    std::vector<std::vector<NodeID>> predecessors(g.num_nodes());
    distance[source] = 0;
    paths[source] = 1;
    for (std::size_t next = 0; next < order.size(); ++next) {
      const NodeID u = order[next];
      for (NodeID v : g.out_neigh(u)) {
        if (distance[v] < 0) {
          distance[v] = distance[u] + 1;
          order.push_back(v);
        }
        if (distance[v] == distance[u] + 1) {
          paths[v] += paths[u];
          predecessors[v].push_back(u);
        }
      }
    }
    for (; order.size() > 1; order.pop_back()) {
      const NodeID v = order.back();
      for (NodeID u : predecessors[v])
        share[u] += paths[u] / paths[v] * (1 + share[v]);
      centrality[v] += share[v];
    }
  }
  return centrality;
}

std::string check_values(const std::vector<double> &expected,
                         const std::vector<double> &values,
                         const std::string &what) {
  for (std::size_t n = 0; n < expected.size(); ++n) {
    const double scale =
        std::max({std::fabs(expected[n]), std::fabs(values[n]), 1e-9});
    if (std::isfinite(values[n]) &&
        std::fabs(expected[n] - values[n]) <= 1e-8 * scale)
      continue;
    char text[160];
    std::snprintf(text, sizeof text, "%zu has the %s %.12g; expected %.12g", n,
                  what.c_str(), values[n], expected[n]);
    return std::string("vertex ") + text;
  }
  return "";
}

} // namespace gap
