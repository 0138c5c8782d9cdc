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

double degrees_of_freedom(double atoms) { return std::max(3 * atoms - 3, 1.0); }

} // namespace

double kinetic_temperature(const Atoms &atoms) {
  return twice_kinetic_energy(atoms) / degrees_of_freedom(atoms.num_owned());
}

Vec3 total_momentum(const Atoms &atoms) {
  const int n = atoms.num_owned();
  const std::vector<Vec3> &v = atoms.velocity;
  return {blocked_sum(n, [&](int i) { return v[i].x; }),
          blocked_sum(n, [&](int i) { return v[i].y; }),
          blocked_sum(n, [&](int i) { return v[i].z; })};
}

Totals total(const Atoms &atoms, const PairSums &sums) {
  return {double(atoms.num_owned()), twice_kinetic_energy(atoms),
          sums.potential, sums.virial, total_momentum(atoms)};
}

Thermo measure(const Totals &t, double volume) {
  Thermo result;
  result.temperature = t.twice_kinetic / degrees_of_freedom(t.atoms);
  result.potential = t.potential / t.atoms;
  result.pressure = (t.twice_kinetic + t.virial) / 3 / volume;
  result.total = result.potential + 0.5 * t.twice_kinetic / t.atoms;
  return result;
}

Thermo measure(const Atoms &atoms, const PairSums &sums) {
  return measure(total(atoms, sums), atoms.volume());
}

} // namespace minimd
