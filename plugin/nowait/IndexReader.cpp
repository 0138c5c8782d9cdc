//===- IndexReader.cpp - what is known of an index in a loop --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables that the statements do not change are replaced by the values that
// they were initialized with.
//
//===----------------------------------------------------------------------===//
#include "nowait/IndexReader.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace clang;
using namespace llvm;

namespace usersched {

// A value is followed through so many variables. An assigned value is followed
// no further, as the variables that it names may have changed since.
static constexpr unsigned MostVariables = 4;

template <typename Clause>
static void addVariables(const OMPExecutableDirective &D,
                         VariableFacts::Variables &Set) {
  for (const auto *C : D.getClausesOfKind<Clause>())
    // A reduction can name a part of an array.
    for (const Expr *E : release::variables(*C))
      if (const VarDecl *Variable = variableOf(wholeOf(E)))
        Set.insert(Variable);
}

static void addPrivate(const OMPExecutableDirective &D,
                       VariableFacts::Variables &Private,
                       VariableFacts::Variables &FirstPrivate) {
  addVariables<OMPPrivateClause>(D, Private);
  addVariables<OMPLastprivateClause>(D, Private);
  addVariables<OMPLinearClause>(D, Private);
  addVariables<OMPReductionClause>(D, Private);
  addVariables<OMPFirstprivateClause>(D, FirstPrivate);
}

RegionView::RegionView(const Stmt &Body, const OMPExecutableDirective *Parallel)
    : Facts(variableFacts(Body)), IsFunction(!Parallel) {
  if (Parallel)
    addPrivate(*Parallel, Private, FirstPrivate);
}

LoopView::LoopView(ASTContext &Ctx, const RegionView &Region,
                   const OMPLoopDirective &D, const AssignedValues &Values,
                   Extent Of)
    : Ctx(Ctx), Region(Region),
      Body(D.getInnermostCapturedStmt()->getCapturedStmt()),
      Facts(variableFacts(*Body)), Values(Values), Of(Of) {
  addPrivate(D, Private, FirstPrivate);
  for (const Expr *Counter : D.counters())
    if (const VarDecl *Variable = variableOf(Counter))
      Counters.insert(Variable);
  walkStatements(Body, [&](Stmt &S) {
    if (const auto *For = dyn_cast<ForStmt>(&S)) {
      readBounds(*For);
      noteStep(*For);
    }
    return true;
  });
}

bool LoopView::isDeclaredInside(const VarDecl *Variable) const {
  return !Variable->hasGlobalStorage() &&
         (Facts.Declared.contains(Variable) ||
          Region.Facts.Declared.contains(Variable));
}

bool LoopView::isChanged(const VarDecl *Variable) const {
  return Facts.Changed.contains(Variable) ||
         Region.Facts.Changed.contains(Variable);
}

bool LoopView::isStepped(const VarDecl *Variable) const {
  return Facts.Stepped.contains(Variable) ||
         Facts.Counters.contains(Variable) || Counters.contains(Variable) ||
         Region.Facts.Stepped.contains(Variable);
}

bool LoopView::isChangedInside(const VarDecl *Variable) const {
  return Facts.Changed.contains(Variable) || Facts.Stepped.contains(Variable) ||
         Facts.Counters.contains(Variable) || Counters.contains(Variable) ||
         Private.contains(Variable);
}

// Returns what the counter of For is stepped by; nothing if not a constant.
std::optional<int64_t> LoopView::readStep(const ForStmt &For) const {
  const Expr *E = For.getInc()->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementOp() ? 1 : -1;
  const auto *Assignment = cast<BinaryOperator>(E);
  const IndexForm Operand = read(Assignment->getRHS());
  switch (Assignment->getOpcode()) {
  case BO_AddAssign:
    return Operand.constant();
  case BO_SubAssign:
    return (IndexForm() - Operand).constant();
  case BO_Assign:
    return (Operand - read(Assignment->getLHS())).constant();
  default:
    return std::nullopt;
  }
}

void LoopView::noteStep(const ForStmt &For) {
  const VarDecl *Counter = counterOf(For);
  if (!Counter)
    return;
  const std::optional<int64_t> Step = readStep(For);
  const auto [Entry, IsFirst] = StepOf.try_emplace(Counter, Step);
  if (!IsFirst && Entry->second != Step)
    Entry->second = std::nullopt;
}

// Reads the bounds of `for (i = A; i < B; ++i)` and of the forms like it.
void LoopView::readBounds(const ForStmt &For) {
  const VarDecl *Counter = counterOf(For);
  const auto *Condition = dyn_cast_or_null<BinaryOperator>(For.getCond());
  if (!Counter)
    return;
  // Two loops may have the same counter; then the bounds hold for both.
  auto [Entry, IsFirst] = BoundsOf.try_emplace(Counter, std::nullopt);
  const std::optional<Bounds> Other =
      std::exchange(Entry->second, std::nullopt);
  if ((!IsFirst && !Other) || !Condition || !Condition->isComparisonOp())
    return;
  const Expr *Start = nullptr;
  if (isa_and_nonnull<DeclStmt>(For.getInit()))
    Start = Counter->getInit();
  else if (const auto *Assignment =
               dyn_cast_or_null<BinaryOperator>(For.getInit());
           Assignment && Assignment->getOpcode() == BO_Assign)
    Start = Assignment->getRHS();
  BinaryOperatorKind Operator = Condition->getOpcode();
  const Expr *Tested = Condition->getLHS(), *Limit = Condition->getRHS();
  if (variableOf(Limit) == Counter) {
    std::swap(Tested, Limit);
    Operator = BinaryOperator::reverseComparisonOp(Operator);
  }
  if (!Start || variableOf(Tested) != Counter ||
      Facts.Changed.contains(Counter) || Facts.Stepped.contains(Counter))
    return;
  const IndexForm From = read(Start), To = read(Limit);
  const std::optional<int64_t> Step = readStep(For);
  if (From.varies() || To.varies() || !Step || *Step == INT64_MIN)
    return;
  Bounds Read;
  if (Operator == BO_NE && std::abs(*Step) == 1)
    Operator = *Step > 0 ? BO_LT : BO_GT;
  if (*Step > 0 && (Operator == BO_LT || Operator == BO_LE))
    Read = {From, To + (Operator == BO_LE), *Step};
  else if (*Step < 0 && (Operator == BO_GT || Operator == BO_GE))
    Read = {To + (Operator == BO_GT), From + 1, *Step};
  else
    return;
  if (Other) {
    const auto Later = (Read.First - Other->First).constant(),
               Further = (Read.End - Other->End).constant();
    if (!Later || !Further)
      return;
    Read.First = Read.First - std::max<int64_t>(*Later, 0);
    Read.End = Read.End - std::min<int64_t>(*Further, 0);
    Read.Step = 1;
  }
  Entry->second = Read;
}

// Replaces a term of Result, if it is a counter that runs a known number of
// times, by the counter's first value and by what the steps add to that.
void LoopView::expandCounter(const IndexForm::Monomial &M, int64_t Coefficient,
                             Index &Result) const {
  const auto Entry = M.size() == 1 && M[0].Varies ? BoundsOf.find(M[0].Variable)
                                                  : BoundsOf.end();
  if (Entry == BoundsOf.end() || !Entry->second ||
      (Of == Extent::OneIteration && Counters.contains(M[0].Variable)))
    return;
  const Bounds &Counter = *Entry->second;
  const std::optional<int64_t> Distance =
      (Counter.End - Counter.First).constant();
  if (!Distance || *Distance <= 0)
    return;
  const int64_t Times = (*Distance - 1) / std::abs(Counter.Step);
  int64_t Step, Reach, Sum;
  if (MulOverflow(Coefficient, Counter.Step, Step) ||
      MulOverflow(Step, Times, Reach) || Step == INT64_MIN ||
      Reach == INT64_MIN || AddOverflow(Result.Reach, std::abs(Reach), Sum))
    return;
  const IndexForm Start = Counter.Step > 0 ? Counter.First : Counter.End - 1;
  Result.Value += Start * Coefficient - IndexForm(M[0]) * Coefficient;
  Result.Value += std::min<int64_t>(Reach, 0);
  if (Times)
    Result.Step = std::gcd(Result.Step, Step);
  Result.Reach = Sum;
}

Index LoopView::index(IndexForm Value) const {
  Index Result;
  Result.Value = Value;
  for (const auto &[M, Coefficient] : Value.terms())
    expandCounter(M, Coefficient, Result);
  if (!Value.varies()) {
    Result.First = Value;
    Result.End = Value + 1;
    return Result;
  }
  for (const auto &[M, Coefficient] : Value.terms()) {
    if (M.size() != 1 || Coefficient != 1 || !M[0].Varies)
      continue;
    const auto Entry = BoundsOf.find(M[0].Variable);
    const IndexForm Rest = Value - IndexForm(M[0]);
    if (Entry == BoundsOf.end() || !Entry->second || Rest.varies())
      continue;
    Result.First = Rest + Entry->second->First;
    Result.End = Rest + Entry->second->End;
  }
  return Result;
}

IndexForm LoopView::readVariable(const VarDecl *Variable, unsigned Hops) const {
  if (Facts.ThreadNumbers.contains(Variable) ||
      Region.Facts.ThreadNumbers.contains(Variable))
    return IndexForm::ofThread();
  Atom A{Variable};
  A.Varies = isChanged(Variable) || isStepped(Variable) ||
             Facts.Ranges.contains(Variable) || Private.contains(Variable) ||
             Region.Facts.Ranges.contains(Variable);
  const bool IsKept = !A.Varies && !Region.Facts.Counters.contains(Variable);
  const Expr *Value = nullptr;
  if (IsKept && isDeclaredInside(Variable))
    Value = Variable->getInit();
  else if (A.Varies && !isChangedInside(Variable))
    Value = Values.lookup(Variable);
  if (Value)
    return Hops < MostVariables ? read(Value, IsKept ? Hops + 1 : MostVariables)
                                : IndexForm::unknown();
  A.Varies |= Facts.Declared.contains(Variable);
  return IndexForm(A);
}

// Returns true if E is an element of an array or a container, or a member of
// one, that the loop does not declare: its value is data.
bool LoopView::isElementOfData(const Expr &E) const {
  const Expr *Part = E.IgnoreParenImpCasts();
  while (const auto *Member = dyn_cast<MemberExpr>(Part))
    Part = Member->getBase()->IgnoreParenImpCasts();
  const Expr *Array = nullptr;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Part))
    Array = Element->getBase();
  else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Part);
           Call && Call->getOperator() == OO_Subscript)
    Array = Call->getArg(0);
  const VarDecl *Variable = Array ? variableOf(Array) : nullptr;
  return Array && !(Variable && isDeclaredInside(Variable));
}

// Reads an expression that is no sum or product. Where the same text stands
// again it has the same value, unless it names what the loops change.
IndexForm LoopView::readOther(const Expr &E, unsigned Hops) const {
  if (asksForThread(E))
    return IndexForm::ofThread();
  SmallVector<IndexForm, 4> Parts;
  walkStatements(&E, [&](Stmt &S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
      if (const VarDecl *Variable = variableOf(Ref))
        Parts.push_back(readVariable(Variable, Hops));
    return true;
  });
  for (const IndexForm &F : Parts)
    if (F.isOfThread())
      return F;
  Atom A;
  const bool IsData = isElementOfData(E);
  for (const IndexForm &F : Parts)
    if (F.varies() || any_of(F.terms(), [&](auto &Term) {
          return any_of(Term.first, [&](const Atom &A) {
            return Region.Facts.Counters.contains(A.Variable);
          });
        })) {
      if (!IsData)
        return IndexForm::unknown();
      A.Varies = true;
    }
  FoldingSetNodeID ID;
  E.Profile(ID, Ctx, /*Canonical=*/true);
  A.Hash = ID.ComputeHash();
  return IndexForm(A);
}

IndexForm LoopView::read(const Expr *E, unsigned Hops) const {
  if (E->isInstantiationDependent())
    return IndexForm::unknown();
  E = E->IgnoreParenCasts();
  Expr::EvalResult Result;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Result, Ctx) &&
      Result.Val.getInt().isRepresentableByInt64())
    return IndexForm(Result.Val.getInt().getExtValue());
  if (const VarDecl *Variable = variableOf(E))
    return readVariable(Variable, Hops);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Minus)
    return IndexForm() - read(Unary->getSubExpr(), Hops);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->getType()->isIntegerType())
    switch (Binary->getOpcode()) {
    case BO_Add:
      return read(Binary->getLHS(), Hops) + read(Binary->getRHS(), Hops);
    case BO_Sub:
      return read(Binary->getLHS(), Hops) - read(Binary->getRHS(), Hops);
    case BO_Mul:
      return read(Binary->getLHS(), Hops) * read(Binary->getRHS(), Hops);
    default:
      break;
    }
  return readOther(*E, Hops);
}

} // namespace usersched
