//===- surroundings.h - what is around the atoms of a process -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process owns the atoms of a region. Loops over neighbours need copies of
// the atoms around it, the ghosts: in one process the region is the whole box,
// and ghosts are periodic images (ghosts.h); among ranks of MPI ghosts are
// other ranks' atoms, too (ranks/neighborhood.h).
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_SURROUNDINGS_H
#define MINIMD_SURROUNDINGS_H

#include "atoms.h"

namespace minimd {

struct Region {
  Vec3 corner; ///< where all coordinates are least
  Vec3 sides;

  friend bool operator!=(const Region &a, const Region &b) {
    return a.corner != b.corner || a.sides != b.sides;
  }
};

class Surroundings {
protected:
  std::vector<int> owner_;

public:
  virtual ~Surroundings() = default;

  /// Moves every owned atom to where it belongs: back into the box, to the
  /// process in whose region it is. num_neighbors is that of the last list of
  /// these atoms; empty before the first.
  virtual void settle(Atoms &atoms, const std::vector<int> &num_neighbors) = 0;

  /// Where owned atoms are after settle().
  virtual Region region(const Atoms &atoms) const = 0;

  /// Replaces all ghosts: one for each atom or image of one, not owned, that is
  /// no further than `reach` from the region. No side of the box may be shorter
  /// than 2 * reach.
  virtual void make(Atoms &atoms, double reach) = 0;

  /// Ghosts follow their owners.
  virtual void update(Atoms &atoms) = 0;

  /// Per ghost: the owned atom that it is an image of; -1 if it is an atom of
  /// another process.
  const std::vector<int> &owner() const { return owner_; }
};

} // namespace minimd
#endif
