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

#include "surroundings.h"

namespace minimd {

class Ghosts final : public Surroundings {
  std::vector<Vec3> shift_; ///< per ghost

public:
  /// Moves every owned atom that has left the box back in.
  static void wrap(Atoms &atoms);

  void settle(Atoms &atoms, const std::vector<int> &) override { wrap(atoms); }
  Region region(const Atoms &atoms) const override { return {{}, atoms.box}; }
  void make(Atoms &atoms, double reach) override;
  void update(Atoms &atoms) override;
};

} // namespace minimd
#endif
