//===- Drafter.h - a thread that looks at the loads -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of an Activation in an execution without a plan (ICPP 2019, 4.2 and
// 4.3). Threads inspect subspaces, run the chunks that they have found, and
// steal from each other meanwhile. The thread that inspects the last subspace
// makes the plan.
//
// Invariant: the load of an iteration is evaluated before any thread can get
// the iteration.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_DRAFTER_H
#define USERSCHED_DRAFTER_H

#include "run/Activation.h"

namespace usersched {

class Drafter {
  Activation &Me;
  Instance &Current;

  bool takeSubspace(IterationRange &Iterations);
  void inspect(uint32_t Subspace, IterationRange Iterations);
  void makePlan();
  bool findWithoutStealing();
  bool give(ChunkRange Piece, uint64_t Now);

public:
  /// Me is in an execution that has a draft.
  explicit Drafter(Activation &Me) : Me(Me), Current(*Me.Current) {}

  /// Gives Me its next range. Returns false if there is nothing more for it.
  bool find();
};

} // namespace usersched

#endif
