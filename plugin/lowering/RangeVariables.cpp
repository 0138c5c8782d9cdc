//===- RangeVariables.cpp - range-for elements that a region names --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang declares the variable of a range-for in the loop's body. A region
// cannot declare it a second time, as code generation does not support that, so
// the region gets a variable of its own. The two share an initializer that does
// not name the variable; the expressions of structured bindings name it and are
// copied.
//
//===----------------------------------------------------------------------===//
#include "lowering/RangeVariables.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

using Replacements = DenseMap<const ValueDecl *, ValueDecl *>;

// The references in an expression that only the plugin uses.
class References : public TreeWalk {
public:
  explicit References(Expr *E) { walk(E); }
  bool name(const VarDecl &Variable) const {
    auto *Decomposition = dyn_cast<DecompositionDecl>(&Variable);
    return any_of(All, [&](DeclRefExpr *E) {
      return E->getDecl() == &Variable ||
             (Decomposition &&
              is_contained(Decomposition->bindings(), E->getDecl()));
    });
  }
  void replace(const Replacements &New) {
    for (DeclRefExpr *E : All)
      if (ValueDecl *D = New.lookup(E->getDecl()))
        E->setDecl(D);
  }

private:
  bool enter(Stmt &S) override {
    if (auto *Ref = dyn_cast<DeclRefExpr>(&S))
      All.push_back(Ref);
    auto *Lambda = dyn_cast<LambdaExpr>(&S);
    if (!Lambda)
      return true;
    // Only the initializers of captures are evaluated here. The lambda's body
    // reaches what it captures through members, which code generation finds by
    // the captured declarations.
    for (auto [Capture, Init] :
         zip(Lambda->captures(), Lambda->capture_inits()))
      if (Lambda->isInitCapture(&Capture))
        walk(Capture.getCapturedVar());
      else
        walk(Init);
    return false;
  }

  SmallVector<DeclRefExpr *, 4> All;
};

// Copies what Sema builds for a structured binding: a member, an element, or
// a call of get<I>.
class BindingCloner {
public:
  BindingCloner(ASTContext &Ctx, Replacements &New) : Ctx(Ctx), New(New) {}

  DecompositionDecl *clone(DecompositionDecl &Old);

private:
  Expr *clone(Expr *E, VarDecl *Holder);
  Expr *cloneCall(CallExpr *E, VarDecl *Holder);
  VarDecl *cloneHolder(VarDecl &Old);

  ASTContext &Ctx;
  Replacements &New;
};

} // namespace

Expr *BindingCloner::cloneCall(CallExpr *E, VarDecl *Holder) {
  Expr *Callee = clone(E->getCallee(), Holder);
  SmallVector<Expr *, 2> Args;
  for (Expr *Arg : E->arguments()) {
    Args.push_back(clone(Arg, Holder));
    if (!Args.back())
      return nullptr;
  }
  if (!Callee)
    return nullptr;
  if (isa<CXXMemberCallExpr>(E))
    return CXXMemberCallExpr::Create(Ctx, Callee, Args, E->getType(),
                                     E->getValueKind(), E->getRParenLoc(),
                                     E->getFPFeatures());
  return CallExpr::Create(Ctx, Callee, Args, E->getType(), E->getValueKind(),
                          E->getRParenLoc(), E->getFPFeatures(),
                          E->getNumArgs(), E->getADLCallKind());
}

// Copies E. Holder is the variable that E initializes, or null. Returns null
// for a kind of expression that Sema does not build for bindings.
Expr *BindingCloner::clone(Expr *E, VarDecl *Holder) {
  auto Sub = [&](Expr *Child) { return clone(Child, Holder); };
  if (isa<IntegerLiteral>(E))
    return E;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    ValueDecl *D = New.lookup(Ref->getDecl());
    auto *Found = D ? D : Ref->getFoundDecl();
    return DeclRefExpr::Create(
        Ctx, Ref->getQualifierLoc(), Ref->getTemplateKeywordLoc(),
        D ? D : Ref->getDecl(), Ref->refersToEnclosingVariableOrCapture(),
        Ref->getNameInfo(), Ref->getType(), Ref->getValueKind(), Found);
  }
  if (auto *Call = dyn_cast<CallExpr>(E);
      Call && !isa<CXXOperatorCallExpr, UserDefinedLiteral>(E))
    return cloneCall(Call, Holder);
  if (auto *Index = dyn_cast<ArraySubscriptExpr>(E)) {
    Expr *Left = Sub(Index->getLHS()), *Right = Sub(Index->getRHS());
    if (!Left || !Right)
      return nullptr;
    return new (Ctx)
        ArraySubscriptExpr(Left, Right, E->getType(), E->getValueKind(),
                           E->getObjectKind(), Index->getRBracketLoc());
  }

  // The other kinds have one child.
  auto *Member = dyn_cast<MemberExpr>(E);
  auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  auto *Static = dyn_cast<CXXStaticCastExpr>(E);
  auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E);
  auto *Full = dyn_cast<ExprWithCleanups>(E);
  Expr *Child = Member      ? Member->getBase()
                : Cast      ? Cast->getSubExpr()
                : Static    ? Static->getSubExpr()
                : Temporary ? Temporary->getSubExpr()
                : Full      ? Full->getSubExpr()
                            : nullptr;
  Child = Child ? Sub(Child) : nullptr;
  if (!Child)
    return nullptr;
  if (Member)
    return MemberExpr::Create(
        Ctx, Child, Member->isArrow(), Member->getOperatorLoc(),
        Member->getQualifierLoc(), Member->getTemplateKeywordLoc(),
        Member->getMemberDecl(), Member->getFoundDecl(),
        Member->getMemberNameInfo(), /*TemplateArgs=*/nullptr, E->getType(),
        E->getValueKind(), E->getObjectKind(), Member->isNonOdrUse());
  if (Cast || Static) {
    auto *Any = cast<CastExpr>(E);
    CXXCastPath Path(Any->path_begin(), Any->path_end());
    return ImplicitCastExpr::Create(Ctx, E->getType(), Any->getCastKind(),
                                    Child, &Path, E->getValueKind(),
                                    Any->getFPFeatures());
  }
  if (Full)
    return ExprWithCleanups::Create(Ctx, Child, Full->cleanupsHaveSideEffects(),
                                    {});
  auto *Copy = new (Ctx) MaterializeTemporaryExpr(
      E->getType(), Child, Temporary->isBoundToLvalueReference());
  if (Temporary->getExtendingDecl())
    Copy->setExtendingDecl(Holder, Temporary->getManglingNumber());
  return Copy;
}

// Copies the variable behind one binding of a tuple.
VarDecl *BindingCloner::cloneHolder(VarDecl &Old) {
  auto *Copy = VarDecl::Create(Ctx, Old.getDeclContext(), Old.getLocation(),
                               Old.getLocation(), Old.getIdentifier(),
                               Old.getType(), Old.getTypeSourceInfo(), SC_None);
  Expr *Init = Old.getInit() ? clone(Old.getInit(), Copy) : nullptr;
  if (!Init)
    return nullptr;
  Copy->setInit(Init);
  Copy->setImplicit();
  Copy->setIsUsed();
  New[&Old] = Copy;
  return Copy;
}

DecompositionDecl *BindingCloner::clone(DecompositionDecl &Old) {
  SmallVector<BindingDecl *, 4> Bindings;
  for (BindingDecl *B : Old.bindings()) {
    Bindings.push_back(release::copyBinding(Ctx, *B));
    Bindings.back()->setImplicit();
    Bindings.back()->setReferenced();
  }
  auto *Copy = DecompositionDecl::Create(
      Ctx, Old.getDeclContext(), Old.getBeginLoc(), Old.getLocation(),
      Old.getType(), Old.getTypeSourceInfo(), SC_None, Bindings);
  New[&Old] = Copy;
  for (auto [OldBinding, Binding] : zip(Old.bindings(), Bindings)) {
    if (VarDecl *Holder = OldBinding->getHoldingVar();
        Holder && !cloneHolder(*Holder))
      return nullptr;
    Expr *Named = clone(OldBinding->getBinding(), nullptr);
    if (!Named)
      return nullptr;
    Binding->setBinding(OldBinding->getType(), Named);
    New[OldBinding] = Binding;
  }
  return Copy;
}

bool declareRangeVariable(ASTContext &Ctx, VarDecl &Old, Expr *Value,
                          SmallVectorImpl<Stmt *> &Body) {
  VarDecl *Copy;
  References Refs(Value);
  if (!Refs.name(Old))
    return true;
  Replacements New;
  if (auto *Decomposition = dyn_cast<DecompositionDecl>(&Old)) {
    Copy = BindingCloner(Ctx, New).clone(*Decomposition);
    if (!Copy)
      return false;
  } else {
    Copy = VarDecl::Create(Ctx, Old.getDeclContext(), Old.getLocation(),
                           Old.getLocation(), Old.getIdentifier(),
                           Old.getType(), Old.getTypeSourceInfo(), SC_None);
    New[&Old] = Copy;
  }
  Copy->setInit(Old.getInit());
  Copy->setImplicit();
  Copy->setIsUsed();
  Refs.replace(New);
  SourceLocation Loc = Old.getLocation();
  Body.push_back(new (Ctx) DeclStmt(DeclGroupRef(Copy), Loc, Loc));
  return true;
}

} // namespace usersched
