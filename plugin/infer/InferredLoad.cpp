//===- InferredLoad.cpp - from the copy of an iteration to its load -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order: inline, make variables values, mark what is not known when the
// iteration begins and remove all effects, replace loops by their counts, let
// every branch on an unknown value skip what it decides, and drop counts that
// are not known. What is left computes the load.
//
//===----------------------------------------------------------------------===//
#include "infer/InferredLoad.h"
#include "infer/TripCounts.h"
#include "infer/UnknownValues.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace usersched {

// Makes calls of inlined functions end the program where these would throw: a
// load handles no exception.
static void removeInvokes(Function &F) {
  for (BasicBlock &Block : F)
    if (auto *Invoke = dyn_cast<InvokeInst>(Block.getTerminator()))
      changeToCall(Invoke);
  EliminateUnreachableBlocks(F);
}

static void mergeBlocks(Function &F) {
  for (BasicBlock &Block : make_early_inc_range(F))
    MergeBlockIntoPredecessor(&Block);
}

template <typename... PassTypes>
static void runPasses(Function &F, FunctionAnalysisManager &Analyses,
                      PassTypes... Passes) {
  FunctionPassManager Manager;
  (Manager.addPass(std::move(Passes)), ...);
  Analyses.invalidate(F, PreservedAnalyses::none());
  Manager.run(F, Analyses);
}

// Creates the i64 that counts are added to, at first 1, and makes F return it.
static AllocaInst *createSum(Function &F) {
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Sum = B.CreateAlloca(B.getInt64Ty(), nullptr, "sum");
  B.CreateStore(B.getInt64(1), Sum);
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      B.SetInsertPoint(Return);
      Return->setOperand(0, B.CreateLoad(B.getInt64Ty(), Sum));
    }
  return Sum;
}

static const Value *condition(const Instruction &End) {
  if (const auto *Branch = dyn_cast<BranchInst>(&End))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  const auto *Switch = dyn_cast<SwitchInst>(&End);
  return Switch ? Switch->getCondition() : nullptr;
}

// Lets the branch at the end of Block skip to Behind, where its ways meet.
static void skipTo(BasicBlock &Block, BasicBlock &Behind) {
  Instruction *End = Block.getTerminator();
  for (BasicBlock *Next : SmallVector<BasicBlock *, 4>(successors(&Block)))
    Next->removePredecessor(&Block, /*KeepOneInputPHIs=*/true);
  IRBuilder<> B(End);
  for (PHINode &Phi : Behind.phis())
    Phi.addIncoming(createUnknown(B, Phi.getType()), &Block);
  B.CreateBr(&Behind);
  End->eraseFromParent();
}

static bool isReturn(const BasicBlock &Block) {
  return isa<ReturnInst>(Block.getTerminator());
}

static bool hasCycle(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 2> Backedges;
  FindFunctionBackedges(F, Backedges);
  return !Backedges.empty();
}

// Lets each branch on an unknown value skip what it decides. F has no loops, so
// that each block is reached after all that decide on it.
static void skipUndecided(Function &F, FunctionAnalysisManager &Analyses) {
  const auto &Behind = Analyses.getResult<PostDominatorTreeAnalysis>(F);
  const ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *Block : Order) {
    const Value *Decides = condition(*Block->getTerminator());
    if (!Decides || isKnown(Decides, /*MayBeOutdated=*/false))
      continue;
    const auto *Node = Behind.getNode(Block)->getIDom();
    skipTo(*Block, Node && Node->getBlock() ? *Node->getBlock()
                                            : *find_if(F, isReturn));
  }
  Analyses.invalidate(F, PreservedAnalyses::none());
}

static InferredLoop::Kind countedKind(bool MayEndEarly) {
  return MayEndEarly ? InferredLoop::AtMost : InferredLoop::Counted;
}

// Removes the counts that are not known, and says what became of each loop.
static SmallVector<InferredLoop, 4> keepKnown(Function &F,
                                              ArrayRef<InnerLoop> Loops) {
  SmallPtrSet<const BasicBlock *, 16> Blocks;
  for (const BasicBlock *Block : depth_first(&F))
    Blocks.insert(Block);
  SmallVector<InferredLoop, 4> Result;
  for (const InnerLoop &L : Loops) {
    if (!L.Addition) {
      Result.push_back({L.Where, InferredLoop::Unknown});
    } else if (!Blocks.contains(L.Addition->getParent())) {
      Result.push_back({L.Where, InferredLoop::Guarded});
    } else if (!isKnown(L.Count, /*MayBeOutdated=*/true)) {
      L.Addition->eraseFromParent();
      Result.push_back({L.Where, InferredLoop::Unknown});
    } else {
      Result.push_back({L.Where, countedKind(L.MayEndEarly)});
      for (const NestedLoop &In : L.Nested)
        Result.push_back({In.Where, In.IsCounted ? countedKind(In.MayEndEarly)
                                                 : InferredLoop::Unknown});
    }
  }
  return Result;
}

InferredLoad inferLoad(Function &F, FunctionAnalysisManager &Analyses) {
  InferredLoad Result;
  removeInvokes(F);
  mergeBlocks(F);
  runPasses(F, Analyses, SROAPass(SROAOptions::ModifyCFG),
            EarlyCSEPass(/*UseMemorySSA=*/true));
  if (!markUnknownValues(F, Analyses))
    return Result;
  runPasses(F, Analyses, EarlyCSEPass(), SimplifyCFGPass());
  if (none_of(F, isReturn)) // it never ends
    return Result;
  AllocaInst *Sum = createSum(F);
  Analyses.invalidate(F, PreservedAnalyses::none());
  const SmallVector<InnerLoop, 4> Loops = replaceLoops(F, *Sum, Analyses);
  if (hasCycle(F)) // that is entered at several places
    return Result;
  skipUndecided(F, Analyses);
  Result.Loops = keepKnown(F, Loops);
  EliminateUnreachableBlocks(F);
  acceptMarked(F);
  runPasses(F, Analyses, SROAPass(SROAOptions::ModifyCFG), DCEPass(),
            EarlyCSEPass(), SimplifyCFGPass(), DCEPass());
  assert(!hasUnknown(F) && "what is not known was removed");
  Result.Varies = !F.getArg(0)->use_empty() && !hasUnknown(F);
  return Result;
}

} // namespace usersched
