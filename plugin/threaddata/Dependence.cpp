//===- Dependence.cpp - what depends on given variables -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "threaddata/Dependence.h"
#include "base/TreeWalk.h"
#include "threaddata/Assignments.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Shared data that outlives the iteration says nothing about which iteration
// this is, so only variables of functions count.
static bool isLocal(const ValueDecl *D) {
  const auto *Var = dyn_cast<VarDecl>(D);
  return isa<BindingDecl>(D) || (Var && Var->isLocalVarDeclOrParm());
}

void Dependence::addSource(const ValueDecl *Variable) {
  Dependent.insert(canonical(Variable));
  if (const auto *Parts = dyn_cast<DecompositionDecl>(Variable))
    for (const BindingDecl *Part : Parts->bindings())
      Dependent.insert(canonical(Part));
}

// Returns true if nothing in S is evaluated, as in `sizeof(x[i])`.
static bool isUnevaluated(const Stmt &S) {
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S);
}

// Returns the variable that A writes or writes a part of; null if it does not
// matter. Parts of what all iterations share say nothing about this iteration.
const ValueDecl *Dependence::writtenBy(const Assignment &A,
                                       const Variables &Declared) const {
  const Origin Written = A.Declared
                             ? Origin{canonical(A.Declared), false, false, {}}
                             : originOf(A.Target);
  if (!Written.Root)
    return nullptr;
  if (Counts)
    return Counts(*Written.Root, Written.IsPart) ? Written.Root : nullptr;
  const QualType Type = Written.Root->getType();
  const bool IsOwnPart = Declared.contains(Written.Root) &&
                         !Type->isPointerType() && !Type->isReferenceType();
  return isLocal(Written.Root) && (!Written.IsPart || IsOwnPart) ? Written.Root
                                                                 : nullptr;
}

void Dependence::addAssignments(const Stmt *Statements) {
  Variables Declared;
  forEachAssignment(Statements, [&](const Assignment &A) {
    if (A.Declared)
      Declared.insert(canonical(A.Declared));
    const ValueDecl *Variable = writtenBy(A, Declared);
    if (!Variable || !A.Value)
      return;
    Variables &Named = Uses[Variable];
    auto AddNames = [&](const Stmt *Value) {
      walkStatements(Value, [&](Stmt &S) {
        if (const ValueDecl *D = namedBy(S))
          Named.insert(D);
        if (isa<CXXThisExpr>(S))
          Named.insert(nullptr);
        return !isUnevaluated(S);
      });
    };
    AddNames(A.Value);
    for (const Stmt *Condition : A.Conditions)
      AddNames(Condition);
  });
  spread();
}

bool Dependence::setObjectDepends(bool Depends) {
  return std::exchange(ObjectDepends, Depends);
}

void Dependence::spread() {
  bool HasChanged = true;
  while (HasChanged) {
    HasChanged = false;
    for (const auto &[Variable, Named] : Uses)
      if (!Dependent.contains(Variable) && any_of(Named, [&](auto *Other) {
            return Other ? Dependent.contains(Other) : ObjectDepends;
          }))
        HasChanged = Dependent.insert(Variable).second;
  }
}

bool Dependence::contains(const ValueDecl &Variable) const {
  return Dependent.contains(canonical(&Variable));
}

bool Dependence::depends(const Stmt *S) const {
  bool Found = false;
  if (S)
    walkStatements(S, [&](Stmt &Part) {
      if (const ValueDecl *D = namedBy(Part))
        Found |= Dependent.contains(D);
      Found |= ObjectDepends && isa<CXXThisExpr>(Part);
      return !Found && !isUnevaluated(Part);
    });
  return Found;
}

} // namespace usersched
