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
// What a load only perhaps reads, behind a return, in a loop, or through a
// reference, counts with its value if the variable certainly exists. What a
// reference refers to may have been freed: of that the address counts.
//
//===----------------------------------------------------------------------===//
#include "lowering/DataIdentity.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "llvm/ADT/FoldingSet.h"
#include <algorithm>
#include <optional>
#include <set>
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
  // Whether a load reads what is being visited.
  enum class Reading { Always, Perhaps, Conditionally };

  // Visits S, which is read less often than Now if How says so.
  void walkAs(Reading How, Stmt *S) {
    const Reading Before = Now;
    Now = std::max(Now, How);
    walk(S);
    Now = Before;
  }

  // Visits an `if` that is decided when it is compiled. Returns true if S is
  // none. What it leaves out must not be mentioned.
  bool enterDecided(Stmt &S) {
    auto *If = dyn_cast<IfStmt>(&S);
    if (!If)
      return true;
    std::optional<Stmt *> Kept;
    if (If->isConsteval())
      Kept = If->isNegatedConsteval() ? If->getThen() : If->getElse();
    else
      Kept = If->getNondiscardedCase(Ctx);
    if (!Kept)
      return true;
    walk(If->getInit());
    walk(*Kept);
    return false;
  }

  // Visits the parts of S, those that are not always evaluated last.
  bool enterConditional(Stmt &S) {
    SmallVector<Stmt *, 4> Always, Sometimes;
    Reading How = Reading::Conditionally;
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
    } else if (auto *Range = dyn_cast<CXXForRangeStmt>(&S)) {
      // Its other parts name variables that are not in the source.
      Sometimes = {Range->getInit(), Range->getRangeInit(),
                   Range->getLoopVarStmt(), Range->getBody()};
      How = Reading::Perhaps;
    } else if (isa<WhileStmt, DoStmt, ForStmt, CXXTryStmt>(S)) {
      // Most loops run once at least, and most calls return.
      Sometimes.assign(S.child_begin(), S.child_end());
      How = Reading::Perhaps;
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
    for (Stmt *Part : Sometimes)
      walkAs(How, Part);
    return false;
  }

  // Visits statements in turn. What follows one that may leave them may not be
  // reached.
  bool enterCompound(CompoundStmt &Block) {
    Reading How = Reading::Always;
    for (Stmt *Part : Block.body()) {
      walkAs(How, Part);
      if (mayLeave(Part))
        How = Reading::Perhaps;
    }
    return false;
  }

  static bool mayLeave(const Stmt *S) {
    bool Result = false;
    walkStatements(S, [&](Stmt &Part) {
      Result |=
          isa<ReturnStmt, GotoStmt, IndirectGotoStmt, GCCAsmStmt, CXXThrowExpr>(
              Part);
      return !isa<LambdaExpr>(Part);
    });
    return Result;
  }

  // Visits a lambda. One that is not called where it stands may never be
  // called.
  bool enterLambda(LambdaExpr &Lambda, bool IsCalled) {
    auto *Init = Lambda.capture_init_begin();
    for (const LambdaCapture &Capture : Lambda.captures()) {
      const bool IsNew = Capture.capturesVariable() &&
                         Capture.getCapturedVar()->isInitCapture();
      if (IsNew)
        Local.insert(Capture.getCapturedVar());
      // What is captured as it is, is read where the body reads it.
      if (IsNew || Capture.getCaptureKind() != LCK_ByRef)
        walk(*Init);
      ++Init;
    }
    for (const ParmVarDecl *Parameter : Lambda.getCallOperator()->parameters())
      Local.insert(Parameter);
    walkAs(IsCalled ? Reading::Always : Reading::Perhaps, Lambda.getBody());
    return false;
  }

  // Visits a call of a lambda where it stands. Returns true if S is none.
  bool enterCall(Stmt &S) {
    auto *Call = dyn_cast<CXXOperatorCallExpr>(&S);
    if (!Call || Call->getOperator() != OO_Call)
      return true;
    auto *Lambda = dyn_cast<LambdaExpr>(
        Call->getArg(0)->IgnoreUnlessSpelledInSource()->IgnoreParens());
    if (!Lambda)
      return true;
    for (unsigned N = 1; N < Call->getNumArgs(); ++N)
      walk(Call->getArg(N));
    return enterLambda(*Lambda, /*IsCalled=*/true);
  }

  bool enter(Stmt &S) override {
    auto *Operator = dyn_cast<BinaryOperator>(&S);
    if (!enterDecided(S))
      return false;
    if (isa<AbstractConditionalOperator, IfStmt, SwitchStmt, WhileStmt, DoStmt,
            ForStmt, CXXForRangeStmt, CXXTryStmt>(S) ||
        (Operator && Operator->isLogicalOp()))
      return enterConditional(S);
    if (auto *Block = dyn_cast<CompoundStmt>(&S))
      return enterCompound(*Block);
    if (auto *Lambda = dyn_cast<LambdaExpr>(&S))
      return enterLambda(*Lambda, /*IsCalled=*/false);
    if (!enterCall(S))
      return false;
    if (auto *Cast = dyn_cast<ImplicitCastExpr>(&S);
        Cast && Cast->getCastKind() == CK_LValueToRValue)
      Read.insert(Cast->getSubExpr()->IgnoreParens());
    if (auto *Member = dyn_cast<MemberExpr>(&S);
        Member && isa<FieldDecl>(Member->getMemberDecl()) && isSafe(Member)) {
      add(Member);
      return false;
    }
    if (auto *Ref = dyn_cast<DeclRefExpr>(&S); Ref && isOutside(Ref))
      add(Ref);
    if (auto *This = dyn_cast<CXXThisExpr>(&S))
      add(This);
    // In a generic lambda, nobody has chosen yet.
    if (auto *Generic = dyn_cast<GenericSelectionExpr>(&S);
        Generic && !Generic->isResultDependent()) {
      walk(Generic->getResultExpr());
      return false;
    }
    if (auto *Pack = dyn_cast<PackIndexingExpr>(&S);
        Pack && !Pack->isInstantiationDependent()) {
      walk(Pack->getSelectedExpr());
      return false;
    }
    if (auto *Choose = dyn_cast<ChooseExpr>(&S);
        Choose && !Choose->isConditionDependent()) {
      walk(Choose->getChosenSubExpr());
      return false;
    }
    // The region that the loop is in need not capture what is not evaluated.
    return !isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr,
                CXXTypeidExpr>(S);
  }
  bool entersTypes() const override { return false; }
  void visit(Decl &D) override {
    // A lambda in a load, or a statement expression, declares variables of its
    // own.
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

  // Returns true if the variable that E is, or is a part of, exists as long as
  // the loop.
  static bool exists(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    while (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow()) // `this` may point to what is freed
        return false;
      E = Member->getBase()->IgnoreParenImpCasts();
    }
    if (isa<CXXThisExpr>(E))
      return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && !Ref->getDecl()->getType()->isReferenceType() &&
           !Ref->getDecl()->isWeak();
  }

  // Returns true if the object must be read to find where E is in it.
  static bool isInVirtualBase(const Expr *E) {
    while (const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParens())) {
      E = Member->getBase()->IgnoreParens();
      while (const auto *Cast = dyn_cast<CastExpr>(E)) {
        if (any_of(Cast->path(), [](const CXXBaseSpecifier *Base) {
              return Base->isVirtual();
            }))
          return true;
        E = Cast->getSubExpr()->IgnoreParens();
      }
    }
    return false;
  }

  void add(Expr *E) {
    // What is not converted to a value is bound to a reference, or its address
    // is taken.
    const bool IsRead = Read.contains(E) || isa<CXXThisExpr>(E);
    const Reading How = IsRead ? Now : std::max(Now, Reading::Perhaps);
    const bool HasValue =
        How == Reading::Always || (How == Reading::Perhaps && exists(E));
    FoldingSetNodeID ID;
    E->IgnoreParens()->Profile(ID, Ctx, /*Canonical=*/true);
    ID.AddBoolean(HasValue);
    if (!Seen.insert(ID).second)
      return;
    QualType Type = E->getType();
    if (Type.isVolatileQualified() || Type->isAtomicType() ||
        E->refersToBitField())
      return;
    const bool IsNumber = Type->isAnyPointerType() ||
                          Type->isIntegralOrEnumerationType() ||
                          Type->isRealFloatingType();
    if (IsNumber && HasValue)
      Result.Values.push_back(E);
    else if (E->isLValue() && (HasValue || !isInVirtualBase(E)))
      Result.Objects.push_back(E);
  }

  const ASTContext &Ctx;
  const SmallPtrSetImpl<const Decl *> &Inner;
  SmallPtrSet<const Decl *, 4> Local;
  std::set<FoldingSetNodeID> Seen;
  SmallPtrSet<const Expr *, 8> Read; // variables that are converted to values
  Reading Now = Reading::Always;
};

} // namespace

SmallPtrSet<const Decl *, 8>
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
