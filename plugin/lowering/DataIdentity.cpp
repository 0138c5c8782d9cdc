//===- DataIdentity.cpp - what tells one set of loads from another --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only expressions that are safe to evaluate outside the load count. `p->row`
// is not safe, since the load may test `p` first.
//
// Each thread evaluates the expressions when it reaches the loop, while other
// threads may run iterations. The value of an object counts if every load reads
// it: no iteration may change such an object. An object that a load reads under
// a condition may be changed by the iteration that alone reads it: of such an
// object the address counts, not the value.
//
//===----------------------------------------------------------------------===//
#include "lowering/DataIdentity.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"
#include <utility>

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class Collector : public TreeWalk {
public:
  Collector(const ASTContext &Ctx, const SmallPtrSetImpl<const Decl *> &Inner)
      : Ctx(Ctx), Inner(Inner) {}

  DataIdentity Result;

private:
  // Visits the parts of S, those that are evaluated under a condition last.
  bool enterConditional(Stmt &S) {
    SmallVector<Stmt *, 4> Always, Sometimes;
    if (auto *Choice = dyn_cast<ConditionalOperator>(&S)) {
      Always = {Choice->getCond()};
      Sometimes = {Choice->getTrueExpr(), Choice->getFalseExpr()};
    } else if (auto *Choice = dyn_cast<BinaryConditionalOperator>(&S)) {
      Always = {Choice->getCommon()};
      Sometimes = {Choice->getFalseExpr()};
    } else if (auto *If = dyn_cast<IfStmt>(&S)) {
      Always = {If->getInit(), If->getConditionVariableDeclStmt(),
                If->getCond()};
      Sometimes = {If->getThen(), If->getElse()};
    } else if (auto *Switch = dyn_cast<SwitchStmt>(&S)) {
      Always = {Switch->getInit(), Switch->getConditionVariableDeclStmt(),
                Switch->getCond()};
      Sometimes = {Switch->getBody()};
    } else {
      // A chain of && and || can be too long for one call each.
      Expr *Left = dyn_cast<Expr>(&S);
      while (auto *Logical = dyn_cast<BinaryOperator>(Left->IgnoreParens())) {
        if (!Logical->isLogicalOp())
          break;
        Sometimes.push_back(Logical->getRHS());
        Left = Logical->getLHS();
      }
      Always = {Left};
    }
    for (Stmt *Part : Always)
      walk(Part);
    const bool Before = std::exchange(IsConditional, true);
    for (Stmt *Part : Sometimes)
      walk(Part);
    IsConditional = Before;
    return false;
  }

  bool enter(Stmt &S) override {
    auto *Operator = dyn_cast<BinaryOperator>(&S);
    if (isa<AbstractConditionalOperator, IfStmt, SwitchStmt>(S) ||
        (Operator && Operator->isLogicalOp()))
      return enterConditional(S);
    if (auto *Member = dyn_cast<MemberExpr>(&S);
        Member && isa<FieldDecl>(Member->getMemberDecl()) && isSafe(Member)) {
      add(Member);
      return false;
    }
    if (auto *Ref = dyn_cast<DeclRefExpr>(&S); Ref && isOutside(Ref))
      add(Ref);
    if (auto *This = dyn_cast<CXXThisExpr>(&S))
      add(This);
    if (auto *Generic = dyn_cast<GenericSelectionExpr>(&S)) {
      walk(Generic->getResultExpr());
      return false;
    }
    // The region that the loop is in need not capture what is not evaluated.
    return !isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr,
                CXXTypeidExpr>(S);
  }
  bool entersTypes() const override { return false; }
  void visit(Decl &D) override {
    // A lambda in a load declares variables of its own. Its capture list, which
    // is visited, names what it captures.
    if (isa<VarDecl>(D))
      Local.insert(&D);
    // In the functions of a local class, `this` is another object.
    if (!isa<CXXRecordDecl>(D))
      walkParts(D);
  }

  bool isOutside(const DeclRefExpr *E) const {
    const auto *Var = dyn_cast<VarDecl>(E->getDecl());
    return Var && !Inner.contains(Var) && !Local.contains(Var) &&
           !Var->isConstexpr() && E->isGLValue();
  }

  // Returns true for a chain of members from a variable outside the loop or
  // from `this`.
  bool isSafe(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
      if (!isa<FieldDecl>(Member->getMemberDecl()) ||
          Member->getType()->isReferenceType())
        return false;
      if (Member->isArrow())
        return isa<CXXThisExpr>(Base);
      return isSafe(Base);
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && isOutside(Ref);
  }

  void add(Expr *E) {
    FoldingSetNodeID ID;
    E->IgnoreParens()->Profile(ID, Ctx, /*Canonical=*/true);
    ID.AddBoolean(IsConditional);
    if (!Seen.insert(ID.ComputeHash()).second)
      return;
    QualType Type = E->getType();
    if (Type.isVolatileQualified() || Type->isAtomicType() ||
        E->refersToBitField())
      return;
    const bool IsNumber = Type->isAnyPointerType() ||
                          Type->isIntegralOrEnumerationType() ||
                          Type->isRealFloatingType();
    if (IsNumber && !IsConditional)
      Result.Values.push_back(E);
    else if (E->isLValue())
      Result.Objects.push_back(E);
  }

  const ASTContext &Ctx;
  const SmallPtrSetImpl<const Decl *> &Inner;
  SmallPtrSet<const Decl *, 4> Local;
  SmallDenseSet<unsigned, 8> Seen;
  bool IsConditional = false; // what is being visited
};

} // namespace

// Returns the loop's own variables, and those whose private copies have no
// value when the loop starts.
static SmallPtrSet<const Decl *, 8>
valuelessVariables(const OMPLoopDirective &D,
                   const SmallPtrSetImpl<const Decl *> &Own) {
  SmallPtrSet<const Decl *, 8> Result(Own.begin(), Own.end());
  auto ForEach = [&](auto Clauses, auto Action) {
    for (const auto *Clause : Clauses)
      for (const Expr *E : release::variables(*Clause))
        if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
          Action(Ref->getDecl());
  };
  auto Add = [&](const Decl *Var) { Result.insert(Var); };
  auto Remove = [&](const Decl *Var) { Result.erase(Var); };
  ForEach(D.getClausesOfKind<OMPPrivateClause>(), Add);
  ForEach(D.getClausesOfKind<OMPLastprivateClause>(), Add);
  // A variable can be both firstprivate and lastprivate.
  ForEach(D.getClausesOfKind<OMPFirstprivateClause>(), Remove);
  return Result;
}

DataIdentity collectDataIdentity(const ASTContext &Ctx, Expr *Load,
                                 const OMPLoopDirective &D,
                                 const SmallPtrSetImpl<const Decl *> &Own) {
  const SmallPtrSet<const Decl *, 8> Inner = valuelessVariables(D, Own);
  Collector C(Ctx, Inner);
  C.walk(Load);
  return std::move(C.Result);
}

} // namespace usersched
