//===- InferredLoad.cpp - from the copy of an iteration to its load -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order: inline, make variables values, mark what is not known when the
// iteration begins and remove all effects, replace loops by their counts, but
// for those that the load runs, let every branch on an unknown value skip what
// it decides, and drop counts that are not known. What is left computes the
// load.
//
//===----------------------------------------------------------------------===//
#include "infer/InferredLoad.h"
#include "infer/Choices.h"
#include "infer/LibraryCalls.h"
#include "infer/RunLoops.h"
#include "infer/SideEffects.h"
#include "infer/TripCounts.h"
#include "infer/UnknownValues.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace usersched {

// References that are chosen from each other, as in std::min(std::max()).
static constexpr int MostChoices = 4;

// Makes calls of inlined functions end the program where these would throw: a
// load handles no exception.
static void removeInvokes(Function &F) {
  for (BasicBlock &Block : F)
    if (auto *Invoke = dyn_cast<InvokeInst>(Block.getTerminator()))
      changeToCall(Invoke);
  EliminateUnreachableBlocks(F);
}

// What counts executions for a profile has no effect on the iteration.
static void removeCounters(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<InstrProfInstBase>(I))
      I.eraseFromParent();
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

// Returns true if a block does nothing but choose where to go on by where it
// came from, as Clang does behind the destructors of a scope that is left by
// `break`.
static bool choosesByOrigin(const BasicBlock &Block) {
  const Value *Decides = decidesBy(Block);
  const auto *Compare = dyn_cast_or_null<ICmpInst>(Decides);
  const auto *Phi =
      dyn_cast_or_null<PHINode>(Compare ? Compare->getOperand(0) : Decides);
  return Phi && Phi->getParent() == &Block &&
         all_of(Phi->incoming_values(),
                [](const Use &From) { return isa<ConstantInt>(From); });
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

// Returns true if F has a cycle that is none of Loops.
static bool hasOtherCycle(const Function &F, ArrayRef<InnerLoop> Loops) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 2> Backedges;
  FindFunctionBackedges(F, Backedges);
  return any_of(Backedges, [&](const auto &Edge) {
    return none_of(Loops,
                   [&](const InnerLoop &L) { return L.Header == Edge.second; });
  });
}

using BlockSet = SmallPtrSet<const BasicBlock *, 16>;

// Adds to Skipped what may run between the end of Block and Behind.
static void addBetween(BasicBlock &Block, const BasicBlock &Behind,
                       BlockSet &Skipped) {
  SmallVector<const BasicBlock *, 8> Work(successors(&Block));
  SmallPtrSet<const BasicBlock *, 8> Seen = {&Behind};
  while (!Work.empty()) {
    const BasicBlock *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    Skipped.insert(Next);
    append_range(Work, successors(Next));
  }
}

// Lets each branch on an unknown value skip what it decides. Returns true if
// there was one.
static bool skipOnce(Function &F, FunctionAnalysisManager &Analyses,
                     BlockSet &Skipped) {
  bool Skips = false;
  const auto &Behind = Analyses.getResult<PostDominatorTreeAnalysis>(F);
  const ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *Block : Order) {
    const Value *Decides = decidesBy(*Block);
    if (!Decides || isKnown(Decides, /*MayBeOutdated=*/false))
      continue;
    const auto *Node = Behind.getNode(Block)->getIDom();
    BasicBlock &Meeting =
        Node && Node->getBlock() ? *Node->getBlock() : *find_if(F, isReturn);
    addBetween(*Block, Meeting, Skipped);
    skipTo(*Block, Meeting);
    Skips = true;
  }
  Analyses.invalidate(F, PreservedAnalyses::none());
  return Skips;
}

// Lets each branch on an unknown value skip what it decides. What is skipped in
// a loop may make unknown what stands before it there. Returns what some branch
// skips, though another may lead there.
static BlockSet skipUndecided(Function &F, FunctionAnalysisManager &Analyses,
                              bool HasLoops) {
  BlockSet Skipped;
  while (skipOnce(F, Analyses, Skipped) && HasLoops)
    ;
  return Skipped;
}

static InferredLoop::Kind countedKind(bool MayChange, bool MayEndEarly) {
  if (MayChange)
    return MayEndEarly ? InferredLoop::ChangingAtMost : InferredLoop::Changing;
  return MayEndEarly ? InferredLoop::AtMost : InferredLoop::Counted;
}

// Returns what became of L. Blocks: those that can be reached.
static InferredLoop::Kind kindOf(const InnerLoop &L, const BlockSet &Blocks,
                                 const BlockSet &Skipped) {
  if (!L.Addition)
    return InferredLoop::Unknown;
  const BasicBlock *Block = L.Addition->getParent();
  // A loop that the load runs is no loop any more if an exit is always taken.
  if (L.Header && !is_contained(successors(Block), L.Header))
    return InferredLoop::Unknown;
  if (!Blocks.contains(Block) || Skipped.contains(Block))
    return InferredLoop::Guarded;
  if (!isKnown(L.count(), /*MayBeOutdated=*/true))
    return InferredLoop::Unknown;
  const bool MayChange = !isKnown(L.count(), /*MayBeOutdated=*/false);
  return countedKind(MayChange, L.MayEndEarly);
}

static InferredLoop::Kind kindOf(const NestedLoop &In,
                                 InferredLoop::Kind Around) {
  if (!In.IsCounted)
    return InferredLoop::Unknown;
  const bool MayChange = Around == InferredLoop::Changing ||
                         Around == InferredLoop::ChangingAtMost;
  return countedKind(MayChange, In.MayEndEarly);
}

// Removes the counts that are not known, and says what became of each loop.
static SmallVector<InferredLoop, 4>
keepKnown(Function &F, ArrayRef<InnerLoop> Loops, const BlockSet &Skipped) {
  BlockSet Blocks;
  for (const BasicBlock *Block : depth_first(&F))
    Blocks.insert(Block);
  SmallVector<InferredLoop, 4> Result;
  SmallVector<bool, 4> Counts;
  for (const InnerLoop &L : Loops) {
    const bool IsReached = L.Around < 0 || Counts[L.Around];
    const InferredLoop::Kind Kind = kindOf(L, Blocks, Skipped);
    Counts.push_back(IsReached && InferredLoop::isCounted(Kind));
    if (IsReached)
      Result.push_back({L.Where, Kind});
    if (!Counts.back()) {
      if (L.Addition)
        L.Addition->eraseFromParent();
      continue;
    }
    for (const NestedLoop &In : L.Nested)
      Result.push_back({In.Where, kindOf(In, Kind)});
  }
  return Result;
}

InferredLoad inferLoad(Function &F, FunctionAnalysisManager &Analyses) {
  InferredLoad Result;
  removeInvokes(F);
  removeCounters(F);
  simplifyLibraryCalls(F, Analyses.getResult<TargetLibraryAnalysis>(F));
  mergeBlocks(F);
  runPasses(F, Analyses, SROAPass(SROAOptions::ModifyCFG),
            EarlyCSEPass(/*UseMemorySSA=*/true));
  for (int N = 0; N < MostChoices && readBeforeChoice(F); ++N)
    runPasses(F, Analyses, SROAPass(SROAOptions::ModifyCFG),
              EarlyCSEPass(/*UseMemorySSA=*/true));
  if (any_of(F, choosesByOrigin))
    runPasses(F, Analyses, JumpThreadingPass());
  if (!removeSideEffects(F, Analyses))
    return Result;
  mergeBlocks(F);
  runPasses(F, Analyses, EarlyCSEPass());
  foldChoices(F);
  runPasses(F, Analyses, EarlyCSEPass(), SimplifyCFGPass());
  if (none_of(F, isReturn)) // it never ends
    return Result;
  AllocaInst *Sum = createSum(F);
  Analyses.invalidate(F, PreservedAnalyses::none());
  const SmallVector<InnerLoop, 4> Loops = replaceLoops(F, *Sum, Analyses);
  if (hasOtherCycle(F, Loops)) // that is entered at several places
    return Result;
  const bool HasLoops =
      any_of(Loops, [](const InnerLoop &L) { return L.Header != nullptr; });
  const BlockSet Skipped = skipUndecided(F, Analyses, HasLoops);
  Result.Loops = keepKnown(F, Loops, Skipped);
  EliminateUnreachableBlocks(F);
  acceptMarked(F);
  if (HasLoops) // what a loop computes for itself alone
    runPasses(F, Analyses, ADCEPass());
  runPasses(F, Analyses, SROAPass(SROAOptions::ModifyCFG), DCEPass(),
            EarlyCSEPass(), SimplifyCFGPass(), DCEPass());
  assert(!hasUnknown(F) && "what is not known was removed");
  Result.Varies = !F.getArg(0)->use_empty() && !hasUnknown(F);
  return Result;
}

} // namespace usersched
