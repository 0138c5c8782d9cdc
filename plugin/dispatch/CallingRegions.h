//===- CallingRegions.h - regions that call functions with loops ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_CALLINGREGIONS_H
#define USERSCHED_PLUGIN_CALLINGREGIONS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace usersched {

/// The parallel regions of a module that call functions with orphaned loops.
/// Each thread of such a region announces its team while it is in the region.
class CallingRegions {
public:
  /// Records that the last parameter of \p Region is its team.
  void addTeamOf(llvm::Function &Region) { WithTeam.insert(&Region); }

  /// Makes every region that reaches \p F by direct calls, not through another
  /// region, announce its team. A region without a team gets one, which
  /// replaces its function. Returns true if such a region exists.
  bool announceTeamsTo(llvm::Function &F);

private:
  llvm::SmallPtrSet<llvm::Function *, 8> WithTeam, Announcing;
};

/// Emits a call that returns the team that the calling thread has announced, or
/// null, and writes the thread's number into \p Frame, a usersched_frame.
llvm::Value *createCurrentTeam(llvm::IRBuilderBase &B, llvm::Value &Frame);

} // namespace usersched

#endif
