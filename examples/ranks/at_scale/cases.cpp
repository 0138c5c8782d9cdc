//===- cases.cpp - what is uneven between ranks --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places are random, so that cuts can lie anywhere, and the same everywhere.
//
//===----------------------------------------------------------------------===//
#include "cases.h"

#include <algorithm>
#include <cstdint>

namespace at_scale {
namespace {

class Random {
  std::uint64_t state_ = 27491095;

public:
  /// From 0 to 1: splitmix64.
  double next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return double((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
};

/// Part of a case: a box with objects that cost the same.
struct Box {
  std::array<double, 3> from, to;
  double count; ///< of objects
  double cost;
};

void fill(Objects &objects, const Box &box, Random &random) {
  for (int i = 0; i < int(box.count); ++i) {
    std::array<double, 3> place;
    for (int d = 0; d < 3; ++d)
      place[d] = box.from[d] + (box.to[d] - box.from[d]) * random.next();
    objects.places.push_back(place);
    objects.costs.push_back(box.cost);
  }
}

/// The box of the rank in the middle of the grid.
Box middle(Grid grid, double count, double cost) {
  Box box = {{}, {}, count, cost};
  for (int d = 0; d < 3; ++d) {
    box.from[d] = double(grid[d] / 2) / grid[d];
    box.to[d] = double(grid[d] / 2 + 1) / grid[d];
  }
  return box;
}

} // namespace

const std::vector<std::string> case_names = {
    "uniform", "droplet", "slab", "gradient", "heavy", "wandering"};

Grid grid_of(int ranks) {
  Grid grid = {1, 1, 1};
  for (int d = 0; ranks > 1; ranks /= 2, d = (d + 1) % 3)
    grid[d] *= 2;
  return grid;
}

Objects make_case(const std::string &name, Grid grid, int per_rank) {
  Objects objects;
  Random random;
  // 1. A gas fills all of space, as many objects in each rank's box.
  for (int x = 0; x < grid[0]; ++x)
    for (int y = 0; y < grid[1]; ++y)
      for (int z = 0; z < grid[2]; ++z) {
        const std::array<double, 3> from = {
            double(x) / grid[0], double(y) / grid[1], double(z) / grid[2]};
        fill(objects,
             {from,
              {from[0] + 1.0 / grid[0], from[1] + 1.0 / grid[1],
               from[2] + 1.0 / grid[2]},
              double(per_rank),
              1},
             random);
      }
  // 2. What is uneven.
  if (name == "droplet") { // denser: more atoms, which have more neighbours
    fill(objects, middle(grid, per_rank, 3), random);
  } else if (name == "slab") {
    Box slab = middle(grid, double(per_rank) * grid[1] * grid[2], 3);
    slab.from[1] = slab.from[2] = 0;
    slab.to[1] = slab.to[2] = 1;
    fill(objects, slab, random);
  } else if (name == "gradient") {
    for (std::size_t i = 0; i < objects.costs.size(); ++i)
      objects.costs[i] = 0.5 + objects.places[i][0];
  } else if (name == "heavy") {
    const int heavy = rank_at(middle(grid, 0, 0).from, grid);
    for (std::size_t i = 0; i < objects.costs.size(); ++i)
      if (rank_at(objects.places[i], grid) == heavy)
        objects.costs[i] = 3;
  }
  return objects;
}

int rank_at(const std::array<double, 3> &place, Grid grid) {
  int rank = 0;
  for (int d = 0; d < 3; ++d)
    rank = rank * grid[d] + std::min(int(place[d] * grid[d]), grid[d] - 1);
  return rank;
}

} // namespace at_scale
