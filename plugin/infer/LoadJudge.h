//===- LoadJudge.h - what an iteration may have written before it reads ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOADJUDGE_H
#define USERSCHED_PLUGIN_LOADJUDGE_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class LoadInst;
} // namespace llvm

namespace usersched {

/// In the order of how much is lost.
enum class Freshness {
  Fresh,
  First, // fresh when the load runs first, and written by a loop that it is in
  Outdated,
  Unknown
};

/// Judges loads by what the iteration may have written before.
class LoadJudge {
public:
  LoadJudge(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);

  Freshness judge(llvm::LoadInst &Load);

private:
  using Accesses = llvm::SmallPtrSet<const llvm::MemoryAccess *, 8>;

  Freshness judgeFrom(llvm::MemoryAccess *Access, const llvm::LoadInst &Load,
                      bool AsFirst, Accesses &Seen);
  Freshness judgeBefore(llvm::MemoryAccess *Access, const llvm::LoadInst &Load,
                        bool AsFirst, Accesses &Seen) {
    return judgeFrom(
        Memory.getWalker()->getClobberingMemoryAccess(Access, placeOf(Load)),
        Load, AsFirst, Seen);
  }
  llvm::MemoryLocation placeOf(const llvm::LoadInst &Load);
  bool isNeverWritten(const llvm::LoadInst &Load);

  llvm::AAResults &Aliases;
  llvm::LoopInfo &Loops;
  llvm::MemorySSA &Memory;
  // What is written last, where the iteration ends.
  llvm::SmallPtrSet<llvm::MemoryAccess *, 4> Last;
};

} // namespace usersched

#endif
