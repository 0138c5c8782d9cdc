//===- verify_pr.cpp - a PageRank iteration, serially ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pushed along the out-edges, where the kernels pull along the in-edges.
//
//===----------------------------------------------------------------------===//
#include "kernels/verify.h"

#include <cmath>
#include <cstdio>

namespace gap {
namespace {

/// The L1 norm of the difference that one iteration makes.
double push_residual(const Graph &g, const std::vector<double> &ranks,
                     double damping) {
  std::vector<double> incoming(g.num_nodes(), 0.0);
  double dangling = 0;
  for (NodeID u = 0; u < g.num_nodes(); ++u) {
    if (g.out_degree(u) == 0)
      dangling += ranks[u];
    for (NodeID v : g.out_neigh(u))
      incoming[v] += ranks[u] / double(g.out_degree(u));
  }
  double residual = 0;
  for (NodeID v = 0; v < g.num_nodes(); ++v)
    residual += std::fabs((1 - damping) / g.num_nodes() +
                          damping * (incoming[v] + dangling / g.num_nodes()) -
                          ranks[v]);
  return residual;
}

} // namespace

std::string check_ranks(const Graph &g, const std::vector<double> &ranks,
                        double damping, double bound) {
  double sum = 0;
  for (double rank : ranks)
    sum += rank;
  char text[160];
  // The ranks of pr_gs are not those of one complete iteration: their sum may
  // differ from 1 by as much as the ranks themselves may be wrong.
  const double slack = 1e-6 + (damping < 1 ? bound / (1 - damping) : 0);
  if (!(std::fabs(sum - 1) < slack)) {
    std::snprintf(text, sizeof text, "the ranks sum to %.9g instead of 1", sum);
    return text;
  }
  const double residual = push_residual(g, ranks, damping);
  if (residual <= bound)
    return "";
  std::snprintf(text, sizeof text,
                "one more iteration changes the ranks by %.3g; expected at "
                "most %.3g",
                residual, bound);
  return text;
}

} // namespace gap
