//===- SideEffects.cpp - removes what an iteration does but to decide -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First every load that a branch depends on is judged, with MemorySSA, in the
// iteration as it is. Then everything else and all that has effects is removed.
// To judge a load takes time: most of an iteration is computed for its effects.
//
//===----------------------------------------------------------------------===//
#include "infer/SideEffects.h"
#include "infer/EndingCalls.h"
#include "infer/LoadJudge.h"
#include "infer/UnknownValues.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace usersched {

// Returns true if I can stay as it is.
static bool isPure(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return Call->doesNotAccessMemory() && Call->doesNotThrow() &&
           Call->willReturn() && !Call->isConvergent();
  return !I.mayReadOrWriteMemory();
}

// Removes I, which has effects.
static void removeEffect(Instruction &I) {
  if (!I.getType()->isVoidTy()) {
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(I.getType()->isTokenTy()
                             ? ConstantTokenNone::get(I.getContext())
                             : createUnknown(B, I.getType()));
  }
  I.eraseFromParent();
}

bool isDeadEnd(const BasicBlock &Block) {
  return isa<UnreachableInst>(*Block.getFirstNonPHIOrDbg());
}

// Returns true if End, the last instruction of its block, ends the iteration.
// The program promises that no condition leads to an unreachable block. Behind
// a call that never returns, where no condition decides, it is the call that
// ends the iteration.
static bool endsIteration(const Instruction &End) {
  if (isa<UnreachableInst>(End))
    return !isDeadEnd(*End.getParent());
  const auto *Branch = dyn_cast<BranchInst>(&End);
  return isa<ReturnInst, ResumeInst>(End) ||
         (Branch && Branch->isUnconditional() &&
          isDeadEnd(*Branch->getSuccessor(0)));
}

// Makes all ways out of F lead to one return.
static void unifyReturns(Function &F) {
  SmallVector<Instruction *, 4> Ends;
  for (BasicBlock &Block : F)
    if (endsIteration(*Block.getTerminator()))
      Ends.push_back(Block.getTerminator());
  BasicBlock *End = BasicBlock::Create(F.getContext(), "end", &F);
  ReturnInst::Create(F.getContext(), Constant::getNullValue(F.getReturnType()),
                     End);
  for (Instruction *Old : Ends) {
    for (BasicBlock *Next : successors(Old))
      Next->removePredecessor(Old->getParent());
    ReplaceInstWithInst(Old, BranchInst::Create(End));
  }
}

static constexpr char TestedLast[] = "usersched.tested.last";
static constexpr char EndsByItself[] = "usersched.ends.by.itself";

// Marks the last instruction of Block.
static void markEnd(const BasicBlock &Block, StringRef Mark) {
  const_cast<Instruction *>(Block.getTerminator())
      ->setMetadata(Mark, MDNode::get(Block.getContext(), {}));
}

static void markLoops(const LoopInfo &Loops, const EndingCalls &Calls) {
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    if (const BasicBlock *Latch = L->getLoopLatch();
        Latch && L->isLoopExiting(Latch))
      markEnd(*Latch, TestedLast);
    if (!Calls.standIn(*L) && !Calls.mayStandBefore(L->getHeader()->front()))
      markEnd(*L->getHeader(), EndsByItself);
  }
}

bool endsByItself(const Loop &L) {
  return L.getHeader()->getTerminator()->hasMetadata(EndsByItself);
}

bool isTestedLast(const Instruction &Exit) {
  return Exit.hasMetadata(TestedLast);
}

using InstructionSet = SmallPtrSet<const Instruction *, 32>;

// Returns the instructions by which the branches of F decide, and what these
// are computed from.
static InstructionSet findDeciding(const Function &F) {
  InstructionSet Result;
  SmallVector<const Instruction *, 64> Work;
  for (const BasicBlock &Block : F)
    Work.push_back(Block.getTerminator());
  while (!Work.empty())
    for (const Value *Operand : Work.pop_back_val()->operands())
      if (const auto *I = dyn_cast<Instruction>(Operand);
          I && Result.insert(I).second)
        Work.push_back(I);
  return Result;
}

// Removes what only effects were computed for: all but branches and Deciding.
static void removeOthers(Function &F, const InstructionSet &Deciding) {
  SmallVector<Instruction *, 64> Others;
  for (Instruction &I : instructions(F))
    if (!I.isTerminator() && !Deciding.contains(&I))
      Others.push_back(&I);
  for (Instruction *I : Others)
    I->dropAllReferences();
  for (Instruction *I : Others)
    I->eraseFromParent();
}

bool removeSideEffects(Function &F, FunctionAnalysisManager &Analyses) {
  for (BasicBlock &Block : F)
    if (isa<IndirectBrInst, CallBrInst, InvokeInst>(Block.getTerminator()))
      return false;
  SmallVector<std::pair<LoadInst *, Freshness>, 32> Loads;
  SmallVector<Instruction *, 32> Effects;
  const EndingCalls Calls(F, Analyses.getResult<LoopAnalysis>(F));
  LoadJudge Judge(F, Analyses);
  const InstructionSet Deciding = findDeciding(F);
  for (Instruction &I : instructions(F)) {
    if (!Deciding.contains(&I))
      continue;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Loads.push_back(
          {Load, !Load->hasMetadata(LLVMContext::MD_invariant_load) &&
                         Calls.mayStandBefore(*Load)
                     ? Freshness::Unknown
                     : Judge.judge(*Load)});
    else if (!isPure(I) || (mayTrap(I) && Calls.mayStandBefore(I) &&
                            !isSafeToSpeculativelyExecute(&I)))
      Effects.push_back(&I);
  }
  markLoops(Analyses.getResult<LoopAnalysis>(F), Calls);
  unifyReturns(F);
  removeOthers(F, Deciding);
  acceptConstant(F);
  for (auto [Load, Is] : Loads) {
    if (Is == Freshness::Unknown)
      removeEffect(*Load);
    else if (Is == Freshness::Outdated)
      markOutdated(*Load);
    else if (Is == Freshness::First)
      markFirst(*Load);
  }
  for (Instruction *I : Effects)
    removeEffect(*I);
  Analyses.invalidate(F, PreservedAnalyses::none());
  return true;
}

} // namespace usersched
