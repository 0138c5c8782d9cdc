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
#include "base/Ir19And22.h"
#include "infer/RunLoops.h"
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
        I64(Type::getInt64Ty(F.getContext())) {}

  SmallVector<InnerLoop, 4> run(Value &Sum);

private:
  void chooseRun();
  bool isWorthRunning(Loop &L);
  void collect(Loop &L, int Around, Value &Sum);
  void add(InnerLoop &To, Instruction &At, Value &Sum);
  void hoistFromHeader(Loop &L);
  BranchInst *countedExit(Loop &L);
  void countOneExit(Loop &L);
  const SCEV *iterations(Loop &L);
  const SCEV *widen(const SCEV *S, const Loop &L, bool IsSigned);
  const SCEV *steps(Loop &L, const SCEV *Length, const SCEV *Step,
                    bool IsExact);
  const SCEV *sumOver(Loop &L, const SCEV *Iterations, const SCEV *Count);
  const SCEV *count(Loop &L, SmallVectorImpl<NestedLoop> &Nested);
  bool isUsable(const SCEV *Count, const Loop &L);
  Value *expand(const SCEV *Count, Instruction &At);

  DominatorTree &Dominators;
  LoopInfo &Loops;
  ScalarEvolution &Evolution;
  Type *I64;
  SmallPtrSet<const Loop *, 8> MayEndEarly;
  SmallPtrSet<const Loop *, 4> Run; // by the load
  SmallVector<InnerLoop, 4> Result;
  SmallVector<Loop *, 4> Replaced;
};

} // namespace

// Returns true if nothing comes to Block: it is where Clang says that a switch
// over the ways out of a scope has no other.
static bool isDeadEnd(const BasicBlock &Block) {
  return isa<UnreachableInst>(*Block.getFirstNonPHIOrDbg());
}

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

// Returns true if Number has fewer bits than any type of the program: `k & 31`
// starts over and over.
static bool startsOver(const SCEVAddRecExpr &Number) {
  return Number.getType()->getScalarSizeInBits() < 8 &&
         Number.getType()->isIntegerTy();
}

// Returns the branch that ends the loop at a comparison of a value that grows
// evenly with one that does not change; null if there is none. Each iteration
// must come to it.
BranchInst *LoopCounter::countedExit(Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  BranchInst *Result = nullptr;
  for (BasicBlock *Block : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    auto *Compare =
        Branch ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Compare || Loops.getLoopFor(Block) != &L ||
        !Dominators.dominates(Block, L.getLoopLatch()) ||
        (Result && Dominators.dominates(Result->getParent(), Block)))
      continue;
    const SCEV *Sides[] = {Evolution.getSCEV(Compare->getOperand(0)),
                           Evolution.getSCEV(Compare->getOperand(1))};
    const bool Grows = any_of(Sides, [&](const SCEV *Side) {
      // What is extended to more bits grows as it did before.
      while (const auto *Cast = dyn_cast<SCEVCastExpr>(Side))
        Side = Cast->getOperand();
      const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Side);
      return Recurrence && Recurrence->getLoop() == &L &&
             !startsOver(*Recurrence);
    });
    const bool HasBound = any_of(Sides, [&](const SCEV *Side) {
      return Evolution.isLoopInvariant(Side, &L);
    });
    if (Grows && HasBound)
      Result = Branch;
  }
  return Result;
}

// Removes all exits of L but one that can be counted.
void LoopCounter::countOneExit(Loop &L) {
  BranchInst *Counted = L.getLoopLatch() ? countedExit(L) : nullptr;
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

// Returns S, the side of a comparison, as an i64, with the loop L's number as
// one that does not wrap in fewer bits: a loop that relies on that is no more
// than a wrong hint.
const SCEV *LoopCounter::widen(const SCEV *S, const Loop &L, bool IsSigned) {
  if (const auto *Cast = dyn_cast<SCEVIntegralCastExpr>(S);
      Cast && !isa<SCEVTruncateExpr>(Cast))
    return widen(Cast->getOperand(), L, isa<SCEVSignExtendExpr>(Cast));
  if (S->getType()->isPointerTy())
    S = Evolution.getLosslessPtrToIntExpr(S);
  if (isa<SCEVCouldNotCompute>(S) ||
      Evolution.getTypeSizeInBits(S->getType()) > 64)
    return nullptr;
  if (const auto *Number = dyn_cast<SCEVAddRecExpr>(S);
      Number && Number->getLoop() == &L) {
    const SCEV *Start =
        startsOver(*Number) ? nullptr : widen(Number->getStart(), L, IsSigned);
    return Start && Number->isAffine()
               ? Evolution.getAddRecExpr(
                     Start,
                     Evolution.getNoopOrSignExtend(
                         Number->getStepRecurrence(Evolution), I64),
                     &L, SCEV::FlagAnyWrap)
               : nullptr;
  }
  return IsSigned ? Evolution.getNoopOrSignExtend(S, I64)
                  : Evolution.getNoopOrZeroExtend(S, I64);
}

// Returns how often a number comes from its start to Length in steps of Step:
// rounded up, and not below 0.
const SCEV *LoopCounter::steps(Loop &L, const SCEV *Length, const SCEV *Step,
                               bool IsExact) {
  if (!IsExact) {
    // Clang's condition in front of a loop may say that there is an iteration.
    const SCEV *Zero = Evolution.getZero(I64);
    if (!Evolution.isKnownNonNegative(Length) &&
        !Evolution.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SGE, Length,
                                            Zero))
      Length = Evolution.getSMaxExpr(Zero, Length);
    const SCEV *Round = Evolution.getMinusSCEV(Step, Evolution.getOne(I64));
    return Evolution.getUDivExpr(Evolution.getAddExpr(Length, Round), Step);
  }
  if (Step->isOne())
    return Length;
  // A division that is known to leave no rest may telescope.
  Instruction &At = *L.getLoopPreheader()->getTerminator();
  Value *Bytes = L.isOutermost() && Evolution.isLoopInvariant(Length, &L)
                     ? expand(Length, At)
                     : nullptr;
  return Bytes ? Evolution.getUnknown(IRBuilder<>(&At).CreateExactSDiv(
                     Bytes, cast<SCEVConstant>(Step)->getValue()))
               : Evolution.getUDivExpr(Length, Step);
}

// Returns how often the body of L runs, an i64; null if that is not known.
const SCEV *LoopCounter::iterations(Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  auto *Branch = Exiting.size() == 1
                     ? dyn_cast<BranchInst>(Exiting[0]->getTerminator())
                     : nullptr;
  auto *Compare = Branch ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Compare)
    return nullptr;
  // While Predicate holds of the number and the bound, the loop goes on.
  CmpInst::Predicate Predicate = L.contains(Branch->getSuccessor(0))
                                     ? Compare->getPredicate()
                                     : Compare->getInversePredicate();
  auto Side = [&](unsigned I) {
    return widen(Evolution.getSCEV(Compare->getOperand(I)), L,
                 !CmpInst::isUnsigned(Predicate));
  };
  const SCEV *Left = Side(0), *Bound = Side(1);
  if (!Left || !Bound)
    return nullptr;
  if (Evolution.isLoopInvariant(Left, &L)) {
    std::swap(Left, Bound);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  const auto *Number = dyn_cast<SCEVAddRecExpr>(Left);
  const auto *Step =
      Number ? dyn_cast<SCEVConstant>(Number->getStepRecurrence(Evolution))
             : nullptr;
  if (!Step || !Evolution.isLoopInvariant(Bound, &L))
    return nullptr;
  const bool IsExact = CmpInst::isEquality(Predicate);
  const bool IsUp = !Step->getAPInt().isNegative();
  if (Predicate == CmpInst::ICMP_EQ ||
      (!IsExact &&
       IsUp != (ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate))))
    return nullptr;
  const SCEV *Length = Evolution.getMinusSCEV(Bound, Number->getStart());
  if (!IsUp)
    Length = Evolution.getNegativeSCEV(Length);
  const SCEV *One = Evolution.getOne(I64);
  if (CmpInst::isNonStrictPredicate(Predicate))
    Length = Evolution.getAddExpr(Length, One);
  const SCEV *Count =
      steps(L, Length, Evolution.getConstant(Step->getAPInt().abs()), IsExact);
  return isTestedLast(*Branch) ? Evolution.getAddExpr(Count, One) : Count;
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
  const SCEV *Iterations = iterations(L);
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
      InAll = InAllOf(iterations(*Inner));
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

Value *LoopCounter::expand(const SCEV *Count, Instruction &At) {
  release::Expander Expander(Evolution, At);
  if (!Expander.isSafeToExpandAt(Count, &At))
    return nullptr;
  return Expander.expandCodeFor(Count, I64, At.getIterator());
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
                   ? iterations(L)
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

// Adds the count of To to Sum at At.
void LoopCounter::add(InnerLoop &To, Instruction &At, Value &Sum) {
  IRBuilder<> B(&At);
  Value *Old = B.CreateLoad(I64, &Sum);
  To.Addition = B.CreateStore(B.CreateAdd(Old, To.Count), &Sum);
}

void LoopCounter::collect(Loop &L, int Around, Value &Sum) {
  InnerLoop Inner;
  Inner.Where = L.getStartLoc();
  Inner.Around = Around;
  if (Run.contains(&L)) {
    Inner.Header = L.getHeader();
    Inner.Count = ConstantInt::get(I64, 1);
    add(Inner, *L.getLoopLatch()->getTerminator(), Sum);
    const int Number = int(Result.size());
    Result.push_back(Inner);
    for (Loop *In : reverse(L)) // LoopInfo has the last one first
      collect(*In, Number, Sum);
    return;
  }
  BasicBlock *Before = L.getLoopPreheader();
  const SCEV *Count = Before ? count(L, Inner.Nested) : nullptr;
  Inner.MayEndEarly = MayEndEarly.contains(&L);
  if (Count && isUsable(Count, L))
    Inner.Count = expand(Count, *Before->getTerminator());
  if (Inner.Count)
    add(Inner, *Before->getTerminator(), Sum);
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
