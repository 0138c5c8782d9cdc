//===- neighborhood.cpp - what is around the atoms of a rank --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forces do not move along: a new list is followed by new forces.
//
//===----------------------------------------------------------------------===//
#include "ranks/neighborhood.h"
#include "ghosts.h"

#include <algorithm>

namespace minimd {
namespace {

struct Traveller {
  Vec3 position, velocity;
  int id;
};

} // namespace

Neighborhood::Neighborhood(const Communicator &ranks, Balancing &balancing,
                           const Decomposition &start)
    : ranks_(ranks), balancing_(balancing), decomposition_(start),
      halo_(ranks) {}

void Neighborhood::settle(Atoms &atoms, const std::vector<int> &num_neighbors) {
  Ghosts::wrap(atoms);
  const bool balances = balancing_.wanted();
  if (balances)
    decomposition_.take_cuts(balancing_.balance(atoms, num_neighbors));
  const double start = MPI_Wtime();
  move_to_owners(atoms);
  if (balances)
    balancing_.moved_in(MPI_Wtime() - start);
}

void Neighborhood::move_to_owners(Atoms &atoms) {
  std::vector<std::vector<Traveller>> leaving(ranks_.size());
  int kept = 0;
  for (int i = 0; i < atoms.num_owned(); ++i) {
    const int owner = decomposition_.owner(atoms.position[i]);
    if (owner != ranks_.rank()) {
      leaving[owner].push_back(
          {atoms.position[i], atoms.velocity[i], atoms.id[i]});
      continue;
    }
    atoms.position[kept] = atoms.position[i];
    atoms.velocity[kept] = atoms.velocity[i];
    atoms.id[kept] = atoms.id[i];
    ++kept;
  }
  std::vector<int> counts;
  const std::vector<Traveller> arriving = ranks_.exchange(leaving, counts);
  const std::size_t count = kept + arriving.size();
  atoms.position.resize(count);
  atoms.velocity.resize(count);
  atoms.force.resize(count);
  atoms.id.resize(count);
  for (const Traveller &traveller : arriving) {
    atoms.position[kept] = traveller.position;
    atoms.velocity[kept] = traveller.velocity;
    atoms.id[kept] = traveller.id;
    ++kept;
  }
}

Region Neighborhood::region(const Atoms &) const {
  Region mine = decomposition_.region(ranks_.rank());
  // Cells need some width, whatever the cuts.
  for (double *side : {&mine.sides.x, &mine.sides.y, &mine.sides.z})
    *side = std::max(*side, 1e-3);
  return mine;
}

void Neighborhood::make(Atoms &atoms, double reach) {
  halo_.make(atoms, decomposition_, reach, owner_);
}

} // namespace minimd
