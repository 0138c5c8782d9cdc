//===- cells.h - atoms by the cell that they are in -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cells are at least half a reach wide, so that all within reach of an atom are
// in the 5 x 5 x 5 cells around its own; two layers of cells outside the
// region hold the ghosts. Within a cell, atoms are in the order of their
// indices.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_CELLS_H
#define MINIMD_CELLS_H

#include "surroundings.h"

#include <cstdint>

namespace minimd {

class Cells {
  static constexpr int margin = 2;
  Region region_;          ///< without margins
  int count_[3];           ///< cells in each direction, with margins
  Vec3 per_length_;        ///< cells per unit of length
  std::vector<int> start_; ///< CSR over atoms_
  std::vector<int> atoms_;
  std::vector<int> cell_of_; ///< per atom, owned and ghost

public:
  /// Throws gap::InputError if the region has more cells than memory can hold.
  Cells(const Region &region, double reach);

  const Region &region() const { return region_; }

  /// Bins owned atoms and ghosts, all no further than the reach from the
  /// region.
  void bin(const Atoms &atoms);

  /// Calls visit(j) for each atom of the cells around atom i's, itself too.
  template <class Visit> void around(int i, const Visit &visit) const {
    const int row = count_[0], layer = count_[0] * count_[1];
    for (int z = -margin; z <= margin; ++z)
      for (int y = -margin; y <= margin; ++y) {
        // The cells of a row follow each other.
        const int middle = cell_of_[i] + z * layer + y * row;
        const int end = start_[middle + margin + 1];
        for (int at = start_[middle - margin]; at < end; ++at)
          visit(atoms_[at]);
      }
  }

  /// All binned atoms, cell by cell.
  const std::vector<int> &by_cell() const { return atoms_; }
};

} // namespace minimd
#endif
