//===- force_test.cpp - lists and forces against every pair of atoms ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On boxes small enough for that; the smallest is hardly wider than two
// reaches, so that every atom near a face has images on the other side.
//
//===----------------------------------------------------------------------===//
#include "direct.h"
#include "force.h"
#include "ghosts.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <omp.h>

namespace {

using namespace minimd;
using namespace minimd_test;
using gap::Schedule;
using gap::ScheduleKind;

constexpr double reach = 2.8;

/// A list and all that it is made of.
struct Listed {
  Atoms atoms;
  Ghosts ghosts;
  Cells cells;
  NeighborList list;
  LoopLog log;

  Listed(const Atoms &from, ListKind kind)
      : atoms(from), cells({{}, from.box}, reach) {
    ghosts.make(atoms, reach);
    cells.bin(atoms);
    list.build(kind, atoms, ghosts, cells, reach, {ScheduleKind::Static, 0},
               log);
  }

  std::vector<std::pair<int, int>> pairs() const {
    std::vector<std::pair<int, int>> result;
    for (int i = 0; i < atoms.num_owned(); ++i)
      for (int k = 0; k < list.num_neighbors()[i]; ++k)
        result.emplace_back(i, list.owner()[list.neighbors(i)[k]]);
    std::sort(result.begin(), result.end());
    return result;
  }
};

struct Case {
  System system;
  int cells;
};

class Boxes : public testing::TestWithParam<Case> {
protected:
  const Atoms atoms = shaken(GetParam().system, GetParam().cells);
};

TEST_P(Boxes, HalfListHasEveryPairOnce) {
  const Listed listed(atoms, ListKind::Half);
  EXPECT_EQ(listed.pairs(), direct_pairs(atoms, reach));
}

TEST_P(Boxes, FullListHasEveryPairAtBothAtoms) {
  std::vector<std::pair<int, int>> both = direct_pairs(atoms, reach);
  for (std::size_t i = 0, count = both.size(); i < count; ++i)
    both.emplace_back(both[i].second, both[i].first);
  std::sort(both.begin(), both.end());
  EXPECT_EQ(Listed(atoms, ListKind::Full).pairs(), both);
}

TEST_P(Boxes, ClosestPairIsFound) {
  const Listed listed(atoms, ListKind::Full);
  const AtomPair pair = closest_pair(listed.atoms, listed.list);
  ASSERT_GE(pair.a, 0);
  EXPECT_TRUE(direct_pairs(atoms, pair.distance * (1 - 1e-9)).empty());
  EXPECT_EQ(direct_pairs(atoms, pair.distance * (1 + 1e-9)).size(), 1u);
}

TEST_P(Boxes, ForcesAreThoseOfAllPairs) {
  Potential potential;
  potential.epsilon = 1.5;
  potential.sigma = 0.9;
  const Direct expected = direct_forces(atoms, potential);
  for (int threads : {1, 2, 3})
    for (ForceKind kind :
         {ForceKind::Full, ForceKind::HalfAtomic, ForceKind::HalfBuffers}) {
      omp_set_num_threads(threads);
      Listed listed(atoms, list_kind(kind));
      ForceField field(potential, kind);
      for (bool with_sums : {true, false}) {
        const PairSums sums = field.compute(listed.atoms, listed.list,
                                            Schedule(), with_sums, listed.log);
        double worst = 0, largest = 0;
        for (int i = 0; i < atoms.num_owned(); ++i) {
          const Vec3 d = listed.atoms.force[i] - expected.forces[i];
          worst = std::max(worst, dot(d, d));
          largest =
              std::max(largest, dot(expected.forces[i], expected.forces[i]));
        }
        EXPECT_LT(worst, largest * 1e-24) << threads << " threads";
        const PairSums right = with_sums ? expected.sums : PairSums();
        EXPECT_NEAR(sums.potential, right.potential,
                    1e-11 * std::abs(right.potential));
        EXPECT_NEAR(sums.virial, right.virial, 1e-10 * std::abs(right.virial));
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Systems, Boxes,
                         testing::Values(Case{System::Uniform, 4},
                                         Case{System::Uniform, 5},
                                         Case{System::Droplet, 7},
                                         Case{System::Slab, 6},
                                         Case{System::Gradient, 6}));

TEST(NeighborList, IsOfFewAtomsToo) {
  Atoms atoms = shaken(System::Uniform, 4);
  atoms.position.resize(1);
  atoms.velocity.resize(1);
  atoms.force.resize(1);
  const Listed listed(atoms, ListKind::Full);
  EXPECT_EQ(listed.list.num_neighbors(), std::vector<int>{0});
  EXPECT_EQ(closest_pair(listed.atoms, listed.list).a, -1);
}

TEST(Cells, AtomsOnFacesAndEdgesAreFound) {
  Atoms atoms;
  atoms.box = {7, 7, 7};
  const double last = std::nextafter(7.0, 0.0);
  for (double x : {0.0, 1.4, 2.8, last})
    for (double z : {0.0, 4.2, last})
      atoms.position.push_back({x, last - x, z});
  atoms.velocity.resize(atoms.position.size());
  EXPECT_EQ(Listed(atoms, ListKind::Half).pairs(), direct_pairs(atoms, reach));
}

} // namespace
