//===- halo.h - copies of other ranks' atoms ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atom that is within reach of another rank's region, or an image of it is,
// has a copy there. A new list makes the copies anew; from then on, they follow
// their atoms, by one message to each rank that has any.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_HALO_H
#define MINIMD_RANKS_HALO_H

#include "ranks/decomposition.h"

namespace minimd {

class Halo {
  /// Atoms whose copies are as far from them as `shift` says.
  struct Link {
    int rank;
    Vec3 shift;
    std::vector<int> atoms;
  };

  const Communicator &ranks_;
  std::vector<Link> links_;             ///< by rank
  std::vector<std::vector<Vec3>> sent_; ///< per rank
  std::vector<int> received_;           ///< per rank: how many

  void find_links(const Atoms &, const Decomposition &, double reach);
  void fill_messages(const Atoms &);

public:
  explicit Halo(const Communicator &ranks) : ranks_(ranks) {}

  /// Appends to the positions of owned atoms those of all ghosts, and sets
  /// `owner` as Surroundings::owner() says. Collective.
  void make(Atoms &atoms, const Decomposition &decomposition, double reach,
            std::vector<int> &owner);

  /// Ghosts follow their owners. Collective, but waits only for ranks with
  /// atoms near this one's.
  void update(Atoms &atoms);
};

} // namespace minimd
#endif
