//===- ItemEscapes.cpp - what makes an expression impossible to move ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load is evaluated outside the loop's body, in a function of its own that
// does not unwind. What leaves it would have nowhere to go. A block names what
// it captures by declarations that cannot be changed.
//
//===----------------------------------------------------------------------===//
#include "ItemEscapes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace usersched {

// CanBreak, CanContinue: whether S stands in a loop or switch of the
// expression.
static const Stmt *find(const Stmt *S, bool CanBreak, bool CanContinue) {
  if (!S || isa<LambdaExpr>(S))
    return nullptr;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXTryStmt, BlockExpr>(S) ||
      (isa<BreakStmt>(S) && !CanBreak) ||
      (isa<ContinueStmt>(S) && !CanContinue))
    return S;
  const bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  CanBreak |= IsLoop || isa<SwitchStmt>(S);
  CanContinue |= IsLoop;
  for (const Stmt *Child : S->children())
    if (const Stmt *Escape = find(Child, CanBreak, CanContinue))
      return Escape;
  return nullptr;
}

const Stmt *findEscape(Expr &Value) { return find(&Value, false, false); }

} // namespace usersched
