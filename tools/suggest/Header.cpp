//===- Header.cpp - the header of a for loop ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Header.h"
#include "nowait/VariableFacts.h"
#include "threaddata/Assignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace usersched {

using Parts = SmallVector<const Expr *, 4>;

// Adds the operands of Kind, a comma or &&.
static void split(const Expr *E, BinaryOperatorKind Kind, Parts &Found) {
  E = E->IgnoreParenImpCasts();
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->getOpcode() == Kind) {
    split(Binary->getLHS(), Kind, Found);
    split(Binary->getRHS(), Kind, Found);
  } else {
    Found.push_back(E);
  }
}

// Returns the expression that Init gives to Counter.
static const Expr *startOf(const Stmt *Init, const VarDecl *Counter) {
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Init)) {
    for (const Decl *D : Declaration->decls())
      if (D->getCanonicalDecl() == Counter)
        return cast<VarDecl>(D)->getInit();
    return nullptr;
  }
  const auto *E = dyn_cast_or_null<Expr>(Init);
  Parts Assignments;
  if (E)
    split(E, BO_Comma, Assignments);
  for (const Expr *Part : Assignments) {
    const auto *Binary = dyn_cast<BinaryOperator>(Part);
    if (Binary && Binary->getOpcode() == BO_Assign &&
        variableOf(Binary->getLHS()) == Counter)
      return Binary->getRHS();
  }
  return nullptr;
}

// Reads a step of a variable.
static bool readStep(const ASTContext &Ctx, const Expr *E, Header &H) {
  const Expr *Target = nullptr;
  H.Step = "1";
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    H.Rises = Operator->getOperator() == OO_PlusPlus;
    if (!H.Rises && Operator->getOperator() != OO_MinusMinus)
      return false;
    Target = Operator->getArg(0);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (!Unary->isIncrementDecrementOp())
      return false;
    H.Rises = Unary->isIncrementOp();
    Target = Unary->getSubExpr();
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(E);
             Binary && Binary->isAssignmentOp()) {
    Target = Binary->getLHS();
    BinaryOperatorKind Kind = Binary->getOpcode();
    const Expr *By = Binary->getRHS();
    // As OpenMP's canonical loops may: k = k + 4, k = 4 + k, k = k - 4.
    if (const auto *Sum = dyn_cast<BinaryOperator>(By->IgnoreParenImpCasts());
        Sum && Kind == BO_Assign && Sum->isAdditiveOp()) {
      const bool IsLeft = variableOf(Sum->getLHS()) == variableOf(Target);
      if (IsLeft || (Sum->getOpcode() == BO_Add &&
                     variableOf(Sum->getRHS()) == variableOf(Target))) {
        Kind = Sum->getOpcode() == BO_Add ? BO_AddAssign : BO_SubAssign;
        By = IsLeft ? Sum->getRHS() : Sum->getLHS();
      }
    }
    Expr::EvalResult Known;
    H.Rises = Kind != BO_SubAssign;
    const bool IsSum = Kind == BO_AddAssign || Kind == BO_SubAssign;
    H.Step = IsSum && !By->isValueDependent() &&
                     By->EvaluateAsInt(Known, Ctx) &&
                     Known.Val.getInt().isStrictlyPositive()
                 ? toString(Known.Val.getInt(), 10)
                 : "";
  }
  H.Counter = Target ? variableOf(Target) : nullptr;
  return H.Counter;
}

std::optional<Comparison> comparisonIn(const Stmt &S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S)) {
    if (Binary->isComparisonOp())
      return Comparison{Binary->getOpcode(), Binary->getLHS(),
                        Binary->getRHS()};
  } else if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(&S)) {
    // C++20 makes != of an iterator's ==.
    return Comparison{Rewritten->getOpcode(), Rewritten->getLHS(),
                      Rewritten->getRHS()};
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S);
             Operator && Operator->isComparisonOp() &&
             Operator->getNumArgs() == 2) {
    return Comparison{
        BinaryOperator::getOverloadedOpcode(Operator->getOperator()),
        Operator->getArg(0), Operator->getArg(1)};
  }
  return std::nullopt;
}

// Reads a comparison of the counter. The sides may be exchanged.
static bool readEnd(const Expr *E, Header &H) {
  auto Compared = comparisonIn(*E);
  if (!Compared || Compared->Kind == BO_EQ)
    return false;
  if (variableOf(Compared->Left) != H.Counter)
    std::swap(Compared->Left, Compared->Right);
  H.End = Compared->Right;
  H.IncludesEnd = Compared->Kind == BO_LE || Compared->Kind == BO_GE;
  return variableOf(Compared->Left) == H.Counter;
}

std::optional<Header> readHeader(const ASTContext &Ctx, const ForStmt &S) {
  if (!S.getInc() || !S.getCond())
    return std::nullopt;
  Parts Steps, Conditions;
  split(S.getInc(), BO_Comma, Steps);
  split(S.getCond(), BO_LAnd, Conditions);
  for (const Expr *Step : Steps)
    for (const Expr *Condition : Conditions) {
      Header H;
      if (!readStep(Ctx, Step, H) || !readEnd(Condition, H))
        continue;
      H.Start = startOf(S.getInit(), H.Counter);
      H.MayEndEarly = Conditions.size() > 1;
      return H;
    }
  return std::nullopt;
}

// Reads a comparison that steps the counter, as in `k-- > 0`. A step in front
// of the first round, or behind the last one, would be one too many.
static std::optional<Header> readSteppingEnd(const ASTContext &Ctx,
                                             const Expr *E, bool IsDo) {
  auto Compared = comparisonIn(*E);
  if (!Compared || Compared->Kind == BO_EQ)
    return std::nullopt;
  Header H;
  for (int Side = 0; Side < 2; ++Side) {
    const auto *Step =
        dyn_cast<UnaryOperator>(Compared->Left->IgnoreParenImpCasts());
    if (Step && Step->isPostfix() != IsDo && readStep(Ctx, Step, H)) {
      H.End = Compared->Right;
      H.IncludesEnd = Compared->Kind == BO_LE || Compared->Kind == BO_GE;
      return H;
    }
    std::swap(Compared->Left, Compared->Right);
  }
  return std::nullopt;
}

static bool hasContinue(const Stmt *S) {
  return S && (isa<ContinueStmt>(S) || any_of(S->children(), hasContinue));
}

std::optional<Header> readCounting(const ASTContext &Ctx, const Expr *Condition,
                                   const Stmt *Body, bool IsDo) {
  if (!Condition || !Body)
    return std::nullopt;
  Condition = Condition->IgnoreParenImpCasts();
  std::optional<Header> Found = readSteppingEnd(Ctx, Condition, IsDo);
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  if (!Found && !hasContinue(Body))
    for (const Stmt *Part : Block ? ArrayRef(Block->body_begin(), Block->size())
                                  : ArrayRef(Body)) {
      const auto *E = dyn_cast<Expr>(Part);
      Header H;
      if (E && readStep(Ctx, E->IgnoreParenImpCasts(), H) &&
          readEnd(Condition, H))
        Found = H;
    }
  if (!Found || Found->Step.empty())
    return std::nullopt;
  // It must be the only change.
  unsigned Changes = 0;
  for (const Stmt *Part : {Body, static_cast<const Stmt *>(Condition)})
    forEachAssignment(Part, [&](const Assignment &A) {
      Changes += A.Target && variableOf(A.Target) == Found->Counter;
    });
  const bool Escapes = variableFacts(*Body).Escaped.contains(Found->Counter);
  return Changes == 1 && !Escapes ? Found : std::nullopt;
}

bool hasExit(const Stmt *S, bool BreakLeaves) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr>(S) ||
      (BreakLeaves && isa<BreakStmt>(S)))
    return true;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S))
    BreakLeaves = false;
  return any_of(S->children(),
                [&](const Stmt *Part) { return hasExit(Part, BreakLeaves); });
}

} // namespace usersched
