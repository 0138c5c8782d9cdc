//===- neighbors.h - who is near whom -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list holds for each atom the atoms within cut-off and skin. From list to
// list, the counts stay where they are in memory: to a loop that is balanced by
// them, its data looks the same, only the loads have changed.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_NEIGHBORS_H
#define MINIMD_NEIGHBORS_H

#include "atoms.h"
#include "cells.h"
#include "loop_log.h"
#include "schedules/schedule.h"

#include <memory>

namespace minimd {

enum class ListKind {
  Full, ///< each pair at both atoms
  Half  ///< each pair at the atom with the lower index
};

class NeighborList {
  std::vector<int> num_neighbors_;
  std::vector<int> predicted_; ///< the counts of the last list
  std::unique_ptr<int[]> neighbors_;
  std::size_t stride_ = 0; ///< room for an atom's neighbours
  std::vector<int> owner_; ///< per owned atom and ghost

  template <ListKind Kind>
  void search(const Atoms &, const Cells &, double reach, const gap::Schedule &,
              LoopLog &);
  bool make_room();

public:
  /// Makes the list of all pairs up to `reach` apart; ghosts and cells must be
  /// those of the atoms as they are. The loop is balanced by the counts of the
  /// last list. Throws gap::InputError if the list
  /// is larger than memory.
  void build(ListKind kind, const Atoms &atoms, const Surroundings &ghosts,
             const Cells &cells, double reach, const gap::Schedule &schedule,
             LoopLog &log);

  /// Atom i of the next list is what was order[i] in the last one.
  void reorder(const std::vector<int> &order);

  /// Per owned atom: the load of loops over its neighbours.
  const std::vector<int> &num_neighbors() const { return num_neighbors_; }
  const int *neighbors(int i) const { return &neighbors_[i * stride_]; }
  /// Per owned atom and ghost: the owned atom that it is or is an image of, -1
  /// if it is another process's.
  const std::vector<int> &owner() const { return owner_; }
};

/// Two atoms and how far they are apart; b is -1 if it is another process's.
struct AtomPair {
  int a = -1, b = -1;
  double distance;
};
/// The two closest atoms of the list; infinitely far apart if it is empty.
AtomPair closest_pair(const Atoms &atoms, const NeighborList &list);

} // namespace minimd
#endif
