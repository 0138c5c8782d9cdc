//===- OwnStorage.cpp - variables with storage of their own ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions of a loop name variables that the loop declares, and Clang
// cannot emit a declaration twice. But inside a loop construct Clang gives the
// counters storage of its own, also if they are not declared yet. So the
// variables become counters of a `#pragma omp loop`, which Clang's code
// generation emits as the loop that it is, without a call. (Sema never leaves
// this directive as it is, but makes another of it.)
//
//===----------------------------------------------------------------------===//
#include "lowering/OwnStorage.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static Expr *nameOf(ASTContext &Ctx, const VarDecl &Variable) {
  return DeclRefExpr::Create(
      Ctx, NestedNameSpecifierLoc(), SourceLocation(),
      const_cast<VarDecl *>(&Variable),
      /*RefersToEnclosingVariableOrCapture=*/false, Variable.getLocation(),
      Variable.getType().getNonReferenceType(), VK_LValue);
}

Stmt *withOwnStorage(ASTContext &Ctx, ArrayRef<const VarDecl *> Variables,
                     ForStmt &For) {
  const SourceLocation Loc = Variables.front()->getLocation();
  auto *Context =
      const_cast<DeclContext *>(Variables.front()->getDeclContext());
  OMPLoopBasedDirective::HelperExprs Parts;
  Parts.clear(Variables.size());
  for (auto [I, Variable] : enumerate(Variables)) {
    auto *Copy =
        VarDecl::Create(Ctx, Context, Loc, Loc, Variable->getIdentifier(),
                        Variable->getType().getNonReferenceType(),
                        Variable->getTypeSourceInfo(), SC_None);
    Copy->setImplicit();
    Copy->setIsUsed();
    Copy->addAttr(NoDebugAttr::CreateImplicit(Ctx));
    Parts.Counters[I] = nameOf(Ctx, *Variable);
    Parts.PrivateCounters[I] = nameOf(Ctx, *Copy);
  }
  auto *Region = CapturedDecl::Create(Ctx, Context, /*NumParams=*/0);
  Region->setBody(&For);
  auto *Captures =
      RecordDecl::Create(Ctx, TagTypeKind::Struct, Context, Loc, Loc,
                         /*Id=*/nullptr);
  Captures->startDefinition();
  Captures->completeDefinition();
  return OMPGenericLoopDirective::Create(
      Ctx, Loc, Loc, /*CollapsedNum=*/Variables.size(), /*Clauses=*/{},
      CapturedStmt::Create(Ctx, &For, CR_OpenMP, {}, {}, Region, Captures),
      Parts);
}

} // namespace usersched
