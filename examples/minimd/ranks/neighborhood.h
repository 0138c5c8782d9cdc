//===- neighborhood.h - what is around the atoms of a rank ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before each new list, atoms that have left the rank's region move to the rank
// in whose region they are; when it pays, the regions change first.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_NEIGHBORHOOD_H
#define MINIMD_RANKS_NEIGHBORHOOD_H

#include "ranks/balancing.h"
#include "ranks/halo.h"
#include "surroundings.h"

namespace minimd {

class Neighborhood final : public Surroundings {
  const Communicator &ranks_;
  Balancing &balancing_;
  Decomposition decomposition_;
  Halo halo_;

  void move_to_owners(Atoms &atoms);

public:
  Neighborhood(const Communicator &ranks, Balancing &balancing,
               const Decomposition &start);

  void settle(Atoms &atoms, const std::vector<int> &num_neighbors) override;
  Region region(const Atoms &atoms) const override;
  void make(Atoms &atoms, double reach) override;
  void update(Atoms &atoms) override { halo_.update(atoms); }
};

} // namespace minimd
#endif
