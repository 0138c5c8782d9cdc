//===- neighbors.cpp - who is near whom -----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice, with the plugin and without. Every atom has room for as many
// neighbours; where the room is too small the search still counts, and is
// repeated with more. The order of an atom's neighbours follows from the
// positions alone, not from threads.
//
//===----------------------------------------------------------------------===//
#include "neighbors.h"
#include "base/error.h"
#include "loops.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace minimd {

template <ListKind Kind>
void NeighborList::search(const Atoms &atoms, const Cells &cells, double reach,
                          const gap::Schedule &schedule, LoopLog &log) {
  const Vec3 *const position = atoms.position.data();
  const int *const owner = owner_.data();
  const double reach_squared = reach * reach;
  const std::size_t room = stride_;
  int *const all_neighbors = neighbors_.get();
  int *const counts = num_neighbors_.data();
  // The prediction is a copy, for the loads of a loop must not change while it
  // runs.
  for_atoms(schedule, atoms.num_owned(), predicted_.data(), log,
            [=, &cells](int i) {
              const Vec3 here = position[i];
              int *const neighbors = all_neighbors + i * room;
              std::size_t count = 0;
              cells.around(i, [&](int j) {
                // No atom is within reach of its own image.
                if (Kind == ListKind::Full ? j == i : owner[j] <= i)
                  return;
                const Vec3 d = here - position[j];
                if (dot(d, d) > reach_squared)
                  return;
                if (count < room)
                  neighbors[count] = j;
                ++count;
              });
              counts[i] = static_cast<int>(count);
            });
}

/// Returns whether there was enough room.
bool NeighborList::make_room() {
  const int n = static_cast<int>(num_neighbors_.size());
  int most = 0;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (int i = 0; i < n; ++i)
    most = std::max(most, num_neighbors_[i]);
  if (static_cast<std::size_t>(most) <= stride_)
    return true;
  stride_ = most + most / 5 + 1;
  gap::require_memory(double(n) * double(stride_) * sizeof(int),
                      "a list of up to " + std::to_string(most) +
                          " neighbours for each of " + std::to_string(n) +
                          " atoms");
  neighbors_.reset(new int[n * stride_]);
  return false;
}

void NeighborList::build(ListKind kind, const Atoms &atoms,
                         const Surroundings &ghosts, const Cells &cells,
                         double reach, const gap::Schedule &schedule,
                         LoopLog &log) {
  const std::size_t n = atoms.velocity.size();
  if (num_neighbors_.size() != n) {
    num_neighbors_.resize(n);
    neighbors_.reset(new int[n * stride_]);
  }
  owner_.resize(n);
  std::iota(owner_.begin(), owner_.end(), 0);
  owner_.insert(owner_.end(), ghosts.owner().begin(), ghosts.owner().end());
  do {
    predicted_ = num_neighbors_;
    if (kind == ListKind::Full)
      search<ListKind::Full>(atoms, cells, reach, schedule, log);
    else
      search<ListKind::Half>(atoms, cells, reach, schedule, log);
  } while (!make_room());
}

void NeighborList::reorder(const std::vector<int> &order) {
  if (num_neighbors_.size() != order.size())
    return;
  predicted_ = num_neighbors_;
  for (std::size_t i = 0; i < order.size(); ++i)
    num_neighbors_[i] = predicted_[order[i]];
}

AtomPair closest_pair(const Atoms &atoms, const NeighborList &list) {
  AtomPair closest;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < atoms.num_owned(); ++i)
    for (int k = 0; k < list.num_neighbors()[i]; ++k) {
      const int j = list.neighbors(i)[k];
      const Vec3 d = atoms.position[i] - atoms.position[j];
      if (dot(d, d) < least) {
        least = dot(d, d);
        closest.a = i;
        closest.b = list.owner()[j];
      }
    }
  closest.distance = std::sqrt(least);
  return closest;
}

} // namespace minimd
