//===- force_full.cpp - every atom computes its own force -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice, with the plugin and without. Half of each pair's energy and
// virial is this atom's.
//
//===----------------------------------------------------------------------===//
#include "force.h"
#include "loops.h"

namespace minimd {

template <bool WithSums>
void ForceField::full(Atoms &atoms, const NeighborList &list,
                      const gap::Schedule &schedule, LoopLog &log) {
  const Vec3 *const position = atoms.position.data();
  Vec3 *const force = atoms.force.data();
  const int *const num_neighbors = list.num_neighbors().data();
  double *const energies = energies_.data();
  double *const virials = virials_.data();
  const Potential potential = potential_;
  const double cutoff_squared = potential.cutoff * potential.cutoff;
  for_atoms(schedule, atoms.num_owned(), num_neighbors, log, [=, &list](int i) {
    const Vec3 here = position[i];
    const int *const neighbors = list.neighbors(i);
    Vec3 sum;
    double energy = 0, virial = 0;
    for (int k = 0; k < num_neighbors[i]; ++k) {
      const Vec3 d = here - position[neighbors[k]];
      const double distance_squared = dot(d, d);
      if (distance_squared >= cutoff_squared)
        continue;
      const Potential::Pair pair = potential.at(distance_squared);
      sum += d * pair.force_over_distance;
      if (WithSums) {
        energy += pair.energy;
        virial += distance_squared * pair.force_over_distance;
      }
    }
    force[i] = sum;
    if (WithSums) {
      energies[i] = 0.5 * energy;
      virials[i] = 0.5 * virial;
    }
  });
}

void ForceField::compute_full(Atoms &atoms, const NeighborList &list,
                              const gap::Schedule &schedule, bool with_sums,
                              LoopLog &log) {
  if (with_sums)
    full<true>(atoms, list, schedule, log);
  else
    full<false>(atoms, list, schedule, log);
}

} // namespace minimd
