//===- GeneratedLoops.cpp - runs the loops of a tile for its load ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions of the generated loops are shared with the loops themselves,
// and name the variables that these declare. Clang cannot emit a declaration
// twice. But inside a loop construct it gives the counter storage of its own,
// also if the counter is not declared yet. So each declaration becomes a
//   #pragma omp loop
//   for (VARIABLE = INITIALIZER; ...)
// which Clang's code generation emits as the loop that it is, without a call.
// (Sema never leaves this directive as it is, but makes another of it.)
//
//===----------------------------------------------------------------------===//
#include "lowering/GeneratedLoops.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
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
  auto *Context = const_cast<DeclContext *>(Variable->getDeclContext());
  auto Name = [&](const VarDecl *D) -> Expr * {
    return DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(),
                               const_cast<VarDecl *>(D),
                               /*RefersToEnclosingVariableOrCapture=*/false,
                               Loc, Type, VK_LValue);
  };
  auto *Copy =
      VarDecl::Create(Ctx, Context, Loc, Loc, Variable->getIdentifier(), Type,
                      Variable->getTypeSourceInfo(), SC_None);
  Copy->setImplicit();
  Copy->setIsUsed();
  Copy->addAttr(NoDebugAttr::CreateImplicit(Ctx));
  OMPLoopBasedDirective::HelperExprs Parts;
  Parts.clear(1);
  Parts.Counters[0] = Name(Variable);
  Parts.PrivateCounters[0] = Name(Copy);
  Expr *Start = BinaryOperator::Create(
      Ctx, Name(Variable), const_cast<Expr *>(Variable->getInit()), BO_Assign,
      Type, Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary,
      Loc, FPOptionsOverride());
  Stmt *For = new (Ctx) ForStmt(Ctx, Start, Condition, /*condVar=*/nullptr,
                                Increment, Body, Loc, Loc, Loc);
  auto *Region = CapturedDecl::Create(Ctx, Context, /*NumParams=*/0);
  Region->setBody(For);
  auto *Captures =
      RecordDecl::Create(Ctx, TagTypeKind::Struct, Context, Loc, Loc,
                         /*Id=*/nullptr);
  Captures->startDefinition();
  Captures->completeDefinition();
  return OMPGenericLoopDirective::Create(
      Ctx, Loc, Loc, /*CollapsedNum=*/1, /*Clauses=*/{},
      CapturedStmt::Create(Ctx, For, CR_OpenMP, {}, {}, Region, Captures),
      Parts);
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
