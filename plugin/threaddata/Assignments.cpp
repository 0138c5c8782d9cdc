//===- Assignments.cpp - what statements write ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "threaddata/Assignments.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

SmallVector<const Expr *, 4> writtenBy(const CallExpr &Call) {
  SmallVector<const Expr *, 4> Result;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
      Operator && (Operator->getOperator() == OO_Subscript ||
                   Operator->getOperator() == OO_Star ||
                   Operator->getOperator() == OO_Arrow))
    return Result;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    if (!Method || !Method->isConst())
      Result.push_back(Member->getImplicitObjectArgument());
  }
  for (const Expr *Argument : Call.arguments()) {
    const QualType Type = Argument->getType();
    const bool IsPointer =
        (Type->isPointerType() && !Type->getPointeeType().isConstQualified()) ||
        Type->isArrayType();
    if (IsPointer || (Argument->isLValue() && !Type.isConstQualified()))
      Result.push_back(Argument);
  }
  return Result;
}

namespace {

class AssignmentFinder : public TreeWalk {
public:
  using Found = function_ref<void(const Assignment &)>;
  explicit AssignmentFinder(Found Report) : Report(Report) {}

private:
  bool enter(Stmt &S) override {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S);
        Operator && Operator->isAssignmentOp()) {
      assign(Operator->getArg(0), Operator);
      // What std::tie(a, b) returns leads to a and b.
      if (const auto *Proxy =
              dyn_cast<CallExpr>(Operator->getArg(0)->IgnoreImplicit()))
        for (const Expr *Written : writtenBy(*Proxy))
          assign(Written, Operator);
    } else if (const auto *Call = dyn_cast<CallExpr>(&S))
      for (const Expr *Written : writtenBy(*Call))
        assign(Written, Call);
    else if (const Expr *Target = assignedBy(S))
      assign(Target, &S);
    else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S))
      declare(*Range->getLoopVariable(), Range->getRangeInit());
    if (const Stmt *Condition = conditionOf(S))
      push(S, Condition);
    return true;
  }
  void leave(Stmt &S) override {
    if (!Owners.empty() && Owners.back() == &S) {
      Owners.pop_back();
      Conditions.pop_back();
    }
  }
  void visit(Decl &D) override {
    if (const auto *Var = dyn_cast<VarDecl>(&D))
      declare(*Var, Var->getInit());
    if (const auto *Binding = dyn_cast<DecompositionDecl>(&D))
      for (const BindingDecl *Part : Binding->bindings())
        declare(*Part, Binding->getInit());
    walkParts(D);
  }
  bool entersTypes() const override { return false; }

  static const Stmt *conditionOf(Stmt &S) {
    if (const auto *If = dyn_cast<IfStmt>(&S))
      return If->getCond();
    if (const auto *While = dyn_cast<WhileStmt>(&S))
      return While->getCond();
    if (const auto *Do = dyn_cast<DoStmt>(&S))
      return Do->getCond();
    if (const auto *For = dyn_cast<ForStmt>(&S))
      return For->getCond();
    if (const auto *Switch = dyn_cast<SwitchStmt>(&S))
      return Switch->getCond();
    return nullptr;
  }
  void push(const Stmt &Owner, const Stmt *Condition) {
    Owners.push_back(&Owner);
    Conditions.push_back(Condition);
  }
  void assign(const Expr *Target, const Stmt *Value) {
    Report({nullptr, Target, Value, Conditions});
  }
  void declare(const ValueDecl &Variable, const Expr *Value) {
    Report({&Variable, nullptr, Value, Conditions});
  }

  Found Report;
  SmallVector<const Stmt *, 8> Owners; // of the conditions
  SmallVector<const Stmt *, 8> Conditions;
};

} // namespace

void forEachAssignment(const Stmt *Statements,
                       function_ref<void(const Assignment &)> Found) {
  AssignmentFinder(Found).walk(Statements);
}

const ValueDecl *canonical(const ValueDecl *D) {
  return cast<ValueDecl>(D->getCanonicalDecl());
}

const ValueDecl *namedBy(const Stmt &S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    return canonical(Ref->getDecl());
  const auto *Member = dyn_cast<MemberExpr>(&S);
  return Member && isa<FieldDecl>(Member->getMemberDecl()) &&
                 isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
             ? canonical(Member->getMemberDecl())
             : nullptr;
}

Origin originOf(const Expr *E) {
  Origin Result;
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const ValueDecl *Named = namedBy(*E)) {
      Result.Root = Named;
      Result.IsThroughPointer |= Named->getType()->isReferenceType();
      return Result;
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      Result.IsPart |= Unary->getOpcode() != UO_AddrOf;
      Result.IsThroughPointer |= Unary->getOpcode() == UO_Deref;
      E = Unary->getSubExpr();
      continue;
    }
    Result.IsPart = true;
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      Result.IsThroughPointer |= Member->isArrow();
      E = Member->getBase();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      Result.Indices.push_back(Element->getIdx());
      E = Element->getBase()->IgnoreParenImpCasts();
      Result.IsThroughPointer |= E->getType()->isPointerType();
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (Operator->getNumArgs() == 2)
        Result.Indices.push_back(Operator->getArg(1));
      E = Operator->getNumArgs() ? Operator->getArg(0) : nullptr;
    } else
      return Result;
  }
  return Result;
}

} // namespace usersched
