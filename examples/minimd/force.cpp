//===- force.cpp - forces on atoms from a neighbour list ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kinds share.
//
//===----------------------------------------------------------------------===//
#include "force.h"
#include "base/error.h"
#include "sums.h"

namespace minimd {

ForceKind parse_force_kind(const std::string &name) {
  if (name == "full")
    return ForceKind::Full;
  if (name == "half-atomic")
    return ForceKind::HalfAtomic;
  if (name == "half-buffers")
    return ForceKind::HalfBuffers;
  throw gap::InputError("'" + name +
                        "' is not a kind of list; expected full, half-atomic "
                        "or half-buffers");
}

PairSums ForceField::compute(Atoms &atoms, const NeighborList &list,
                             const gap::Schedule &schedule, bool with_sums,
                             LoopLog &log) {
  const int n = atoms.num_owned();
  if (with_sums) {
    energies_.resize(n);
    virials_.resize(n);
  }
  if (kind_ == ForceKind::Full)
    compute_full(atoms, list, schedule, with_sums, log);
  else
    compute_half(atoms, list, schedule, with_sums, log);
  PairSums sums;
  if (with_sums) {
    sums.potential = blocked_sum(n, [&](int i) { return energies_[i]; });
    sums.virial = blocked_sum(n, [&](int i) { return virials_[i]; });
  }
  return sums;
}

} // namespace minimd
