//===- row_loops.cpp - the loops of PageRank on a rank -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row costs what it has in-neighbours.
//
//===----------------------------------------------------------------------===//
#include "row_loops.h"

#include <cmath>

namespace ranks {

double contribute(const Rows &rows, std::vector<double> &contributions) {
  const NodeID count = rows.count();
  contributions.resize(static_cast<std::size_t>(count));
  double dangling = 0;
#pragma omp parallel for reduction(+ : dangling)
  for (NodeID row = 0; row < count; ++row) {
    const NodeID degree = rows.out_degrees[row];
    contributions[row] = degree > 0 ? rows.ranks[row] / degree : 0;
    dangling += degree > 0 ? 0 : rows.ranks[row];
  }
  return dangling;
}

double pull(Rows &rows, const NodeID *slots, const double *contributions,
            double base, double damping) {
  const std::int64_t *const first = rows.first.data();
  double *const ranks = rows.ranks.data();
  const NodeID count = rows.count();
  double change = 0;
#pragma ompx usersched(load : first[row + 1] - first[row])
#pragma omp parallel for reduction(+ : change)
  for (NodeID row = 0; row < count; ++row) {
    double sum = 0;
    for (std::int64_t i = first[row]; i < first[row + 1]; ++i)
      sum += contributions[slots[i]];
    const double now = base + damping * sum;
    change += std::fabs(now - ranks[row]);
    ranks[row] = now;
  }
  return change;
}

} // namespace ranks
