//===- GeneratedLoops.cpp - runs the loops of a tile for its load ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions of the generated loops are shared with the loops themselves,
// and name the variables that these declare. So each declaration becomes a
//   for (VARIABLE = INITIALIZER; ...)
// in which the variable has storage of its own.
//
//===----------------------------------------------------------------------===//
#include "lowering/GeneratedLoops.h"
#include "lowering/OwnStorage.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Returns `for (VARIABLE = INITIALIZER; Condition; Increment) Body`, with
// storage of its own for the variable of Declaration.
static Stmt *ownLoop(ASTContext &Ctx, const DeclStmt &Declaration,
                     Expr *Condition, Expr *Increment, Stmt *Body) {
  const auto *Variable = cast<VarDecl>(Declaration.getSingleDecl());
  const SourceLocation Loc = Variable->getLocation();
  const QualType Type = Variable->getType();
  Expr *Name = DeclRefExpr::Create(
      Ctx, NestedNameSpecifierLoc(), SourceLocation(),
      const_cast<VarDecl *>(Variable),
      /*RefersToEnclosingVariableOrCapture=*/false, Loc, Type, VK_LValue);
  Expr *Start = BinaryOperator::Create(
      Ctx, Name, const_cast<Expr *>(Variable->getInit()), BO_Assign, Type,
      Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary, Loc,
      FPOptionsOverride());
  auto *For = new (Ctx) ForStmt(Ctx, Start, Condition, /*condVar=*/nullptr,
                                Increment, Body, Loc, Loc, Loc);
  return withOwnStorage(Ctx, Variable, *For);
}

Stmt *runGenerated(ASTContext &Ctx, ArrayRef<Stmt *> Generated, Stmt *Body) {
  for (Stmt *S : reverse(Generated)) {
    const SourceLocation Loc = S->getBeginLoc();
    auto Block = [&](ArrayRef<Stmt *> Parts) {
      return CompoundStmt::Create(Ctx, Parts, FPOptionsOverride(), Loc, Loc);
    };
    if (auto *For = dyn_cast<ForStmt>(S))
      Body = ownLoop(Ctx, *cast<DeclStmt>(For->getInit()), For->getCond(),
                     For->getInc(), Body);
    else if (auto *Declaration = dyn_cast<DeclStmt>(S))
      Body = ownLoop(Ctx, *Declaration, nullptr, nullptr,
                     Block({Body, new (Ctx) BreakStmt(Loc)}));
    else
      Body = Block({S, Body});
  }
  return Body;
}

} // namespace usersched
