//===- lattice_test.cpp - systems to start from, and their velocities -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The systems differ in how many neighbours atoms have; that is their purpose.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "direct.h"
#include "thermo.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace {

using namespace minimd;
using namespace minimd_test;

Lattice lattice(System system, int cells) {
  Lattice result;
  result.system = system;
  for (int &c : result.cells)
    c = cells;
  return result;
}

TEST(Lattice, UniformHasFourAtomsPerCellAtTheDensity) {
  const Atoms atoms = make_crystal(lattice(System::Uniform, 5)).atoms;
  EXPECT_EQ(atoms.num_owned(), 500);
  EXPECT_NEAR(atoms.num_owned() / atoms.volume(), 0.8442, 1e-12);
}

TEST(Lattice, NeighboursOfACrystalAreOneHalfDiagonalAway) {
  const Atoms atoms = make_crystal(lattice(System::Uniform, 4)).atoms;
  const double closest = std::cbrt(4 / 0.8442) / std::sqrt(2);
  EXPECT_TRUE(direct_pairs(atoms, closest * 0.999).empty());
  // Each atom has twelve of them.
  EXPECT_EQ(direct_pairs(atoms, closest * 1.001).size(), 256u * 12 / 2);
}

TEST(Lattice, AllAtomsAreInTheBox) {
  for (System system :
       {System::Uniform, System::Droplet, System::Slab, System::Gradient})
    for (const Vec3 &p : make_crystal(lattice(system, 6)).atoms.position) {
      const double side = 6 * std::cbrt(4 / 0.8442);
      EXPECT_TRUE(p.x >= 0 && p.x < side && p.y >= 0 && p.y < side &&
                  p.z >= 0 && p.z < side);
    }
}

class Imbalanced : public testing::TestWithParam<System> {};

TEST_P(Imbalanced, NeighbourCountsDifferByAnOrderOfMagnitude) {
  const Atoms atoms = make_crystal(lattice(GetParam(), 12)).atoms;
  std::vector<int> counts(atoms.num_owned());
  for (const auto &[a, b] : direct_pairs(atoms, 2.8))
    ++counts[a], ++counts[b];
  std::sort(counts.begin(), counts.end());
  const int few = counts[counts.size() / 20];
  const int many = counts[counts.size() * 99 / 100];
  EXPECT_GE(many, 10 * std::max(few, 1)) << few << " to " << many;
}

TEST_P(Imbalanced, AnotherSeedMakesAnotherVapour) {
  Lattice one = lattice(GetParam(), 6), other = one;
  other.seed = 2;
  EXPECT_EQ(make_crystal(one).site, make_crystal(one).site);
  EXPECT_NE(make_crystal(one).site, make_crystal(other).site);
}

INSTANTIATE_TEST_SUITE_P(Systems, Imbalanced,
                         testing::Values(System::Droplet, System::Slab,
                                         System::Gradient));

TEST(Lattice, TooManyCellsAreRefused) {
  EXPECT_THROW(make_crystal(lattice(System::Uniform, 100000)), gap::InputError);
}

TEST(Velocities, HaveTheTemperatureAndNoMomentum) {
  for (VelocityKind kind : {VelocityKind::Maxwell, VelocityKind::Uniform}) {
    Crystal crystal = make_crystal(lattice(System::Uniform, 5));
    set_velocities(crystal.atoms, crystal.site, kind, 1, 1.44);
    EXPECT_NEAR(kinetic_temperature(crystal.atoms), 1.44, 1e-12);
    const Vec3 p = total_momentum(crystal.atoms);
    EXPECT_NEAR(dot(p, p), 0, 1e-20);
  }
}

TEST(Velocities, MaxwellsAreGaussian) {
  Crystal crystal = make_crystal(lattice(System::Uniform, 10));
  set_velocities(crystal.atoms, crystal.site, VelocityKind::Maxwell, 1, 1);
  double second = 0, fourth = 0;
  for (const Vec3 &v : crystal.atoms.velocity)
    for (double x : {v.x, v.y, v.z}) {
      second += x * x;
      fourth += x * x * x * x;
    }
  const double count = 3.0 * crystal.atoms.num_owned();
  // 3 for a Gaussian, 1.8 for what is equally distributed; from 12000 numbers,
  // with a deviation of 0.05.
  EXPECT_NEAR(fourth * count / (second * second), 3, 0.2);
}

TEST(Velocities, FollowFromTheSeed) {
  Crystal a = make_crystal(lattice(System::Uniform, 4)), b = a, c = a;
  set_velocities(a.atoms, a.site, VelocityKind::Maxwell, 1, 1);
  set_velocities(b.atoms, b.site, VelocityKind::Maxwell, 1, 1);
  set_velocities(c.atoms, c.site, VelocityKind::Maxwell, 2, 1);
  EXPECT_EQ(a.atoms.velocity[7].x, b.atoms.velocity[7].x);
  EXPECT_NE(a.atoms.velocity[7].x, c.atoms.velocity[7].x);
}

} // namespace
