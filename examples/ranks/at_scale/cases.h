//===- cases.h - what is uneven between ranks ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made-up programs for machines that are not there. Space is a cube of side 1
// that a grid of ranks divides evenly: this is the first decomposition. An
// object is a cell of atoms; its cost is in units of a cell of the gas.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_AT_SCALE_CASES_H
#define RANKS_AT_SCALE_CASES_H

#include <array>
#include <string>
#include <vector>

namespace at_scale {

/// How many ranks there are in each direction.
using Grid = std::array<int, 3>;

/// Of a power of two: as even as can be.
Grid grid_of(int ranks);

struct Objects {
  std::vector<std::array<double, 3>> places;
  std::vector<double> costs;
};

/// The names of the cases.
extern const std::vector<std::string> case_names;

/// The objects of a case, about `per_rank` for each rank.
Objects make_case(const std::string &name, Grid grid, int per_rank);

/// The rank whose box of the grid has the place.
int rank_at(const std::array<double, 3> &place, Grid grid);

} // namespace at_scale
#endif
