//===- costs.cpp - what an atom costs -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measured time is spread over the atoms by what they are about to take.
//
//===----------------------------------------------------------------------===//
#include "ranks/costs.h"

namespace minimd {
namespace {

/// What an atom takes beside its neighbours, in neighbours.
constexpr double per_atom = 8;

} // namespace

std::vector<double> costs_of_atoms(double busy_seconds,
                                   const std::vector<int> &num_neighbors) {
  double all = 0;
  for (int neighbors : num_neighbors)
    all += neighbors + per_atom;
  std::vector<double> costs;
  costs.reserve(num_neighbors.size());
  for (int neighbors : num_neighbors)
    costs.push_back(busy_seconds * (neighbors + per_atom) / all);
  return costs;
}

} // namespace minimd
