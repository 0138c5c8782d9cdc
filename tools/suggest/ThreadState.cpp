//===- ThreadState.cpp - what a thread keeps between iterations -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadState.h"
#include "Nest.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "threaddata/Dependence.h"
#include "threaddata/ThreadNames.h"
#include "clang/AST/ExprCXX.h"

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

const VarDecl *growingState(const OMPLoopDirective &D) {
  const Nest Loops = nestOf(D);
  if (!Loops.Body)
    return nullptr;
  Dependence OfIteration;
  for (const VarDecl *Variable : Loops.Variables)
    OfIteration.addSource(Variable);
  OfIteration.addAssignments(Loops.Body);
  const VariableFacts Facts = variableFacts(*Loops.Loops.front());
  auto IsOfThread = [&](const VarDecl &V) {
    return isOfThread(V) || (isa<CapturedDecl>(V.getDeclContext()) &&
                             !Facts.Declared.contains(&V));
  };
  using Pair = std::pair<const VarDecl *, const VarDecl *>;
  SmallVector<Pair, 4> Compared, Assigned; // an array, and what its element is
  auto Add = [&](const Expr *Element, const Expr *Other,
                 SmallVector<Pair, 4> &To) {
    const VarDecl *Array = arrayOf(Element);
    if (Array && IsOfThread(*Array) && Element->getType()->isIntegerType())
      To.push_back({Array, variableOf(Other)});
    return Array;
  };
  walkStatements(Loops.Body, [&](Stmt &S) {
    const auto *Binary = dyn_cast<BinaryOperator>(&S);
    if (!Binary)
      return true;
    const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
    if (Binary->getOpcode() == BO_Assign)
      Add(Left, Right, Assigned);
    if (Binary->isRelationalOp() && OfIteration.depends(Right))
      Add(Left, Right, Compared);
    if (Binary->isRelationalOp() && OfIteration.depends(Left))
      Add(Right, Left, Compared);
    return true;
  });
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

} // namespace usersched
