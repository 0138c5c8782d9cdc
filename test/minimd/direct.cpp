//===- direct.cpp - what lists and loops must agree with ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As plain as it can be.
//
//===----------------------------------------------------------------------===//
#include "direct.h"
#include "ghosts.h"

#include <cmath>
#include <random>

namespace minimd_test {

using namespace minimd;

Vec3 nearest(const Atoms &atoms, int a, int b) {
  Vec3 d = atoms.position[a] - atoms.position[b];
  d.x -= atoms.box.x * std::round(d.x / atoms.box.x);
  d.y -= atoms.box.y * std::round(d.y / atoms.box.y);
  d.z -= atoms.box.z * std::round(d.z / atoms.box.z);
  return d;
}

Direct direct_forces(const Atoms &atoms, const Potential &potential) {
  Direct result;
  const int n = atoms.num_owned();
  result.forces.resize(n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < a; ++b) {
      const Vec3 d = nearest(atoms, a, b);
      const double r = std::sqrt(dot(d, d));
      if (r >= potential.cutoff)
        continue;
      const double s6 = std::pow(potential.sigma / r, 6);
      const double force =
          24 * potential.epsilon * (2 * s6 * s6 - s6) / r; // -dU/dr
      result.forces[a] += d * (force / r);
      result.forces[b] -= d * (force / r);
      result.sums.potential += 4 * potential.epsilon * (s6 * s6 - s6);
      result.sums.virial += force * r;
    }
  return result;
}

std::vector<std::pair<int, int>> direct_pairs(const Atoms &atoms,
                                              double reach) {
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < atoms.num_owned(); ++a)
    for (int b = a + 1; b < atoms.num_owned(); ++b) {
      const Vec3 d = nearest(atoms, a, b);
      if (dot(d, d) <= reach * reach)
        pairs.emplace_back(a, b);
    }
  return pairs;
}

Atoms shaken(System system, int cells, double displacement) {
  Input input;
  input.lattice.system = system;
  for (int &c : input.lattice.cells)
    c = cells;
  Atoms atoms = make_atoms(input);
  std::mt19937 random(7);
  // Not a distribution of the library: those differ from library to library.
  const auto shift = [&] {
    return (double(random()) / 4294967296.0 - 0.5) * 2 * displacement;
  };
  for (Vec3 &p : atoms.position)
    p += Vec3{shift(), shift(), shift()};
  Ghosts::wrap(atoms);
  return atoms;
}

} // namespace minimd_test
