//===- sweep_block.h - the zones of a rank, and one sweep through some ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Particles fly in `directions` directions of each octant, in `groups` groups
// of energy. A zone needs what flies into it from its three neighbours
// upstream. Groups are independent of each other: the threads of a rank share
// them.
//
// A zone computes the same numbers, whatever rank and thread has it.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_SWEEP_BLOCK_H
#define RANKS_SWEEP_BLOCK_H

#include <array>
#include <cstddef>
#include <vector>

namespace ranks {

enum class Threads { Usersched, Static };

/// What the threads of a rank did: sums over loops of groups.
struct ThreadWork {
  double largest = 0; ///< of the thread with most
  double mean = 0;
};

/// Where zones lie: first index and number in each direction.
struct ZoneRange {
  std::array<int, 3> first, size;
};

/// What flies through the faces of a range of zones, by direction of the face's
/// normal. First of the inflow, then, after a sweep, of the outflow.
struct Faces {
  std::vector<double> x, y, z;
};

class SweepBlock {
  const ZoneRange zones_;
  const int groups_, directions_;
  std::vector<double> flux_;         ///< [group][zone]
  std::vector<double> iterations_;   ///< [group][zone]: of the solver in a zone
  std::vector<double> loads_;        ///< [group], of the range of a sweep
  std::vector<double> thread_loads_; ///< [thread * padding]
  ThreadWork thread_work_;

  std::size_t at(int group, int x, int y, int z) const {
    return ((std::size_t(group) * std::size_t(zones_.size[2]) +
             std::size_t(z)) *
                std::size_t(zones_.size[1]) +
            std::size_t(y)) *
               std::size_t(zones_.size[0]) +
           std::size_t(x);
  }
  void sweep_group(int group, int first_z, int size_z,
                   const std::array<int, 3> &sign, Faces &faces);
  void note_threads();

public:
  SweepBlock(const ZoneRange &zones, int groups, int directions);

  /// Heats the zones within `radius` of a place, in zones: there, some groups
  /// take more iterations. Starts a step: there is no flux.
  void heat(const std::array<double, 3> &place, double radius);

  /// Sweeps size_z layers of zones from first_z on, in an octant: sign is +1 or
  /// -1 for each direction. faces.x and faces.y are sized by resize_faces();
  /// faces.z goes from one range of layers to the next.
  void sweep(int first_z, int size_z, const std::array<int, 3> &sign,
             Threads threads, Faces &faces);
  void resize_faces(int size_z, Faces &faces) const;
  /// No particles come in from outside.
  void clear_z(Faces &faces) const;

  double total_flux() const;
  /// Iterations of all groups in a column of zones.
  double column_work(int x, int y) const;
  const ZoneRange &zones() const { return zones_; }
  const ThreadWork &thread_work() const { return thread_work_; }
};

} // namespace ranks
#endif
