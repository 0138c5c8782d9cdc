//===- thermo.h - temperature, energy, pressure ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lennard-Jones units throughout, with a mass of 1. Sums do not depend on the
// number of threads or the schedule.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_THERMO_H
#define MINIMD_THERMO_H

#include "atoms.h"

#include "potential.h"

namespace minimd {

struct Thermo {
  double temperature = 0;
  double potential = 0; ///< energy per atom
  double pressure = 0;
  double total = 0; ///< energy per atom, kinetic and potential
};

/// Sums over all atoms of a process, which those of several processes add up
/// to.
struct Totals {
  double atoms = 0;
  double twice_kinetic = 0; ///< sum of m v^2
  double potential = 0, virial = 0;
  Vec3 momentum;
};

/// `sums` are those of the atoms' forces.
Totals total(const Atoms &atoms, const PairSums &sums);
Thermo measure(const Totals &totals, double volume);

/// `sums` are those of the atoms' forces.
Thermo measure(const Atoms &atoms, const PairSums &sums);

/// Sum of m v^2 over the degrees of freedom, of which the centre of mass has
/// none.
double kinetic_temperature(const Atoms &atoms);

Vec3 total_momentum(const Atoms &atoms);

} // namespace minimd
#endif
