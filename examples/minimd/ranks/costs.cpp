//===- costs.cpp - what an atom costs -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without a measurement, atoms cost what they are expected to.
//
//===----------------------------------------------------------------------===//
#include "ranks/costs.h"

namespace minimd {
namespace {

/// What an atom takes beside its neighbours, in neighbours.
constexpr double per_atom = 8;

double work_of(const std::vector<int> &num_neighbors) {
  double work = 0;
  for (int neighbors : num_neighbors)
    work += neighbors + per_atom;
  return work;
}

} // namespace

void AtomCosts::note(double busy_seconds,
                     const std::vector<int> &num_neighbors) {
  busy_ += busy_seconds;
  work_ += work_of(num_neighbors);
}

std::vector<double> AtomCosts::of(const std::vector<int> &num_neighbors) const {
  const double seconds = busy_ > 0 && work_ > 0 ? busy_ / work_ : 1e-8;
  std::vector<double> costs;
  costs.reserve(num_neighbors.size());
  for (int neighbors : num_neighbors)
    costs.push_back(seconds * (neighbors + per_atom));
  return costs;
}

} // namespace minimd
