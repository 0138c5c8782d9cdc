//===- decomposition.cpp - which rank owns which part of the box ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rank r of a grid is at x = r modulo its width, as atoms are numbered.
//
//===----------------------------------------------------------------------===//
#include "ranks/decomposition.h"
#include "base/error.h"

#include <algorithm>

namespace minimd {

Decomposition::Decomposition(const Vec3 &box, int num_ranks,
                             const std::vector<int> &grid)
    : box_(box) {
  if (!grid.empty()) {
    double parts = 1;
    for (int d = 0; d < 3; ++d)
      parts *= grid_[d] = grid[d];
    if (parts != num_ranks)
      throw gap::InputError("--grid has another number of parts than there are "
                            "ranks; expected three numbers whose product is " +
                            std::to_string(num_ranks));
    return;
  }
  MPI_Dims_create(num_ranks, 3, grid_);
  // The longest side gets the most parts.
  const double sides[3] = {box.x, box.y, box.z};
  int order[3] = {0, 1, 2}, parts[3];
  std::sort(order, order + 3, [&](int a, int b) {
    return sides[a] != sides[b] ? sides[a] > sides[b] : a < b;
  });
  std::copy(grid_, grid_ + 3, parts); // falling
  for (int d = 0; d < 3; ++d)
    grid_[order[d]] = parts[d];
}

Vec3 Decomposition::corner(const int place[3]) const {
  return {box_.x * place[0] / grid_[0], box_.y * place[1] / grid_[1],
          box_.z * place[2] / grid_[2]};
}

int Decomposition::owner(const Vec3 &place) const {
  if (cuts_) {
    const double point[3] = {place.x, place.y, place.z};
    return usersched_owner_of_point(cuts_, point);
  }
  const auto part = [](double share, int parts) {
    return std::clamp(static_cast<int>(share * parts), 0, parts - 1);
  };
  return (part(place.z / box_.z, grid_[2]) * grid_[1] +
          part(place.y / box_.y, grid_[1])) *
             grid_[0] +
         part(place.x / box_.x, grid_[0]);
}

Region Decomposition::region(int rank) const {
  if (cuts_) {
    double lower[3], upper[3];
    usersched_box_of_rank(cuts_, rank, lower, upper);
    const auto inside = [](double x, double side) {
      return std::clamp(x, 0.0, side);
    };
    const Vec3 corner = {inside(lower[0], box_.x), inside(lower[1], box_.y),
                         inside(lower[2], box_.z)};
    const Vec3 end = {inside(upper[0], box_.x), inside(upper[1], box_.y),
                      inside(upper[2], box_.z)};
    return {corner, end - corner};
  }
  const int place[3] = {rank % grid_[0], rank / grid_[0] % grid_[1],
                        rank / grid_[0] / grid_[1]};
  const int next[3] = {place[0] + 1, place[1] + 1, place[2] + 1};
  const Vec3 start = corner(place);
  return {start, corner(next) - start};
}

} // namespace minimd
