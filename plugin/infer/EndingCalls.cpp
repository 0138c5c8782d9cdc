//===- EndingCalls.cpp - calls that may end an iteration ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "infer/EndingCalls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace usersched {

EndingCalls::EndingCalls(Function &F, const LoopInfo &Loops) {
  SmallVector<const BasicBlock *, 16> Work;
  for (const BasicBlock &Block : F)
    for (const Instruction &I : Block)
      if (isa<CallBase>(I) ? !isGuaranteedToTransferExecutionToSuccessor(&I)
                           : isa<LoadInst>(I) && I.isVolatile()) {
        First[&Block] = &I;
        Work.push_back(&Block);
        break;
      }
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    for (const BasicBlock *Next : successors(Block)) {
      const Loop *L = Loops.getLoopFor(Next);
      const bool IsBack = L && L->getHeader() == Next && L->contains(Block);
      if (!IsBack && Behind.insert(Next).second)
        Work.push_back(Next);
    }
  }
}

} // namespace usersched
