//===- LoopLength.cpp - how often the body of one loop runs ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "infer/LoopLength.h"
#include "base/Ir19And22.h"
#include "infer/SideEffects.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace usersched {

// Returns true if Number has fewer bits than any type of the program: `k & 31`
// starts over and over.
static bool startsOver(const SCEVAddRecExpr &Number) {
  return Number.getType()->getScalarSizeInBits() < 8 &&
         Number.getType()->isIntegerTy();
}

BranchInst *LoopLength::countedExit(Loop &L) {
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

// Returns S, the side of a comparison, as an i64, with the loop L's number as
// one that does not wrap in fewer bits: a loop that relies on that is no more
// than a wrong hint.
const SCEV *LoopLength::widen(const SCEV *S, const Loop &L, bool IsSigned) {
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
const SCEV *LoopLength::steps(Loop &L, const SCEV *Length, const SCEV *Step,
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

const SCEV *LoopLength::iterations(Loop &L) {
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

Value *LoopLength::expand(const SCEV *Count, Instruction &At) {
  release::Expander Expander(Evolution, At);
  if (!Expander.isSafeToExpandAt(Count, &At))
    return nullptr;
  return Expander.expandCodeFor(Count, I64, At.getIterator());
}

} // namespace usersched
