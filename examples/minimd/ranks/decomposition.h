//===- decomposition.h - which rank owns which part of the box ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At first a grid of equal parts; after a balance the parts that Zoltan cut.
// Every rank knows all parts.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_DECOMPOSITION_H
#define MINIMD_RANKS_DECOMPOSITION_H

#include "ranks/communicator.h"
#include "surroundings.h"

namespace minimd {

class Decomposition {
  Vec3 box_;
  int grid_[3] = {0, 0, 0};
  const usersched_balancer *cuts_ = nullptr; ///< null: the grid

  Vec3 corner(const int place[3]) const;

public:
  /// A grid of equal parts, one for each rank, with as many in each direction
  /// as `grid` says. If that is empty, they are about as long as wide. Throws
  /// gap::InputError for another number of parts than ranks.
  Decomposition(const Vec3 &box, int num_ranks, const std::vector<int> &grid);

  /// From now on, parts are the boxes of this balancer.
  void take_cuts(const usersched_balancer *balancer) { cuts_ = balancer; }

  /// The rank in whose part of the box the place is.
  int owner(const Vec3 &place) const;
  Region region(int rank) const;
};

} // namespace minimd
#endif
