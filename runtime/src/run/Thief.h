//===- Thief.h - a thread that has nothing left to do ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of an Activation that steals (bulk stealing, ICPP 2019, 4.3.2):
// from which thread, how much, and whether that is worth disturbing the victim.
//
// Invariant: a chunk that a thief has taken is in no slot but its own.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_THIEF_H
#define USERSCHED_THIEF_H

#include "run/Activation.h"

namespace usersched {

class Thief {
  Activation &Me;
  Instance &Current;
  const KnownPlan *const Plan;

  bool isWorthStealing(ChunkRange Left) const;
  uint32_t victimAt(uint32_t Place) const;
  ChunkRange stealFrom(uint32_t Victim);
  uint32_t findVictim(uint32_t Place) const;
  uint32_t countUnbegun(uint32_t Place, uint32_t &Best) const;
  ChunkRange stealFromAny(uint32_t Place, Activation::State WithLoot);

public:
  /// Me is in an execution with chunks, and its own slot is empty.
  explicit Thief(Activation &Me)
      : Me(Me), Current(*Me.Current), Plan(Me.Current->plan()) {}

  /// Steals half of what some thread has left. Returns the first piece of it;
  /// the rest goes to the own slot, where others can steal it again. The next
  /// state is WithLoot if there is a rest, else Without. Returns an empty range
  /// after a scan in which nobody had anything. (A thief in the middle of this
  /// has chunks that are in no slot: a scan can miss them, which costs help,
  /// not iterations.)
  ChunkRange steal(Activation::State WithLoot, Activation::State Without);
};

} // namespace usersched

#endif
