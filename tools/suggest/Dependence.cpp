//===- Dependence.cpp - what differs between iterations -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Dependence.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// Collects, for each variable that is assigned, the variables that decide on
// its value.
class AssignmentFinder : public TreeWalk {
public:
  using Found = function_ref<void(const ValueDecl *, const Stmt *)>;
  explicit AssignmentFinder(Found Add) : Add(Add) {}

private:
  bool enter(Stmt &S) override {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S);
        Operator && Operator->isAssignmentOp())
      assign(Operator->getArg(0), Operator);
    else if (const auto *Call = dyn_cast<CallExpr>(&S))
      enterCall(*Call);
    else if (const Expr *Target = assignedBy(S))
      assign(Target, &S);
    else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S))
      add(Range->getLoopVariable(), Range->getRangeInit());
    if (const Stmt *Condition = conditionOf(S))
      Conditions.push_back({&S, Condition});
    return true;
  }
  void leave(Stmt &S) override {
    if (!Conditions.empty() && Conditions.back().first == &S)
      Conditions.pop_back();
  }
  void visit(Decl &D) override {
    if (const auto *Var = dyn_cast<VarDecl>(&D)) {
      Declared.insert(Var);
      if (Var->getInit())
        add(Var, Var->getInit());
    }
    if (const auto *Binding = dyn_cast<DecompositionDecl>(&D))
      for (const BindingDecl *Part : Binding->bindings())
        add(Part, Binding->getInit());
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
  // A function may write what it gets a pointer to, and an object of which it
  // is a member.
  void enterCall(const CallExpr &Call) {
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
      const CXXMethodDecl *Method = Member->getMethodDecl();
      if (!Method || !Method->isConst())
        assign(Member->getImplicitObjectArgument(), &Call);
    }
    for (const Expr *Argument : Call.arguments()) {
      const QualType Type = Argument->getType();
      const bool IsPointer = (Type->isPointerType() &&
                              !Type->getPointeeType().isConstQualified()) ||
                             Type->isArrayType();
      if (IsPointer || (Argument->isLValue() && !Type.isConstQualified()))
        assign(Argument, &Call);
    }
  }
  // Returns the variable that Target is, is a part of, or points into. Parts of
  // what all iterations share say nothing about this iteration.
  const ValueDecl *rootOf(const Expr *Target) const {
    bool IsPart = false;
    while (Target) {
      Target = Target->IgnoreParenImpCasts();
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Target)) {
        const QualType Type = Ref->getDecl()->getType();
        return !IsPart || (Declared.contains(Ref->getDecl()) &&
                           !Type->isPointerType() && !Type->isReferenceType())
                   ? Ref->getDecl()
                   : nullptr;
      }
      if (const auto *Unary = dyn_cast<UnaryOperator>(Target)) {
        IsPart |= Unary->getOpcode() != UO_AddrOf;
        Target = Unary->getSubExpr();
        continue;
      }
      IsPart = true;
      if (const auto *Member = dyn_cast<MemberExpr>(Target))
        Target = Member->getBase();
      else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Target))
        Target = Element->getBase();
      else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Target))
        Target = Operator->getNumArgs() ? Operator->getArg(0) : nullptr;
      else
        return nullptr;
    }
    return nullptr;
  }
  void assign(const Expr *Target, const Stmt *Value) {
    if (const ValueDecl *Root = rootOf(Target))
      add(Root, Value);
  }
  void add(const ValueDecl *Variable, const Stmt *Value) {
    Add(Variable, Value);
    for (const auto &[Statement, Condition] : Conditions)
      Add(Variable, Condition);
  }

  Found Add;
  SmallPtrSet<const ValueDecl *, 8> Declared;
  SmallVector<std::pair<const Stmt *, const Stmt *>, 8> Conditions;
};

} // namespace

static const ValueDecl *canonical(const ValueDecl *D) {
  return cast<ValueDecl>(D->getCanonicalDecl());
}

// Shared data that outlives the iteration says nothing about which iteration
// this is, so only variables of functions count.
static bool isLocal(const ValueDecl *D) {
  const auto *Var = dyn_cast<VarDecl>(D);
  return isa<BindingDecl>(D) || (Var && Var->isLocalVarDeclOrParm());
}

void Dependence::addSource(const ValueDecl *Variable) {
  Dependent.insert(canonical(Variable));
}

void Dependence::addAssignments(const Stmt *Statements) {
  AssignmentFinder([&](const ValueDecl *Variable, const Stmt *Value) {
    if (!isLocal(Variable))
      return;
    Variables &Named = Uses[canonical(Variable)];
    walkStatements(Value, [&](Stmt &S) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
        Named.insert(canonical(Ref->getDecl()));
      if (isa<CXXThisExpr>(S))
        Named.insert(nullptr);
      return true;
    });
  }).walk(Statements);
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

bool Dependence::depends(const Stmt *S) const {
  bool Found = false;
  if (S)
    walkStatements(S, [&](Stmt &Part) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&Part))
        Found |= Dependent.contains(canonical(Ref->getDecl()));
      Found |= ObjectDepends && isa<CXXThisExpr>(Part);
      return !Found;
    });
  return Found;
}

} // namespace usersched
