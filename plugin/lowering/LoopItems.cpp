//===- LoopItems.cpp - takes the markers out of a loop --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "lowering/LoopItems.h"
#include "base/Markers.h"
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

static void collectVariables(OMPLoopDirective &D, AnnotatedLoop &Loop) {
  for (Expr *Counter : D.counters())
    Loop.Variables.insert(
        cast<DeclRefExpr>(Counter->IgnoreParenImpCasts())->getDecl());
  for (Stmt *For : Loop.Nest)
    if (auto *RangeFor = dyn_cast<CXXForRangeStmt>(For)) {
      VarDecl *Variable = RangeFor->getLoopVariable();
      Loop.Variables.insert(Variable);
      if (auto *Decomposition = dyn_cast<DecompositionDecl>(Variable))
        Loop.Variables.insert(Decomposition->bindings().begin(),
                              Decomposition->bindings().end());
    }
}

static Stmt *bodyOf(Stmt *Loop) {
  auto *For = dyn_cast<ForStmt>(Loop);
  return For ? For->getBody() : cast<CXXForRangeStmt>(Loop)->getBody();
}

// Adds what is declared in S itself. The names that an inner statement declares
// are out of scope where the loop stands.
static void collectDeclarations(Stmt *S, SmallPtrSetImpl<const Decl *> &Decls) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(S))
    Decls.insert(Declaration->decl_begin(), Declaration->decl_end());
  else if (auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    for (Stmt *Child : Block->body())
      collectDeclarations(Child, Decls);
}

bool takeItems(OMPLoopDirective &D, AnnotatedLoop &Loop) {
  OMPLoopBasedDirective::doForAllLoops(
      D.getInnermostCapturedStmt()->getCapturedStmt(),
      /*TryImperfectlyNestedLoops=*/true, D.getLoopsNumber(),
      [&](unsigned, Stmt *For) {
        Loop.Nest.push_back(For);
        return false;
      });
  if (Loop.Nest.empty())
    return false;
  auto *For = dyn_cast<ForStmt>(Loop.Nest.back());
  auto *RangeFor = dyn_cast<CXXForRangeStmt>(Loop.Nest.back());
  if (!For && !RangeFor)
    return false;
  Stmt *Body = bodyOf(Loop.Nest.back());
  Stmt *Marked = Body;
  while (Stmt *Rest = takeMarker(Body, Loop))
    Body = Rest;
  if (Body == Marked)
    return false;
  if (For)
    For->setBody(Body);
  else
    RangeFor->setBody(Body);
  collectVariables(D, Loop);
  for (Stmt *Outer : ArrayRef(Loop.Nest).drop_back())
    collectDeclarations(bodyOf(Outer), Loop.Between);
  return true;
}

bool needsReal(const ASTContext &Ctx, QualType Type) {
  Type = Type.getAtomicUnqualifiedType();
  return Type->isRealFloatingType() ||
         Ctx.getTypeSize(Type) > Ctx.getTypeSize(Ctx.LongLongTy);
}

} // namespace usersched
