//===- ThreadState.cpp - what a thread keeps between iterations -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadState.h"
#include "Header.h"
#include "Nest.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "threaddata/Assignments.h"
#include "threaddata/Dependence.h"
#include "threaddata/ThreadNames.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace llvm;

namespace usersched {

bool namesThread(const OMPLoopDirective &D) {
  const CapturedStmt *Captured = D.getInnermostCapturedStmt();
  const DeclContext *Function = Captured->getCapturedDecl()->getDeclContext();
  while (isa<CapturedDecl>(Function))
    Function = Function->getParent();
  const auto *F = dyn_cast<FunctionDecl>(Function);
  if (!F || !F->getBody())
    return false;
  Dependence OfThread;
  for (const ValueDecl *Named : threadNames(*F->getBody()))
    OfThread.addSource(Named);
  OfThread.addAssignments(F->getBody());
  return OfThread.depends(Captured->getCapturedStmt());
}

// Returns the array of which E is an element; null if it is none.
static const VarDecl *arrayOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return variableOf(Element->getBase());
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  return Operator && Operator->getOperator() == OO_Subscript
             ? variableOf(Operator->getArg(0))
             : nullptr;
}

// Returns true if a clause of D names V.
template <typename Clause>
static bool hasIn(const OMPExecutableDirective *D, const VarDecl &V) {
  return D && any_of(D->getClausesOfKind<Clause>(), [&](const Clause *C) {
           return any_of(release::variables(*C),
                         [&](const Expr *E) { return variableOf(E) == &V; });
         });
}

namespace {

// What the iterations of one loop do with variables that their thread keeps.
class KeptState {
public:
  KeptState(const OMPLoopDirective &D, ArrayRef<const Stmt *> Around)
      : D(D), Loops(nestOf(D)) {
    if (!Loops.Body)
      return;
    findThreads(Around);
    Declared = variableFacts(*Loops.Loops.front()).Declared;
    for (const VarDecl *Variable : Loops.Variables)
      OfIteration.addSource(Variable);
    OfIteration.addAssignments(Loops.Body);
    walkStatements(Loops.Body, [&](Stmt &S) {
      if (const auto Found = comparisonIn(S))
        Comparisons.push_back(*Found);
      return true;
    });
  }

  const VarDecl *marker() const;
  const VarDecl *cursor() const;

private:
  // How an assignment changes a variable.
  enum class Change { Up, Down, Other };

  void findThreads(ArrayRef<const Stmt *> Around);
  bool isKept(const VarDecl &V) const;
  Change changeOf(const Stmt &S, const VarDecl &V) const;
  Change stepFrom(const Expr *NewValue, const VarDecl &V) const;
  bool isCompared(const VarDecl &V) const;

  const OMPLoopDirective &D;
  const Nest Loops;
  const OMPExecutableDirective *Parallel = nullptr; // null if it is not seen
  const DeclContext *Function = nullptr;            // of the loop
  Dependence OfIteration;
  VariableFacts::Variables Declared; // by the loop
  SmallVector<Comparison, 4> Comparisons;
};

} // namespace

// Finds the region that the loop divides among threads.
void KeptState::findThreads(ArrayRef<const Stmt *> Around) {
  Function = D.getInnermostCapturedStmt()->getCapturedDecl()->getDeclContext();
  while (isa<CapturedDecl>(Function))
    Function = Function->getParent();
  auto IsParallel = [](const OMPExecutableDirective &D) {
    return isOpenMPParallelDirective(D.getDirectiveKind());
  };
  if (IsParallel(D))
    Parallel = &D;
  for (const Stmt *S : reverse(Around)) {
    const auto *Outer = dyn_cast<OMPExecutableDirective>(S);
    if (Parallel || !Outer) // a lambda
      return;
    if (IsParallel(*Outer))
      Parallel = Outer;
  }
}

// Returns true if each thread has its own V, which outlives the iteration.
bool KeptState::isKept(const VarDecl &V) const {
  if (Declared.contains(&V))
    return false;
  if (isOfThread(V) || hasIn<OMPFirstprivateClause>(&D, V) ||
      hasIn<OMPFirstprivateClause>(Parallel, V) ||
      (Parallel != &D && hasIn<OMPPrivateClause>(Parallel, V)))
    return true;
  // What the region declares, or the function that is called in one.
  return Parallel != &D && V.hasLocalStorage() &&
         (isa<CapturedDecl>(V.getDeclContext()) ||
          (!Parallel && V.getDeclContext() == Function &&
           !V.getType()->isReferenceType()));
}

// Returns a variable whose elements are compared with what the iteration
// assigns them.
const VarDecl *KeptState::marker() const {
  using Pair = std::pair<const VarDecl *, const VarDecl *>;
  SmallVector<Pair, 4> Compared, Assigned; // an array, and what its element is
  auto Add = [&](const Expr *Element, const Expr *Other,
                 SmallVector<Pair, 4> &To) {
    const VarDecl *Array = arrayOf(Element);
    if (!Array || !isKept(*Array) || !Element->getType()->isIntegerType())
      return;
    // Copies of a pointer, one for each thread, lead to what threads share.
    const bool IsCopy = !isa<CapturedDecl>(Array->getDeclContext()) &&
                        !isOfThread(*Array) &&
                        Array->getType()->isPointerType();
    if (!IsCopy)
      To.push_back({Array, variableOf(Other)});
  };
  walkStatements(Loops.Body, [&](Stmt &S) {
    if (const auto *Binary = dyn_cast<BinaryOperator>(&S);
        Binary && Binary->getOpcode() == BO_Assign)
      Add(Binary->getLHS(), Binary->getRHS(), Assigned);
    return true;
  });
  for (const auto &[Kind, Left, Right] : Comparisons) {
    if (!BinaryOperator::isRelationalOp(Kind))
      continue;
    if (OfIteration.depends(Right))
      Add(Left, Right, Compared);
    if (OfIteration.depends(Left))
      Add(Right, Left, Compared);
  }
  for (const auto &[Array, Bound] : Compared) {
    auto IsOfArray = [&, A = Array](const Pair &P) { return P.first == A; };
    // A thread's own least or greatest value grows in any order.
    auto IsExtreme = [&, A = Array, B = Bound](const Pair &P) {
      return P.first == A && B && P.second == B;
    };
    if (any_of(Assigned, IsOfArray) && none_of(Assigned, IsExtreme))
      return Array;
  }
  return nullptr;
}

// A value that comes from V alone, as V + 1 or V->next, goes on from there.
KeptState::Change KeptState::stepFrom(const Expr *NewValue,
                                      const VarDecl &V) const {
  bool NamesV = false, NamesIteration = false;
  walkStatements(NewValue, [&](Stmt &S) {
    const ValueDecl *Named = namedBy(S);
    NamesV |= Named == &V;
    NamesIteration |= Named && Named != &V && OfIteration.contains(*Named);
    return true;
  });
  if (!NamesV || NamesIteration)
    return Change::Other;
  const auto *Binary =
      dyn_cast<BinaryOperator>(NewValue->IgnoreParenImpCasts());
  return Binary && Binary->getOpcode() == BO_Sub ? Change::Down : Change::Up;
}

KeptState::Change KeptState::changeOf(const Stmt &S, const VarDecl &V) const {
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
    return Unary->isIncrementOp() ? Change::Up : Change::Down;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
    switch (Binary->getOpcode()) {
    case BO_AddAssign:
      return Change::Up;
    case BO_SubAssign:
      return Change::Down;
    case BO_Assign:
      return stepFrom(Binary->getRHS(), V);
    default:
      return Change::Other;
    }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S))
    switch (Operator->getOperator()) {
    case OO_PlusPlus:
    case OO_PlusEqual:
      return Change::Up;
    case OO_MinusMinus:
    case OO_MinusEqual:
      return Change::Down;
    case OO_Equal:
      return stepFrom(Operator->getArg(1), V);
    default:
      return Change::Other;
    }
  return Change::Other;
}

// Returns true if what comes from V is compared with what does not and differs
// between iterations.
bool KeptState::isCompared(const VarDecl &V) const {
  Dependence OfV;
  OfV.addSource(&V);
  OfV.addAssignments(Loops.Body);
  return any_of(Comparisons, [&](const Comparison &C) {
    const bool IsLeft = OfV.depends(C.Left);
    return IsLeft != OfV.depends(C.Right) &&
           OfIteration.depends(IsLeft ? C.Right : C.Left);
  });
}

// Returns a variable that the iterations only step one way.
const VarDecl *KeptState::cursor() const {
  MapVector<const VarDecl *, SmallVector<Change, 2>> Changes;
  forEachAssignment(Loops.Body, [&](const Assignment &A) {
    const VarDecl *V = A.Target ? variableOf(A.Target) : nullptr;
    if (V && isKept(*V))
      Changes[V].push_back(changeOf(*A.Value, *V));
  });
  for (const auto &[V, All] : Changes)
    if (All.front() != Change::Other && all_equal(All) && isCompared(*V))
      return V;
  return nullptr;
}

const VarDecl *growingState(const OMPLoopDirective &D,
                            ArrayRef<const Stmt *> Around) {
  const KeptState State(D, Around);
  if (const VarDecl *Marker = State.marker())
    return Marker;
  return State.cursor();
}

} // namespace usersched
