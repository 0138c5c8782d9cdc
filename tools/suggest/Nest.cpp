//===- Nest.cpp - the loops of a directive --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Nest.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

const VarDecl *variableOfLoop(const Stmt &Loop) {
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return Range->getLoopVariable();
  const auto *For = dyn_cast<ForStmt>(&Loop);
  if (!For)
    return nullptr;
  if (const VarDecl *Counter = counterOf(*For))
    return Counter;
  // Iterators are stepped by functions.
  const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  return Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl())
                                      : nullptr;
}

// Returns the loop that S is, or has as its only statement.
static const Stmt *loopIn(const Stmt *S) {
  while (S) {
    if (isa<ForStmt, CXXForRangeStmt>(S))
      return S;
    if (const auto *Canonical = dyn_cast<OMPCanonicalLoop>(S))
      S = Canonical->getLoopStmt();
    else if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt();
    else if (const auto *Captured = dyn_cast<CapturedStmt>(S))
      S = Captured->getCapturedStmt();
    else if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      const Stmt *Only = nullptr;
      for (const Stmt *Part : Block->body())
        if (const Stmt *Loop = loopIn(Part)) {
          if (Only)
            return nullptr;
          Only = Loop;
        }
      return Only;
    } else
      return nullptr;
  }
  return nullptr;
}

Nest nestOf(const OMPLoopDirective &D) {
  Nest Result;
  const Stmt *S = D.getInnermostCapturedStmt()->getCapturedStmt();
  unsigned Count = D.getLoopsNumber();
  while (const auto *T = dyn_cast_or_null<OMPExecutableDirective>(S)) {
    // A tile of one loop, an unrolled one and a reversed one have the
    // iterations that the user wrote.
    const auto *Tile = dyn_cast<OMPTileDirective>(T);
    const auto *Sizes =
        Tile ? Tile->getSingleClause<OMPSizesClause>() : nullptr;
    if (Count != 1 ||
        (Sizes ? Sizes->getNumSizes() != 1
               : T->getDirectiveKind() == omp::OMPD_interchange || Tile)) {
      Result.Transformation = T;
      return Result;
    }
    S = T->getRawStmt();
    if (const auto *Captured = dyn_cast_or_null<CapturedStmt>(S))
      S = Captured->getCapturedStmt();
  }
  while (Count--) {
    const Stmt *Loop = loopIn(S);
    const VarDecl *Variable = Loop ? variableOfLoop(*Loop) : nullptr;
    if (!Variable)
      return {};
    Result.Loops.push_back(Loop);
    Result.Variables.push_back(Variable);
    const auto *For = dyn_cast<ForStmt>(Loop);
    S = For ? For->getBody() : cast<CXXForRangeStmt>(Loop)->getBody();
  }
  Result.Body = S;
  return Result;
}

} // namespace usersched
