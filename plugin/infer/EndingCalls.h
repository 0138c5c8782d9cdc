//===- EndingCalls.h - calls that may end an iteration --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ENDINGCALLS_H
#define USERSCHED_PLUGIN_ENDINGCALLS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instruction.h"

namespace usersched {

/// Where a call may have ended the iteration, as by an exception, or a volatile
/// load may have waited for another thread, before a place is reached for the
/// first time.
class EndingCalls {
public:
  EndingCalls(llvm::Function &F, const llvm::LoopInfo &Loops);

  bool mayStandBefore(const llvm::Instruction &I) const {
    const llvm::Instruction *Call = First.lookup(I.getParent());
    return Behind.contains(I.getParent()) || (Call && Call->comesBefore(&I));
  }
  bool standIn(const llvm::Loop &L) const {
    return llvm::any_of(L.blocks(), [&](const llvm::BasicBlock *Block) {
      return First.contains(Block);
    });
  }

private:
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::Instruction *>
      First; // in the block
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Behind;
};

} // namespace usersched

#endif
