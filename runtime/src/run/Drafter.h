//===- Drafter.h - a thread that looks at the loads -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an execution without a plan (ICPP 2019, 4.2 and 4.3): the threads inspect
// subspaces, run what they have found and steal from each other meanwhile; who
// inspects the last one makes the plan. The drafter's steps of an Activation.
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
  Instance &In;

  bool takeSubspace(IterationRange &Iterations);
  void inspect(uint32_t Subspace, IterationRange Iterations);
  void makePlan();
  bool findWithoutStealing();

public:
  /// Me is in an execution that has a draft.
  explicit Drafter(Activation &Me) : Me(Me), In(*Me.At) {}

  /// Gives Me its next range. Returns false if there is nothing more for it.
  bool find();
};

} // namespace usersched

#endif
