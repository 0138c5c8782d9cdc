//===- thermo.cpp - temperature, energy, pressure -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pressure is that of the virial theorem.
//
//===----------------------------------------------------------------------===//
#include "thermo.h"
#include "sums.h"

#include <algorithm>

namespace minimd {
namespace {

double twice_kinetic_energy(const Atoms &atoms) {
  return blocked_sum(atoms.num_owned(), [&](int i) {
    return dot(atoms.velocity[i], atoms.velocity[i]);
  });
}

} // namespace

double kinetic_temperature(const Atoms &atoms) {
  return twice_kinetic_energy(atoms) / std::max(3 * atoms.num_owned() - 3, 1);
}

Vec3 total_momentum(const Atoms &atoms) {
  const int n = atoms.num_owned();
  const std::vector<Vec3> &v = atoms.velocity;
  return {blocked_sum(n, [&](int i) { return v[i].x; }),
          blocked_sum(n, [&](int i) { return v[i].y; }),
          blocked_sum(n, [&](int i) { return v[i].z; })};
}

Thermo measure(const Atoms &atoms, const PairSums &sums) {
  const double twice_kinetic = twice_kinetic_energy(atoms);
  Thermo result;
  result.temperature = kinetic_temperature(atoms);
  result.potential = sums.potential / atoms.num_owned();
  result.pressure = (twice_kinetic + sums.virial) / 3 / atoms.volume();
  result.total = result.potential + 0.5 * twice_kinetic / atoms.num_owned();
  return result;
}

} // namespace minimd
