//===- velocities.h - initial velocities ----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each atom's velocity follows from its site and the seed alone. Afterwards
// the total momentum is 0 and the temperature the requested one.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_VELOCITIES_H
#define MINIMD_VELOCITIES_H

#include "lattice.h"

namespace minimd {

enum class VelocityKind {
  Maxwell, ///< as at rest in a heat bath
  Uniform  ///< as miniMD starts: every component equally distributed
};

/// Sets the velocities of all atoms. `site` is numbered from 1; the seed is
/// used by Maxwell only. A system of one atom is at rest.
void set_velocities(Atoms &atoms, const std::vector<std::int64_t> &site,
                    VelocityKind kind, std::uint64_t seed, double temperature);

/// Makes the total momentum 0 and the temperature as given.
void scale_velocities(Atoms &atoms, double temperature);

} // namespace minimd
#endif
