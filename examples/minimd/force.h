//===- force.h - forces on atoms from a neighbour list --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a full list every atom computes its own force alone: pairs are computed
// twice, nothing is shared, and the result is the same, bit for bit, under
// every schedule. From a half list pairs are computed once and both atoms get
// their share, either by atomic additions or in a buffer per thread; then the
// order of additions, hence the last bits, are those of chance.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_FORCE_H
#define MINIMD_FORCE_H

#include "neighbors.h"
#include "potential.h"

#include <string>

namespace minimd {

enum class ForceKind {
  Full,       ///< full list
  HalfAtomic, ///< half list, atomic additions
  HalfBuffers ///< half list, a buffer of forces per thread
};

/// Throws gap::InputError for a name that is none.
ForceKind parse_force_kind(const std::string &name);

inline ListKind list_kind(ForceKind kind) {
  return kind == ForceKind::Full ? ListKind::Full : ListKind::Half;
}

class ForceField {
  const Potential potential_;
  const ForceKind kind_;
  std::vector<Vec3> buffers_;              ///< per thread and atom
  std::vector<double> energies_, virials_; ///< per atom

  template <bool WithSums>
  void full(Atoms &, const NeighborList &, const gap::Schedule &, LoopLog &);
  template <bool WithSums, bool Buffers>
  void half(Atoms &, const NeighborList &, const gap::Schedule &, LoopLog &);
  void clear(Atoms &);
  void collect(Atoms &);
  void compute_full(Atoms &, const NeighborList &, const gap::Schedule &,
                    bool with_sums, LoopLog &);
  void compute_half(Atoms &, const NeighborList &, const gap::Schedule &,
                    bool with_sums, LoopLog &);

public:
  ForceField(const Potential &potential, ForceKind kind)
      : potential_(potential), kind_(kind) {}

  /// Sets the forces on all owned atoms by one execution of a balanced loop,
  /// which the log gets. The list must be of this kind's list_kind(). Returns
  /// the sums, or zeros if they are not wanted.
  PairSums compute(Atoms &atoms, const NeighborList &list,
                   const gap::Schedule &schedule, bool with_sums, LoopLog &log);
};

} // namespace minimd
#endif
