//===- DataUse.cpp - what a loop does with its thread's data --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "threaddata/DataUse.h"
#include "base/TreeWalk.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// Adds to Read what the first access in the text reads of the thread's data.
// What is written first is scratch memory of an iteration.
class FirstAccess : public TreeWalk {
public:
  using Reads = SmallSetVector<const ValueDecl *, 8>;
  FirstAccess(const RegionData &Region, Reads &Read)
      : Region(Region), Read(Read) {}

private:
  bool enter(Stmt &S) override {
    const auto *Binary = dyn_cast<BinaryOperator>(&S);
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S);
    if (Binary && Binary->getOpcode() == BO_Assign)
      return assign(Binary->getLHS(), Binary->getRHS());
    if (Operator && Operator->getOperator() == OO_Equal)
      return assign(Operator->getArg(0), Operator->getArg(1));
    if (const auto *Call = dyn_cast<CallExpr>(&S))
      for (const Expr *Written : writtenBy(*Call))
        note(originOf(Written), /*IsRead=*/false);
    if (const auto *E = dyn_cast<Expr>(&S))
      note(originOf(E), /*IsRead=*/true);
    return true;
  }
  bool entersTypes() const override { return false; }

  bool assign(const Expr *Target, const Expr *Value) {
    const Origin Written = originOf(Target);
    walk(Value);
    for (const Expr *Index : Written.Indices)
      walk(Index);
    note(Written, /*IsRead=*/false);
    return false;
  }
  void note(const Origin &Accessed, bool IsRead) {
    const ValueDecl *Root = Accessed.Root;
    if (Root && (Region.isOwn(*Root) || Region.isOwn(Accessed)) &&
        Seen.insert(Root).second && IsRead)
      Read.insert(Root);
  }

  const RegionData &Region;
  Reads &Read;
  SmallPtrSet<const ValueDecl *, 8> Seen;
};

} // namespace

DataUse::DataUse(ASTContext &Ctx, const RegionData &Region,
                 const OMPLoopDirective &D)
    : Region(Region), Loop(Ctx, Region.View, D, NoValues) {
  for (const Expr *Counter : D.counters())
    if (const VarDecl *Variable = variableOf(Counter))
      Loop.Private.insert(Variable);
  findWritten();
  FirstAccess(Region, Read).walk(Loop.Body);
  Read.remove_if([&](const ValueDecl *D) { return isInside(*D); });
}

// Returns true if the variable is none of the region's: the loop declares it or
// has copies of its own.
bool DataUse::isInside(const ValueDecl &Variable) const {
  const auto *Var = dyn_cast<VarDecl>(&Variable);
  return isa<BindingDecl>(Variable) ||
         (Var &&
          ((!Var->hasGlobalStorage() && Loop.Facts.Declared.contains(Var)) ||
           Loop.Private.contains(Var)));
}

void DataUse::findWritten() {
  forEachAssignment(Loop.Body, [&](const Assignment &A) {
    const Origin Target = A.Target ? originOf(A.Target) : Origin();
    const auto *Var = dyn_cast_or_null<VarDecl>(Target.Root);
    if (!Region.isOwn(Target) || (Var && Loop.FirstPrivate.contains(Var)))
      return;
    if (!isInside(*Target.Root))
      Written.insert({Target.Root, A.Value});
    if (Target.IsThroughPointer)
      for (const ValueDecl *Array : Region.pointees(*Target.Root))
        Written.insert({Array, A.Value});
  });
}

const Stmt *DataUse::publishes(const ValueDecl &Data) const {
  Dependence OfData([&](const ValueDecl &Variable, bool IsPart) {
    return (isInside(Variable) || Region.isOwn(Variable)) &&
           !(IsPart && Variable.getType()->isPointerType());
  });
  OfData.addSource(&Data);
  OfData.addAssignments(Loop.Body);
  const Stmt *Found = nullptr;
  forEachAssignment(Loop.Body, [&](const Assignment &A) {
    const Origin Target = A.Target ? originOf(A.Target) : Origin();
    if (Found || !Target.Root || Region.isOwn(Target) ||
        (isInside(*Target.Root) && !Target.IsThroughPointer))
      return;
    if (OfData.depends(A.Value) ||
        any_of(A.Conditions, [&](const Stmt *C) { return OfData.depends(C); }))
      Found = A.Value;
  });
  return Found;
}

} // namespace usersched
