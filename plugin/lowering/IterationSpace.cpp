//===- IterationSpace.cpp - which iteration numbers are iterations --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "lowering/IterationSpace.h"
#include "base/Diagnostics.h"
#include "base/MarkerCalls.h"
#include "base/TreeWalk.h"
#include "lowering/ItemNames.h"
#include "lowering/LoopItems.h"
#include "lowering/LoopPath.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace llvm;

namespace usersched {

bool isRectangular(const OMPLoopDirective &D) {
  return none_of(D.finals_conditions(), [](const Expr *E) { return E; });
}

static bool isIndexOrCall(const Stmt &S) {
  // Other operators can be the arithmetic of iterators.
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S))
    return Operator->getOperator() == OO_Subscript ||
           Operator->getOperator() == OO_Call;
  return isa<ArraySubscriptExpr, CallExpr>(S);
}

using Variables = SmallPtrSetImpl<const Decl *>;

// Returns the first use of one of some variables in an index or a call.
static const DeclRefExpr *firstUseInside(const Stmt *S,
                                         const Variables &Wanted) {
  const DeclRefExpr *Found = nullptr;
  walkStatements(S, [&](Stmt &Part) {
    if (!Found && isIndexOrCall(Part))
      Found = firstUse(&Part, Wanted);
    return !Found;
  });
  return Found;
}

void warnOfLostIterations(DiagnosticsEngine &Diags, const OMPLoopDirective &D,
                          ArrayRef<Stmt *> Nest) {
  SmallPtrSet<const Decl *, 4> Outer;
  for (auto [Loop, Counter] : zip(Nest, D.counters())) {
    if (auto *For = dyn_cast<ForStmt>(Loop))
      for (const Stmt *Bound : {For->getInit(), cast<Stmt>(For->getCond())})
        if (const DeclRefExpr *Used = firstUseInside(Bound, Outer))
          warning(
              Diags, Used->getLocation(),
              "the bound of this loop has %0 in an index or a call, which "
              "OpenMP does not allow and Clang may count wrongly; loop to the "
              "largest bound and skip the rest in the body")
              << Used->getDecl();
    Outer.insert(cast<DeclRefExpr>(Counter->IgnoreParenImpCasts())->getDecl());
  }
}

// Returns true if S uses one of the variables, also in what Clang declares.
static bool uses(const Stmt *S, const Variables &Wanted) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return any_of(Block->body(),
                  [&](const Stmt *Part) { return uses(Part, Wanted); });
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(S))
    return any_of(Declaration->decls(), [&](const Decl *D) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      return Variable && firstUse(Variable->getInit(), Wanted);
    });
  return firstUse(S, Wanted);
}

void warnOfMadeLoops(DiagnosticsEngine &Diags, const OMPLoopDirective &D,
                     const AnnotatedLoop &Loop) {
  const auto *Collapse = D.getSingleClause<OMPCollapseClause>();
  if (!Collapse || Loop.Transformations.empty())
    return;
  SmallPtrSet<const Decl *, 4> Made, Counters;
  for (const Expr *Counter : Loop.GeneratedCounters)
    Made.insert(cast<DeclRefExpr>(Counter)->getDecl());
  for (const Expr *Counter : D.counters())
    Counters.insert(
        cast<DeclRefExpr>(Counter->IgnoreParenImpCasts())->getDecl());
  bool IsMiscounted = any_of(Loop.Transformations, [&](auto *T) {
    const Stmt *Before =
        cast<OMPLoopTransformationDirective>(static_cast<Stmt *>(T))
            ->getPreInits();
    return uses(Before, Counters);
  });
  // A loop that Clang makes has its bounds in its own parts if they depend on
  // another such loop, or else in what is evaluated before the nest.
  for (const Stmt *S : Loop.Nest)
    if (const auto *For = dyn_cast<ForStmt>(S))
      IsMiscounted |= uses(For->getInit(), Made) ||
                      uses(For->getCond(), Made) ||
                      (isGenerated(*For) && uses(For->getInit(), Counters));
  if (IsMiscounted)
    warning(Diags, Collapse->getBeginLoc(),
            "'collapse' takes loops whose bounds depend on each other, and "
            "'#pragma omp %0' makes one of them; Clang counts their iterations "
            "wrongly; collapse fewer loops")
        << omp::getOpenMPDirectiveName(
               Loop.Transformations.front()->getDirectiveKind());
}

Expr *isIteration(const ASTContext &Ctx, OMPLoopDirective &D) {
  Expr *All = nullptr;
  for (Expr *Condition : D.finals_conditions())
    if (Condition)
      All = All ? BinaryOperator::Create(Ctx, All, Condition, BO_LAnd,
                                         Condition->getType(), VK_PRValue,
                                         OK_Ordinary, D.getBeginLoc(),
                                         FPOptionsOverride())
                : Condition;
  return All;
}

// Builds `({ iv = last; while (iv + 1 > 0 && (UPDATES, !ITERATION)) iv = iv -
// 1; iv + 1; })`.
Expr *countToLastIteration(ASTContext &Ctx, MarkerCalls &Calls,
                           OMPLoopDirective &D) {
  SourceLocation Loc = D.getBeginLoc();
  Expr *Number = D.getIterationVariable();
  QualType Type = Number->getType();
  auto Binary = [&](Expr *Left, BinaryOperatorKind Operator, Expr *Right,
                    QualType Type, ExprValueKind Kind = VK_PRValue) -> Expr * {
    return BinaryOperator::Create(Ctx, Left, Right, Operator, Type, Kind,
                                  OK_Ordinary, Loc, FPOptionsOverride());
  };
  auto Constant = [&](uint64_t Value) {
    return Calls.convert(Calls.integer(Value, Loc), Type);
  };
  auto Assign = [&](Expr *Value) {
    return Binary(Number, BO_Assign, Value, Type,
                  Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue);
  };
  auto Count = [&] {
    return Binary(Calls.load(Number), BO_Add, Constant(1), Type);
  };
  Expr *IsIteration = isIteration(Ctx, D);
  QualType Truth = IsIteration->getType();
  Expr *IsGap = UnaryOperator::Create(
      Ctx, IsIteration, UO_LNot, Truth, VK_PRValue, OK_Ordinary, Loc,
      /*CanOverflow=*/false, FPOptionsOverride());
  Expr *Updates = nullptr;
  for (auto [Counter, Update] : zip_equal(D.counters(), D.updates()))
    // No bound depends on a counter that is an object of a class.
    if (Counter->getType()->isScalarType())
      Updates = Calls.comma(Updates, Update);
  Stmt *Parts[] = {
      Assign(Calls.convert(D.getLastIteration(), Type)),
      WhileStmt::Create(
          Ctx, nullptr,
          Binary(Binary(Count(), BO_GT, Constant(0), Truth), BO_LAnd,
                 Calls.comma(Updates, IsGap), Truth),
          Assign(Binary(Calls.load(Number), BO_Sub, Constant(1), Type)), Loc,
          Loc, Loc),
      Count()};
  return new (Ctx)
      StmtExpr(CompoundStmt::Create(Ctx, Parts, FPOptionsOverride(), Loc, Loc),
               Type, Loc, Loc, /*TemplateDepth=*/0);
}

} // namespace usersched
