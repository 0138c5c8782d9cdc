//===- ItemEffects.cpp - what an expression changes -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Clang's Expr::HasSideEffects, with one difference: a change of an
// automatic variable that a statement expression declares itself is no effect.
// What is reached through a pointer or a reference counts as outside.
//
//===----------------------------------------------------------------------===//
#include "lowering/ItemEffects.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/EvaluatedExprVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace usersched {

namespace {

class EffectFinder : public ConstEvaluatedExprVisitor<EffectFinder> {
  using Base = ConstEvaluatedExprVisitor<EffectFinder>;

public:
  explicit EffectFinder(const ASTContext &Ctx) : Base(Ctx) {}

  void VisitStmt(const Stmt *S) {
    if (const auto *E = dyn_cast<Expr>(S); E && hasOwnEffect(*E))
      note(S);
    if (const Expr *Target = assignedBy(*S); Target && !isLocal(*Target))
      note(S);
    Base::VisitStmt(S);
  }
  void VisitDeclStmt(const DeclStmt *S) {
    for (const Decl *D : S->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (Var->hasLocalStorage() && !Var->getType()->isReferenceType())
          Local.insert(Var);
    VisitStmt(S);
  }
  void VisitAsmStmt(const AsmStmt *S) { note(S); }

  const Stmt *Found = nullptr;

private:
  void note(const Stmt *S) {
    if (!Found)
      Found = S;
  }
  bool isLocal(const Expr &Target) const {
    const auto *Root = dyn_cast<DeclRefExpr>(rootOf(&Target));
    return Root && Local.contains(Root->getDecl());
  }
  // Returns the object that E is a part of.
  static const Expr *rootOf(const Expr *E) {
    while (true) {
      E = E->IgnoreParenImpCasts();
      if (const auto *Member = dyn_cast<MemberExpr>(E);
          Member && !Member->isArrow() &&
          !Member->getMemberDecl()->getType()->isReferenceType())
        E = Member->getBase();
      else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
               Element && Element->getBase()
                              ->IgnoreParenImpCasts()
                              ->getType()
                              ->isArrayType())
        E = Element->getBase();
      else
        return E;
    }
  }
  // Returns true if E has an effect whatever its parts do.
  bool hasOwnEffect(const Expr &E) const {
    if (isa<BinaryOperator, UnaryOperator, StmtExpr>(E))
      return false;
    if (const auto *Cast = dyn_cast<CastExpr>(&E))
      return Cast->getCastKind() == CK_LValueToRValue &&
             Cast->getSubExpr()->getType().isVolatileQualified();
    if (const auto *Atomic = dyn_cast<AtomicExpr>(&E))
      return Atomic->getOp() != AtomicExpr::AO__c11_atomic_load &&
             Atomic->getOp() != AtomicExpr::AO__atomic_load_n;
    switch (E.getStmtClass()) {
    case Stmt::CXXDeleteExprClass:
    case Stmt::CXXNewExprClass:
    case Stmt::CXXThrowExprClass:
    case Stmt::VAArgExprClass:
      return true;
    default:
      return false;
    }
  }

  llvm::SmallPtrSet<const Decl *, 4> Local; // automatic variables seen so far
};

} // namespace

const Stmt *findSideEffect(const ASTContext &Ctx, const Expr &Value) {
  EffectFinder Finder(Ctx);
  Finder.Visit(&Value);
  return Finder.Found;
}

} // namespace usersched
