//===- VariableFacts.cpp - what statements do to variables ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VariableFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

const VarDecl *variableOf(const Expr *E) {
  const auto *Ref =
      dyn_cast_or_null<DeclRefExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var ? Var->getCanonicalDecl() : nullptr;
}

const VarDecl *counterOf(const ForStmt &For) {
  const Expr *Step = For.getInc();
  if (!Step)
    return nullptr;
  Step = Step->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Step);
      Unary && Unary->isIncrementDecrementOp())
    return variableOf(Unary->getSubExpr());
  const auto *Binary = dyn_cast<BinaryOperator>(Step);
  return Binary && Binary->isAssignmentOp() ? variableOf(Binary->getLHS())
                                            : nullptr;
}

namespace {

class ThreadFinder : public RecursiveASTVisitor<ThreadFinder> {
public:
  bool VisitCallExpr(CallExpr *E) {
    Found |= E->getNumArgs() == 0 && !isa<CXXMemberCallExpr>(E);
    return !Found;
  }
  bool Found = false;
};

class FactFinder : public RecursiveASTVisitor<FactFinder> {
public:
  VariableFacts Facts;

  bool VisitVarDecl(VarDecl *D) {
    Facts.Declared.insert(D->getCanonicalDecl());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (!E->isAssignmentOp())
      return true;
    if (asksForThread(*E->getRHS()))
      insert(Facts.ThreadNumbers, E->getLHS());
    const bool IsStep =
        E->getOpcode() == BO_AddAssign || E->getOpcode() == BO_SubAssign;
    insert(IsStep ? Facts.Stepped : Facts.Changed, E->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp())
      insert(Facts.Stepped, E->getSubExpr());
    else if (E->getOpcode() == UO_AddrOf)
      insert(Facts.Changed, E->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    for (Expr *Argument : E->arguments())
      // By reference: the value of a variable is read by a cast.
      if (isa<DeclRefExpr>(Argument->IgnoreParens()) &&
          !Argument->getType().isConstQualified() &&
          Argument->getType()->isScalarType())
        insert(Facts.Changed, Argument);
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    if (const VarDecl *Variable = S->getLoopVariable())
      Facts.Ranges[Variable->getCanonicalDecl()] = S->getRangeInit();
    return true;
  }
  bool TraverseForStmt(ForStmt *S) {
    const VarDecl *Counter = counterOf(*S);
    if (!Counter)
      return RecursiveASTVisitor::TraverseForStmt(S);
    Facts.Counters.insert(Counter);
    const auto *Start = dyn_cast_or_null<BinaryOperator>(S->getInit());
    bool StartsIt = Start && Start->getOpcode() == BO_Assign &&
                    variableOf(Start->getLHS()) == Counter;
    if (!StartsIt && !TraverseStmt(S->getInit()))
      return false;
    return TraverseStmt(S->getCond()) && TraverseStmt(S->getBody());
  }
  bool TraverseTypeLoc(TypeLoc) { return true; }

private:
  static void insert(VariableFacts::Variables &Set, const Expr *E) {
    if (const VarDecl *Variable = variableOf(E))
      Set.insert(Variable);
  }
};

} // namespace

bool asksForThread(const Expr &E) {
  ThreadFinder Finder;
  Finder.TraverseStmt(const_cast<Expr *>(&E));
  return Finder.Found;
}

VariableFacts variableFacts(const Stmt &Statements) {
  FactFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(&Statements));
  return std::move(Finder.Facts);
}

} // namespace usersched
