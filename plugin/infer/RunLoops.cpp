//===- RunLoops.cpp - loops that the load itself runs ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an exit decides by must not come from branches in the loop: these may
// turn out to depend on what is not known, and are then skipped. So it is
// computed in each iteration, from the numbers that the loop's header counts.
//
//===----------------------------------------------------------------------===//
#include "infer/RunLoops.h"
#include "infer/SideEffects.h"
#include "infer/UnknownValues.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace usersched {

const Value *decidesBy(const BasicBlock &Block) {
  const Instruction *End = Block.getTerminator();
  if (const auto *Branch = dyn_cast<BranchInst>(End))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  const auto *Switch = dyn_cast<SwitchInst>(End);
  return Switch ? Switch->getCondition() : nullptr;
}

// Returns true if V, in L, takes a value from a branch in L.
static bool comesFromBranch(const Value *V, const Loop &L) {
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *, 16> Work = {V};
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || !Seen.insert(I).second)
      continue;
    if (isa<PHINode>(I) && I->getParent() != L.getHeader())
      return true;
    Work.append(I->op_begin(), I->op_end());
  }
  return false;
}

static bool isKnownAlways(const Value *V) {
  return isKnown(V, /*MayBeOutdated=*/false, /*MayBeFirst=*/false);
}

bool canRun(const Loop &L, const LoopInfo &Loops,
            const DominatorTree &Dominators) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || !L.getLoopPreheader() || !endsByItself(L))
    return false;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  return !Exiting.empty() && all_of(Exiting, [&](const BasicBlock *Block) {
    const Value *Decides = decidesBy(*Block);
    return Decides && Loops.getLoopFor(Block) == &L &&
           Dominators.dominates(Block, Latch) && isKnownAlways(Decides) &&
           !comesFromBranch(Decides, L);
  });
}

bool isDecided(const Loop &Inner, const Loop &L,
               const DominatorTree &Dominators) {
  const BasicBlock *Before = Inner.getLoopPreheader();
  if (!Before)
    return false;
  for (const auto *Node = Dominators.getNode(Before);
       Node->getBlock() != L.getHeader(); Node = Node->getIDom()) {
    const BasicBlock *Block = Node->getIDom()->getBlock();
    const Value *Decides = decidesBy(*Block);
    if (Decides && !isKnownAlways(Decides))
      return false;
  }
  return true;
}

} // namespace usersched
