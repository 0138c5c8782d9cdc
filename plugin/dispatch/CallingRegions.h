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

/// The parallel regions of a module that lead to orphaned loops: each of their
/// threads says in which team it is while it is in the region.
class CallingRegions {
public:
  /// \p Region is a function whose last parameter is its team.
  void addTeamOf(llvm::Function &Region) { WithTeam.insert(&Region); }

  /// Makes all regions from which \p F can be reached by direct calls, not
  /// through another region, tell their teams. Regions that have none get one,
  /// which replaces their functions. Returns whether there is such a region.
  bool leadTo(llvm::Function &F);

private:
  llvm::SmallPtrSet<llvm::Function *, 8> WithTeam, Telling;
};

/// The team that the calling thread has told, or null. The thread's number goes
/// into \p Frame, a usersched_frame.
llvm::Value *createCurrentTeam(llvm::IRBuilderBase &B, llvm::Value &Frame);

} // namespace usersched

#endif
