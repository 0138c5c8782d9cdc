//===- TripCounts.cpp - how often the loops of an iteration run -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing writes to memory any more. So what the header of a loop computes from
// values outside of the loop can be computed before the loop: the header runs
// at least once.
//
// One exit of a loop is counted. The others are taken to be never used, which
// makes the count an upper bound.
//
//===----------------------------------------------------------------------===//
#include "infer/TripCounts.h"
#include "infer/LoopLength.h"
#include "infer/RunLoops.h"
#include "infer/SideEffects.h"
#include "infer/UnknownValues.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace usersched {

namespace {

class LoopCounter {
public:
  LoopCounter(Function &F, FunctionAnalysisManager &Analyses)
      : Dominators(Analyses.getResult<DominatorTreeAnalysis>(F)),
        Loops(Analyses.getResult<LoopAnalysis>(F)),
        Evolution(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        I64(Type::getInt64Ty(F.getContext())),
        Length(Dominators, Loops, Evolution, I64) {}

  SmallVector<InnerLoop, 4> run(Value &Sum);

private:
  void chooseRun();
  bool isWorthRunning(Loop &L);
  void collect(Loop &L, int Around, Value &Sum);
  void add(InnerLoop &To, Value &Count, Instruction &At, Value &Sum);
  void hoistFromHeader(Loop &L);
  void countOneExit(Loop &L);
  const SCEV *sumOver(Loop &L, const SCEV *Iterations, const SCEV *Count);
  const SCEV *count(Loop &L, SmallVectorImpl<NestedLoop> &Nested);
  bool isUsable(const SCEV *Count, const Loop &L);

  DominatorTree &Dominators;
  LoopInfo &Loops;
  ScalarEvolution &Evolution;
  Type *I64;
  LoopLength Length;
  SmallPtrSet<const Loop *, 8> MayEndEarly;
  SmallPtrSet<const Loop *, 4> Run; // by the load
  SmallVector<InnerLoop, 4> Result;
  SmallVector<Loop *, 4> Replaced;
};

} // namespace

// Returns the blocks to which L can go on.
static SmallVector<BasicBlock *, 4> exitsOf(const Loop &L) {
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  erase_if(Exits, [](BasicBlock *Exit) { return isDeadEnd(*Exit); });
  return Exits;
}

// Replaces the uses of I behind L by an unknown value.
static void makeUnknownBehind(Instruction &I, const Loop &L) {
  IRBuilder<> B(L.getLoopPreheader()->getTerminator());
  Value *Unknown = nullptr;
  for (Use &U : make_early_inc_range(I.uses())) {
    if (L.contains(cast<Instruction>(U.getUser())))
      continue;
    if (!Unknown)
      Unknown = createUnknown(B, I.getType());
    U.set(Unknown);
  }
}

void LoopCounter::hoistFromHeader(Loop &L) {
  BasicBlock *Before = L.getLoopPreheader();
  if (!Before)
    return;
  SmallPtrSet<const Value *, 8> AtFirst; // may be others behind the loop
  for (Instruction &I : make_early_inc_range(*L.getHeader())) {
    if (isa<PHINode>(I) || I.isTerminator() || !L.hasLoopInvariantOperands(&I))
      continue;
    if (isFirst(I) ||
        any_of(I.operands(), [&](Value *V) { return AtFirst.contains(V); })) {
      makeUnknownBehind(I, L);
      AtFirst.insert(&I);
    }
    I.moveBefore(*Before, Before->getTerminator()->getIterator());
  }
}

// Removes all exits of L but one that can be counted.
void LoopCounter::countOneExit(Loop &L) {
  BranchInst *Counted = L.getLoopLatch() ? Length.countedExit(L) : nullptr;
  if (!Counted)
    return;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *Block : Exiting) {
    Instruction *End = Block->getTerminator();
    if (End == Counted)
      continue;
    // An exit of an inner loop may leave this one, too.
    BasicBlock *Inside = *find_if(
        successors(Block), [&](BasicBlock *Next) { return L.contains(Next); });
    for (unsigned I = 0; I < End->getNumSuccessors(); ++I) {
      BasicBlock *Next = End->getSuccessor(I);
      if (L.contains(Next))
        continue;
      for (Loop *Left = &L; Left && !Left->contains(Next) && !isDeadEnd(*Next);
           Left = Left->getParentLoop())
        MayEndEarly.insert(Left);
      Next->removePredecessor(Block, /*KeepOneInputPHIs=*/true);
      End->setSuccessor(I, Inside);
      for (PHINode &Phi : Inside->phis())
        Phi.addIncoming(Phi.getIncomingValueForBlock(Block), Block);
    }
  }
  Evolution.forgetLoop(&L);
}

// Returns Count as a number that grows evenly with the iterations of L; null if
// it does not.
static const SCEVAddRecExpr *evenly(const SCEV *Count, const Loop &L,
                                    ScalarEvolution &Evolution, Type *I64) {
  // A count is not negative, so every extension gives the same number.
  if (const auto *Extended = dyn_cast<SCEVIntegralCastExpr>(Count)) {
    const auto *Short = dyn_cast<SCEVAddRecExpr>(Extended->getOperand());
    if (!Short || isa<SCEVTruncateExpr>(Extended) || !Short->isAffine())
      return nullptr;
    Count = Evolution.getAddRecExpr(
        Evolution.getSignExtendExpr(Short->getStart(), I64),
        Evolution.getSignExtendExpr(Short->getStepRecurrence(Evolution), I64),
        Short->getLoop(), SCEV::FlagAnyWrap);
  }
  const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Count);
  return Recurrence && Recurrence->isAffine() && Recurrence->getLoop() == &L
             ? Recurrence
             : nullptr;
}

// Returns the sum of Count, of a loop in L, over the iterations of L; null if
// it is not known before L runs.
const SCEV *LoopCounter::sumOver(Loop &L, const SCEV *Iterations,
                                 const SCEV *Count) {
  if (Evolution.isLoopInvariant(Count, &L))
    return Evolution.getMulExpr(Iterations, Count);
  const SCEVAddRecExpr *Even = evenly(Count, L, Evolution, I64);
  if (!Even)
    return nullptr;
  // n * start + step * n * (n - 1) / 2
  const SCEV *Pairs = Evolution.getUDivExpr(
      Evolution.getMulExpr(Iterations, Evolution.getMinusSCEV(
                                           Iterations, Evolution.getOne(I64))),
      Evolution.getConstant(I64, 2));
  return Evolution.getAddExpr(
      Evolution.getMulExpr(Iterations, Even->getStart()),
      Evolution.getMulExpr(Even->getStepRecurrence(Evolution), Pairs));
}

// Returns the iterations of L and those of the loops in it that run in each of
// its iterations, if these can be counted; null if those of L cannot.
const SCEV *LoopCounter::count(Loop &L, SmallVectorImpl<NestedLoop> &Nested) {
  const SCEV *Iterations = Length.iterations(L);
  if (!Iterations)
    return nullptr;
  const SCEV *Total = Iterations;
  for (Loop *Inner : reverse(L)) {
    BasicBlock *Before = Inner->getLoopPreheader();
    const bool AlwaysRuns =
        Before && Dominators.dominates(Before, L.getLoopLatch());
    SmallVector<NestedLoop, 2> InInner;
    auto InAllOf = [&](const SCEV *InEach) -> const SCEV * {
      const SCEV *InAll = InEach ? sumOver(L, Iterations, InEach) : nullptr;
      return InAll && isUsable(InAll, L) ? InAll : nullptr;
    };
    const SCEV *InAll = AlwaysRuns ? InAllOf(count(*Inner, InInner)) : nullptr;
    if (!InAll && !InInner.empty()) {
      // The loops in it vary with L in a way that cannot be summed up.
      InAll = InAllOf(Length.iterations(*Inner));
      for (NestedLoop &In : InInner)
        In.IsCounted = false;
    }
    const bool IsCounted = InAll != nullptr;
    const bool EndsEarly = MayEndEarly.contains(Inner);
    Nested.push_back({Inner->getStartLoc(), IsCounted, EndsEarly});
    if (!IsCounted)
      continue;
    Total = Evolution.getAddExpr(Total, InAll);
    Nested.append(InInner);
    if (EndsEarly)
      MayEndEarly.insert(&L);
  }
  return Total;
}

// Returns true if Count says something of L before L runs.
bool LoopCounter::isUsable(const SCEV *Count, const Loop &L) {
  return Evolution.isLoopInvariant(Count, &L) &&
         !SCEVExprContains(Count, [&](const SCEV *Part) {
           const auto *Leaf = dyn_cast<SCEVUnknown>(Part);
           return Leaf && !isKnown(Leaf->getValue(), /*MayBeOutdated=*/true);
         });
}

// Replaces L by branches to Exits, where it could end when it had all its
// exits. What it computes is unknown. If it never ended, the function does.
static void removeLoop(Loop &L, ArrayRef<BasicBlock *> Exits) {
  BasicBlock *Before = L.getLoopPreheader();
  IRBuilder<> B(Before->getTerminator());
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      makeUnknownBehind(I, L);
  for (BasicBlock *Exit : Exits)
    for (PHINode &Phi : Exit->phis())
      Phi.addIncoming(createUnknown(B, Phi.getType()), Before);
  Instruction *Old = Before->getTerminator();
  SmallVector<BasicBlock *, 1> End;
  if (Exits.empty()) {
    for (BasicBlock &Block : *Before->getParent())
      if (isa<ReturnInst>(Block.getTerminator()))
        End.push_back(&Block);
    Exits = End;
  }
  SwitchInst *Switch = nullptr;
  if (Exits.size() > 1)
    Switch = B.CreateSwitch(createUnknown(B, B.getInt32Ty()), Exits.front());
  else
    B.CreateBr(Exits.front());
  for (unsigned I = 1; I < Exits.size(); ++I)
    Switch->addCase(B.getInt32(I), Exits[I]);
  L.getHeader()->removePredecessor(Before, /*KeepOneInputPHIs=*/true);
  Old->eraseFromParent();
}

// Returns true if L can be run, and a loop in it can be counted in each
// iteration of L only.
bool LoopCounter::isWorthRunning(Loop &L) {
  return canRun(L, Loops, Dominators) && any_of(L, [&](Loop *Inner) {
           if (!isDecided(*Inner, L, Dominators))
             return false;
           if (Run.contains(Inner))
             return true;
           SmallVector<NestedLoop, 2> Nested;
           const SCEV *Count = count(*Inner, Nested);
           if (!Count || !isUsable(Count, *Inner))
             return false;
           const SCEV *Iterations =
               Dominators.dominates(Inner->getLoopPreheader(), L.getLoopLatch())
                   ? Length.iterations(L)
                   : nullptr;
           const SCEV *Sum =
               Iterations ? sumOver(L, Iterations, Count) : nullptr;
           return !Sum || !isUsable(Sum, L);
         });
}

// Chooses the loops that the load runs. All other loops get one exit, which is
// counted.
void LoopCounter::chooseRun() {
  const SmallVector<Loop *, 4> All = Loops.getLoopsInPreorder();
  for (Loop *L : reverse(All)) {
    if (isWorthRunning(*L)) {
      Run.insert(L);
      continue;
    }
    SmallVector<Loop *, 4> InIt = L->getLoopsInPreorder();
    for (Loop *In : reverse(InIt))
      if (In == L || Run.erase(In))
        countOneExit(*In);
  }
  for (const Loop *L : Run)
    outdateFirst(*L);
  if (!Run.empty())
    Evolution.forgetAllLoops();
}

Value *InnerLoop::count() const {
  return cast<BinaryOperator>(Addition->getValueOperand())->getOperand(1);
}

// Adds Count, that of To, to Sum at At.
void LoopCounter::add(InnerLoop &To, Value &Count, Instruction &At,
                      Value &Sum) {
  IRBuilder<> B(&At);
  Value *Old = B.CreateLoad(I64, &Sum);
  To.Addition = B.CreateStore(B.CreateAdd(Old, &Count), &Sum);
}

void LoopCounter::collect(Loop &L, int Around, Value &Sum) {
  InnerLoop Inner;
  Inner.Where = L.getStartLoc();
  Inner.Around = Around;
  if (Run.contains(&L)) {
    Inner.Header = L.getHeader();
    add(Inner, *ConstantInt::get(I64, 1), *L.getLoopLatch()->getTerminator(),
        Sum);
    const int Number = int(Result.size());
    Result.push_back(Inner);
    for (Loop *In : reverse(L)) // LoopInfo has the last one first
      collect(*In, Number, Sum);
    return;
  }
  BasicBlock *Before = L.getLoopPreheader();
  const SCEV *Count = Before ? count(L, Inner.Nested) : nullptr;
  Inner.MayEndEarly = MayEndEarly.contains(&L);
  if (Count && isUsable(Count, L)) {
    Instruction &At = *Before->getTerminator();
    if (Value *Expanded = Length.expand(Count, At))
      add(Inner, *Expanded, At, Sum);
  }
  Result.push_back(Inner);
  Replaced.push_back(&L);
}

SmallVector<InnerLoop, 4> LoopCounter::run(Value &Sum) {
  const SmallVector<Loop *, 4> All = Loops.getLoopsInPreorder();
  for (Loop *L : All)
    hoistFromHeader(*L);
  DenseMap<const Loop *, SmallVector<BasicBlock *, 4>> Exits;
  for (const Loop *L : All)
    Exits[L] = exitsOf(*L);
  chooseRun();
  for (Loop *L : reverse(Loops)) // LoopInfo has the last one first
    collect(*L, -1, Sum);
  for (Loop *L : Replaced)
    removeLoop(*L, Exits[L]);
  return Result;
}

SmallVector<InnerLoop, 4> replaceLoops(Function &F, Value &Sum,
                                       FunctionAnalysisManager &Analyses) {
  FunctionPassManager Passes;
  Passes.addPass(LoopSimplifyPass());
  Passes.run(F, Analyses);
  const SmallVector<InnerLoop, 4> Result = LoopCounter(F, Analyses).run(Sum);
  Analyses.invalidate(F, PreservedAnalyses::none());
  EliminateUnreachableBlocks(F);
  return Result;
}

} // namespace usersched
