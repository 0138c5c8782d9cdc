//===- RegionData.cpp - the data that each thread of a region has ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index selects a thread's element only if it is a function of the thread's
// number: `me` and `me * stride` are, but `at`, the sum of what threads before
// this one have counted, is a place in shared data.
//
//===----------------------------------------------------------------------===//
#include "threaddata/RegionData.h"
#include "base/TreeWalk.h"
#include "threaddata/ThreadNames.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static bool isPointer(const ValueDecl &D) {
  return D.getType()->isPointerType() || D.getType()->isReferenceType();
}

static bool readsElement(const Stmt *Value) {
  bool Found = false;
  walkStatements(Value, [&](Stmt &S) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S);
    Found |= isa<ArraySubscriptExpr>(S) ||
             (Operator && Operator->getOperator() == OO_Subscript);
    return !Found;
  });
  return Found;
}

// Returns the numbers that are counted, or computed from elements of arrays.
static DenseSet<const ValueDecl *> computedNumbers(const Stmt &Body) {
  DenseSet<const ValueDecl *> Result;
  forEachAssignment(&Body, [&](const Assignment &A) {
    const Origin Written = A.Target ? originOf(A.Target) : Origin();
    const ValueDecl *Variable = A.Declared ? A.Declared : Written.Root;
    if (!Variable || Written.IsPart || isPointer(*Variable) || !A.Value)
      return;
    const auto *Operator = dyn_cast<BinaryOperator>(A.Value);
    const bool IsPlain =
        A.Declared || (Operator && Operator->getOpcode() == BO_Assign);
    if (!IsPlain || readsElement(A.Value))
      Result.insert(canonical(Variable));
  });
  return Result;
}

RegionData::RegionData(const Stmt &Body, const OMPExecutableDirective *Parallel)
    : View(Body, Parallel), Body(Body),
      OfThread([this](const ValueDecl &Variable, bool IsPart) {
        return isOwn(Variable) && !(IsPart && isPointer(Variable));
      }),
      Number([this, Computed = computedNumbers(Body)](const ValueDecl &Variable,
                                                      bool IsPart) {
        return isOwn(Variable) && !IsPart && !Computed.contains(&Variable);
      }) {
  for (const ValueDecl *Named : threadNames(Body)) {
    OfThread.addSource(Named);
    if (isa<FunctionDecl>(Named))
      Number.addSource(Named);
  }
  OfThread.addAssignments(&Body);
  Number.addAssignments(&Body);
}

bool RegionData::isOwn(const ValueDecl &Variable) const {
  if (isOfThread(Variable))
    return true;
  const auto *Var = dyn_cast<VarDecl>(Variable.getCanonicalDecl());
  if (!Var || Var->hasGlobalStorage())
    return View.Private.contains(Var) || View.FirstPrivate.contains(Var);
  return View.IsFunction ? Var->isLocalVarDeclOrParm()
                         : View.Facts.Declared.contains(Var) ||
                               View.Private.contains(Var) ||
                               View.FirstPrivate.contains(Var);
}

bool RegionData::isOwn(const Origin &Part) const {
  if (!Part.Root)
    return false;
  if (any_of(Part.Indices, [&](const Expr *I) { return Number.depends(I); }))
    return true;
  return isOwn(*Part.Root) &&
         (!Part.IsThroughPointer || isOfThread(*Part.Root) ||
          Number.contains(*Part.Root));
}

bool RegionData::differsByThread(const ValueDecl &Variable) const {
  return OfThread.contains(Variable);
}

SmallVector<const ValueDecl *, 2>
RegionData::pointees(const ValueDecl &Pointer) const {
  SmallVector<const ValueDecl *, 2> Result;
  if (!isPointer(Pointer))
    return Result;
  forEachAssignment(&Body, [&](const Assignment &A) {
    const Origin Written = A.Target ? originOf(A.Target) : Origin();
    const ValueDecl *Variable = A.Declared ? A.Declared : Written.Root;
    if (!Variable || Written.IsPart || !A.Value ||
        canonical(Variable) != &Pointer)
      return;
    walkStatements(A.Value, [&](Stmt &S) {
      const ValueDecl *Named = namedBy(S);
      if (Named && Named != &Pointer && !isa<FunctionDecl>(Named) &&
          !Named->getType().getNonReferenceType()->isArithmeticType())
        Result.push_back(Named);
      return true;
    });
  });
  return Result;
}

Dependence RegionData::dependentOn(const ValueDecl &Data) const {
  Dependence Result([](const ValueDecl &, bool) { return true; });
  Result.addSource(&Data);
  Result.addAssignments(&Body);
  return Result;
}

} // namespace usersched
