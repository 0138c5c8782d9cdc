//===- potential.h - the Lennard-Jones interaction of a pair --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cut off, neither shifted nor corrected, as in miniMD.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_POTENTIAL_H
#define MINIMD_POTENTIAL_H

namespace minimd {

struct Potential {
  double epsilon = 1;
  double sigma = 1;
  double cutoff = 2.5;

  struct Pair {
    double force_over_distance; ///< positive if the atoms repel each other
    double energy;
  };
  /// Of two atoms within the cut-off.
  Pair at(double distance_squared) const {
    const double inverse = 1 / distance_squared;
    const double s2 = sigma * sigma * inverse;
    const double s6 = s2 * s2 * s2;
    return {48 * epsilon * s6 * (s6 - 0.5) * inverse,
            4 * epsilon * s6 * (s6 - 1)};
  }
};

/// Over all pairs.
struct PairSums {
  double potential = 0;
  double virial = 0; ///< sum of force times distance
};

} // namespace minimd
#endif
