//===- VariableFacts.cpp - what statements do to variables ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/VariableFacts.h"
#include "base/TreeWalk.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
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

const Expr *assignedBy(const Stmt &S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
    return Binary->isAssignmentOp() ? Binary->getLHS() : nullptr;
  const auto *Unary = dyn_cast<UnaryOperator>(&S);
  return Unary && Unary->isIncrementDecrementOp() ? Unary->getSubExpr()
                                                  : nullptr;
}

bool isView(QualType T) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isDependentType() ||
      Class->isUnion() || !Class->isTriviallyCopyable())
    return false;
  bool HasPointer = false;
  for (const FieldDecl *Field : Class->fields()) {
    if (Field->getAccess() == AS_public || Field->getType()->isArrayType())
      return false;
    HasPointer |= leadsElsewhere(Field->getType());
  }
  return HasPointer;
}

bool leadsElsewhere(QualType T) { return T->isAnyPointerType() || isView(T); }

namespace {

class FactFinder : public TreeWalk {
public:
  VariableFacts Facts;

private:
  void visit(Decl &D) override {
    if (const auto *Variable = dyn_cast<VarDecl>(&D)) {
      Facts.Declared.insert(Variable->getCanonicalDecl());
      if (Variable->getType()->isReferenceType())
        insert(Facts.Escaped, Variable->getInit());
    }
    walkParts(D);
  }
  bool enter(Stmt &S) override {
    if (const auto *For = dyn_cast<ForStmt>(&S))
      return enterFor(*For);
    if (const auto *E = dyn_cast<BinaryOperator>(&S)) {
      if (E->isAssignmentOp())
        addAssignment(*E);
    } else if (const auto *E = dyn_cast<UnaryOperator>(&S)) {
      if (E->isIncrementDecrementOp())
        insert(Facts.Stepped, E->getSubExpr());
      else if (E->getOpcode() == UO_AddrOf)
        insertEscaped(E->getSubExpr());
    } else if (const auto *E = dyn_cast<CXXOperatorCallExpr>(&S)) {
      addOperator(*E);
    } else if (const auto *E = dyn_cast<CallExpr>(&S)) {
      addArguments(*E);
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(&S)) {
      addLambda(*Lambda);
    } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S)) {
      if (const VarDecl *Variable = Range->getLoopVariable())
        Facts.Ranges[Variable->getCanonicalDecl()] = Range->getRangeInit();
    }
    return true;
  }
  bool entersTypes() const override { return false; }

  void addAssignment(const BinaryOperator &E) {
    if (asksForThread(*E.getRHS()))
      insert(Facts.ThreadNumbers, E.getLHS());
    const bool IsStep =
        E.getOpcode() == BO_AddAssign || E.getOpcode() == BO_SubAssign;
    insert(IsStep ? Facts.Stepped : Facts.Changed, E.getLHS());
    const VarDecl *Variable = variableOf(E.getLHS());
    if (!Variable || !Variable->getType()->isAnyPointerType() ||
        E.getOpcode() != BO_Assign)
      return;
    if (Facts.Assigned.contains(Variable) ||
        Facts.Assigned.size() < VariableFacts::MostAssigned)
      Facts.Assigned[Variable].push_back(E.getRHS());
    else
      Facts.Escaped.insert(Variable);
  }
  void insertEscaped(const Expr *E) {
    insert(Facts.Changed, E);
    insert(Facts.Escaped, E);
  }
  // Who calls a lambda changes what the lambda changes.
  void addLambda(const LambdaExpr &Lambda) {
    const VariableFacts Inner = variableFacts(*Lambda.getBody());
    for (const auto *Set : {&Inner.Changed, &Inner.Stepped})
      Facts.Escaped.insert(Set->begin(), Set->end());
  }
  void addArguments(const CallExpr &E) {
    for (const Expr *Argument : E.arguments())
      addArgument(*Argument);
    // The object of a function that is not const.
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(&E))
      if (const Expr *Object = Call->getImplicitObjectArgument())
        addArgument(*Object);
  }
  void addArgument(const Expr &E) {
    // Passed by reference, as no cast reads its value or makes it const.
    if (isa<DeclRefExpr>(E.IgnoreParens()) && !E.getType().isConstQualified() &&
        (E.getType()->isScalarType() || isView(E.getType())))
      insertEscaped(&E);
  }
  // The operators of a view are taken to do what those of a pointer do.
  void addOperator(const CXXOperatorCallExpr &E) {
    const Expr *Object = E.getArg(0);
    const OverloadedOperatorKind Kind = E.getOperator();
    if (!isView(Object->getType()))
      addArgument(*Object);
    else if (Kind == OO_PlusPlus || Kind == OO_MinusMinus ||
             Kind == OO_PlusEqual || Kind == OO_MinusEqual)
      insert(Facts.Stepped, Object);
    else if (E.isAssignmentOp())
      insert(Facts.Changed, Object);
    for (unsigned I = 1; I < E.getNumArgs(); ++I)
      addArgument(*E.getArg(I));
  }
  // Visits all parts of a loop with a counter but those that set and step it.
  bool enterFor(const ForStmt &S) {
    const VarDecl *Counter = counterOf(S);
    if (!Counter)
      return true;
    Facts.Counters.insert(Counter);
    const auto *Start = dyn_cast_or_null<BinaryOperator>(S.getInit());
    if (!Start || Start->getOpcode() != BO_Assign ||
        variableOf(Start->getLHS()) != Counter)
      walk(S.getInit());
    walk(S.getCond());
    walk(S.getBody());
    return false;
  }
  static void insert(VariableFacts::Variables &Set, const Expr *E) {
    if (const VarDecl *Variable = variableOf(E))
      Set.insert(Variable);
  }
};

} // namespace

bool asksForThread(const Expr &E) {
  bool Found = false;
  walkStatements(&E, [&](Stmt &S) {
    const auto *Call = dyn_cast<CallExpr>(&S);
    Found |= Call && Call->getNumArgs() == 0 && !isa<CXXMemberCallExpr>(Call);
    return !Found;
  });
  return Found;
}

VariableFacts variableFacts(const Stmt &Statements) {
  FactFinder Finder;
  Finder.walk(&Statements);
  return std::move(Finder.Facts);
}

} // namespace usersched
