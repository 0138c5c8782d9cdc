//===- ghosts.h - periodic images of atoms near the faces of the box ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With ghosts, loops over neighbours need not know that the box is periodic.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_GHOSTS_H
#define MINIMD_GHOSTS_H

#include "atoms.h"

namespace minimd {

class Ghosts {
  std::vector<int> owner_; ///< per ghost
  std::vector<Vec3> shift_;

public:
  /// Moves every owned atom that has left the box back in.
  static void wrap(Atoms &atoms);

  /// Replaces all ghosts: one for each image of an atom in the box that is no
  /// further than `reach` from a face. No side may be shorter than 2 * reach.
  void make(Atoms &atoms, double reach);

  /// Ghosts follow their owners.
  void update(Atoms &atoms) const;

  /// Per ghost: the atom that it is an image of.
  const std::vector<int> &owner() const { return owner_; }
};

} // namespace minimd
#endif
