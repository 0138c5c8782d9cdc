//===- LoopItems.cpp - takes the markers out of a loop --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "lowering/LoopItems.h"
#include "base/Markers.h"
#include "lowering/LoopPath.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// The parts of `if (MARKER) ; else REST`.
struct Marker {
  const CallExpr *Call = nullptr; // null for another statement
  Expr *Value = nullptr;
  Stmt *Rest = nullptr;

  StringRef text(unsigned Arg) const {
    return cast<clang::StringLiteral>(Call->getArg(Arg)->IgnoreImpCasts())
        ->getString();
  }
};

} // namespace

static Marker readMarker(const Stmt *S) {
  const auto *If = dyn_cast_or_null<IfStmt>(S);
  if (!If || !If->getElse() || If->isConsteval())
    return {};
  Marker M;
  const Expr *Condition = If->getCond()->IgnoreImpCasts();
  if (const auto *Full = dyn_cast<ExprWithCleanups>(Condition))
    Condition = Full->getSubExpr()->IgnoreImpCasts();
  if (const auto *Comma = dyn_cast<BinaryOperator>(Condition);
      Comma && Comma->getOpcode() == BO_Comma) {
    auto *Cast = dyn_cast<CStyleCastExpr>(Comma->getLHS()->IgnoreImpCasts());
    if (!Cast)
      return {};
    M.Value = const_cast<CStyleCastExpr *>(Cast)
                  ->getSubExprAsWritten()
                  ->IgnoreParens();
    Condition = Comma->getRHS()->IgnoreImpCasts();
  }
  const auto *Call = dyn_cast<CallExpr>(Condition);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() ||
      Callee->getName() != marker::Item || Call->getNumArgs() != 4)
    return {};
  M.Call = Call;
  M.Rest = const_cast<Stmt *>(If->getElse());
  return M;
}

CallExpr *markerCall(const Stmt *S) {
  return const_cast<CallExpr *>(readMarker(S).Call);
}

// Adds the item of a marker and returns the statement behind its else. Returns
// null for another statement.
static Stmt *takeMarker(Stmt *S, AnnotatedLoop &Loop) {
  Marker M = readMarker(S);
  if (M.Call)
    Loop.Items[M.text(0)] = {M.Value, M.text(1)};
  return M.Rest;
}

bool takeItems(OMPLoopDirective &D, AnnotatedLoop &Loop) {
  Stmt *Root = D.getInnermostCapturedStmt()->getCapturedStmt();
  auto NoteLoop = [&](unsigned, Stmt *S) {
    const bool IsLoop = isa<ForStmt, CXXForRangeStmt>(S);
    if (IsLoop)
      Loop.Nest.push_back(S);
    return !IsLoop; // true ends the walk
  };
  OMPLoopBasedDirective::doForAllLoops(Root, /*TryImperfectlyNestedLoops=*/true,
                                       D.getLoopsNumber(), NoteLoop);
  SmallVector<Stmt *, 8> Path = pathToMarker(Root);
  if (Loop.Nest.size() != D.getLoopsNumber() || Path.empty() ||
      !readPath(Path, Loop))
    return false;
  for (Expr *Counter : D.counters())
    Loop.Variables.insert(
        cast<DeclRefExpr>(Counter->IgnoreParenImpCasts())->getDecl());
  Stmt *Body = Path.back();
  while (Stmt *Rest = takeMarker(Body, Loop))
    Body = Rest;
  replaceEverywhere(Root, Path.back(), Body);
  return true;
}

bool needsReal(const ASTContext &Ctx, QualType Type) {
  Type = Type.getAtomicUnqualifiedType();
  return Type->isRealFloatingType() ||
         (Type->isIntegralOrEnumerationType() &&
          Ctx.getTypeSize(Type) > Ctx.getTypeSize(Ctx.LongLongTy));
}

} // namespace usersched
