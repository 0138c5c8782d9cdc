//===- direct.h - what lists and loops must agree with --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pair of atoms, by the nearest images: no cells, no lists, no threads.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_TEST_DIRECT_H
#define MINIMD_TEST_DIRECT_H

#include "atoms.h"
#include "input.h"
#include "potential.h"

#include <utility>
#include <vector>

namespace minimd_test {

/// From an image of b to a, the nearest one.
minimd::Vec3 nearest(const minimd::Atoms &atoms, int a, int b);

struct Direct {
  std::vector<minimd::Vec3> forces;
  minimd::PairSums sums;
};
Direct direct_forces(const minimd::Atoms &atoms,
                     const minimd::Potential &potential);

/// The pairs (a < b) at most `reach` apart, sorted.
std::vector<std::pair<int, int>> direct_pairs(const minimd::Atoms &atoms,
                                              double reach);

/// A small system away from its lattice, every atom in the box.
minimd::Atoms shaken(minimd::System system, int cells,
                     double displacement = 0.1);

} // namespace minimd_test
#endif
