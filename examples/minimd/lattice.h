//===- lattice.h - systems to start from ----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One face-centred cubic lattice, whose sites are taken or left: all of them
// (uniform), or with a probability that depends on the place. So no two atoms
// of any system are closer than those of a crystal.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_LATTICE_H
#define MINIMD_LATTICE_H

#include "atoms.h"

#include <cstdint>
#include <string>

namespace minimd {

enum class System {
  Uniform,
  Droplet, ///< a ball of liquid in vapour
  Slab,    ///< a layer of liquid, then vapour
  Gradient ///< exponentially denser along z
};

/// Throws gap::InputError for a name that is none.
System parse_system(const std::string &name);
const char *system_name(System system);

struct Lattice {
  int cells[3] = {32, 32, 32}; ///< of four sites each
  double density = 0.8442;     ///< of sites
  System system = System::Uniform;
  /// Of System::Droplet, in shares of the box.
  Vec3 droplet_center = {0.5, 0.5, 0.5};
  double droplet_radius = 0.3;
  std::uint64_t seed = 1; ///< of the choice of sites
};

struct Crystal {
  Atoms atoms; ///< at rest
  /// Per atom: its place on the grid of half cells, from 1. As miniMD numbers
  /// them, since initial velocities follow from it.
  std::vector<std::int64_t> site;
};

/// Liquid is created before vapour, as programs do that fill one region after
/// another; within each, x runs fastest. Throws gap::InputError for a lattice
/// that no memory can hold.
Crystal make_crystal(const Lattice &lattice);

} // namespace minimd
#endif
