//===- Waiting.cpp - loops that wait for another thread -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Waiting.h"
#include "Header.h"
#include "Nest.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// What one loop changes, from one round to the next.
class Round {
public:
  Round(const ASTContext &Ctx, const Stmt &Loop);

  // Returns true if Condition has the same value in each round, unless another
  // thread changes what it reads.
  bool keeps(const Expr &Condition) const;

private:
  // What a call does.
  enum class Call { Reads, Pauses, Unknown };
  Call kindOf(const CallExpr &E) const;
  bool changesMemory(const Stmt &S);
  bool isSettled(const Expr &Value) const;

  const ASTContext &Ctx;
  bool ChangesMemory = false; // or may do so
  // By variable that the loop changes and that may differ in the next round:
  // what it is assigned; null for another change.
  MapVector<const VarDecl *, SmallVector<const Expr *, 1>> Changed;
};

} // namespace

static bool isAtomicLoad(const AtomicExpr &E) {
  switch (E.getOp()) {
  case AtomicExpr::AO__atomic_load:
  case AtomicExpr::AO__atomic_load_n:
  case AtomicExpr::AO__c11_atomic_load:
    return true;
  default:
    return false;
  }
}

// What gets no place to write to reads its object if it is an operator or
// const, though not if it is a lambda, and passes time if it is a function of
// the system.
Round::Call Round::kindOf(const CallExpr &E) const {
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Callee)
    return Call::Unknown;
  if (Callee->isInStdNamespace() && Callee->getIdentifier() &&
      Callee->getName().starts_with("atomic_load"))
    return Call::Reads;
  for (const ParmVarDecl *Parameter : Callee->parameters()) {
    const QualType T = Parameter->getType();
    if (T->isAnyPointerType() ||
        (T->isReferenceType() && !T.getNonReferenceType().isConstQualified()))
      return Call::Unknown;
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  switch (Callee->getOverloadedOperator()) {
  case OO_Subscript:
  case OO_Star:
  case OO_Arrow:
  case OO_Exclaim:
  case OO_EqualEqual:
  case OO_ExclaimEqual:
    return Call::Reads;
  case OO_None:
    if (Method)
      return Method->isConst() ? Call::Reads : Call::Unknown;
    return Callee->getBuiltinID() || Ctx.getSourceManager().isInSystemHeader(
                                         Callee->getLocation())
               ? Call::Pauses
               : Call::Unknown;
  default:
    return Call::Unknown;
  }
}

// Notes the variable that S itself changes. Returns true if S may change other
// memory.
bool Round::changesMemory(const Stmt &S) {
  if (const Expr *Target = assignedBy(S)) {
    const VarDecl *Variable = variableOf(Target);
    if (!Variable || Variable->getType()->isReferenceType())
      return true;
    const auto *Binary = dyn_cast<BinaryOperator>(&S);
    Changed[Variable].push_back(Binary && Binary->getOpcode() == BO_Assign
                                    ? Binary->getRHS()
                                    : nullptr);
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        Changed[Variable->getCanonicalDecl()].push_back(Variable->getInit());
  } else if (const auto *E = dyn_cast<CallExpr>(&S)) {
    return kindOf(*E) == Call::Unknown;
  } else if (const auto *E = dyn_cast<AtomicExpr>(&S)) {
    return !isAtomicLoad(*E);
  } else if (const auto *Asm = dyn_cast<AsmStmt>(&S)) {
    return Asm->getNumOutputs() > 0;
  }
  return isa<CXXNewExpr, CXXDeleteExpr, LambdaExpr, StmtExpr>(S);
}

Round::Round(const ASTContext &Ctx, const Stmt &Loop) : Ctx(Ctx) {
  walkStatements(&Loop, [&](Stmt &S) {
    ChangesMemory |= changesMemory(S);
    return !ChangesMemory;
  });
  // A variable is settled if each round assigns it the same.
  auto IsSame = [&](const Expr *Value) { return Value && isSettled(*Value); };
  size_t Before;
  do {
    Before = Changed.size();
    Changed.remove_if(
        [&](const auto &Entry) { return all_of(Entry.second, IsSame); });
  } while (Changed.size() != Before);
}

bool Round::isSettled(const Expr &Value) const {
  bool Result = true;
  walkStatements(&Value, [&](Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    const auto *E = dyn_cast<CallExpr>(&S);
    Result &= !(Ref && Changed.contains(variableOf(Ref))) &&
              !(E && kindOf(*E) != Call::Reads);
    return Result;
  });
  return Result;
}

bool Round::keeps(const Expr &Condition) const {
  bool ReadsVariable = false;
  walkStatements(&Condition, [&](Stmt &S) {
    ReadsVariable |= isa<DeclRefExpr, CXXThisExpr>(S);
    return !ReadsVariable;
  });
  return ReadsVariable && !ChangesMemory && isSettled(Condition);
}

const Stmt *waitingLoop(const ASTContext &Ctx, const OMPLoopDirective &D) {
  const Stmt *Found = nullptr;
  auto Check = [&](const Stmt &Loop, const Expr *Condition, const Stmt *Body) {
    if (Condition && !Condition->isInstantiationDependent() && !hasExit(Body) &&
        Round(Ctx, Loop).keeps(*Condition))
      Found = &Loop;
  };
  walkStatements(nestOf(D).Body, [&](Stmt &S) {
    if (const auto *While = dyn_cast<WhileStmt>(&S))
      Check(S, While->getCond(), While->getBody());
    else if (const auto *Do = dyn_cast<DoStmt>(&S))
      Check(S, Do->getCond(), Do->getBody());
    else if (const auto *For = dyn_cast<ForStmt>(&S))
      Check(S, For->getCond(), For->getBody());
    return !Found;
  });
  return Found;
}

} // namespace usersched
