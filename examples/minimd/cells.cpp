//===- cells.cpp - atoms by the cell that they are in ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counting sort. Rounding may put an atom on the wrong side of the border of
// two cells; what counts is that the outermost cells take what lies beyond.
//
//===----------------------------------------------------------------------===//
#include "cells.h"
#include "base/error.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace minimd {

Cells::Cells(const Region &region, double reach) : region_(region) {
  const Vec3 box = region.sides;
  const double sides[3] = {box.x, box.y, box.z};
  double inside[3];
  double total = 1;
  for (int d = 0; d < 3; ++d) {
    // Within rounding of half a reach is not wide enough.
    inside[d] = std::max(
        1.0, double(std::int64_t(sides[d] / (reach * 0.5) * (1 - 1e-12))));
    total *= inside[d] + 2 * margin;
  }
  if (!(total < std::numeric_limits<int>::max()))
    throw gap::InputError("the box is too large for its cut-off: it has more "
                          "than 2147483647 cells of half the reach");
  gap::require_memory(total * sizeof(int), "a box of this size");
  for (int d = 0; d < 3; ++d)
    count_[d] = int(inside[d]) + 2 * margin;
  per_length_ = {inside[0] / box.x, inside[1] / box.y, inside[2] / box.z};
  start_.resize(std::size_t(total) + 1);
}

void Cells::bin(const Atoms &atoms) {
  const int n = atoms.num_all();
  cell_of_.resize(n);
  atoms_.resize(n);
  // The margins are the ghosts' alone: an owned atom needs cells around its
  // own.
  const auto place = [](double cells, int count, int outside) {
    return std::clamp(int(cells + margin), outside, count - 1 - outside);
  };
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    const Vec3 p = atoms.position[i] - region_.corner;
    const int outside = i < atoms.num_owned() ? margin : 0;
    const int x = place(p.x * per_length_.x, count_[0], outside);
    const int y = place(p.y * per_length_.y, count_[1], outside);
    const int z = place(p.z * per_length_.z, count_[2], outside);
    cell_of_[i] = (z * count_[1] + y) * count_[0] + x;
  }
  std::fill(start_.begin(), start_.end(), 0);
  for (int i = 0; i < n; ++i)
    ++start_[cell_of_[i]];
  int sum = 0;
  for (int &start : start_)
    sum += std::exchange(start, sum);
  for (int i = 0; i < n; ++i)
    atoms_[start_[cell_of_[i]]++] = i;
  // Each start has moved to the next cell's.
  std::copy_backward(start_.begin(), start_.end() - 1, start_.end());
  start_[0] = 0;
}

} // namespace minimd
