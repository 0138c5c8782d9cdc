//===- ItemEscapes.cpp - what makes an expression impossible to move ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load is evaluated outside the loop's body, in a function of its own that
// does not unwind: a jump or an exception out of it has nowhere to go. A block
// cannot be moved either, because the declarations of what it captures cannot
// be replaced.
//
//===----------------------------------------------------------------------===//
#include "lowering/ItemEscapes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace usersched {

using Labels = llvm::SmallPtrSet<const LabelDecl *, 4>;

static void collectLabels(const Stmt *S, Labels &Found) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    Found.insert(Label->getDecl());
  for (const Stmt *Child : S->children())
    collectLabels(Child, Found);
}

// Own are the labels of the expression. CanBreak and CanContinue say that S
// stands in a loop or switch of the expression.
static const Stmt *find(const Stmt *S, const Labels &Own, bool CanBreak,
                        bool CanContinue) {
  if (!S || isa<LambdaExpr>(S))
    return nullptr;
  const auto *Goto = dyn_cast<GotoStmt>(S);
  if ((Goto && !Own.contains(Goto->getLabel())) ||
      isa<ReturnStmt, IndirectGotoStmt, CXXTryStmt, BlockExpr>(S) ||
      (isa<BreakStmt>(S) && !CanBreak) ||
      (isa<ContinueStmt>(S) && !CanContinue))
    return S;
  const bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  CanBreak |= IsLoop || isa<SwitchStmt>(S);
  CanContinue |= IsLoop;
  for (const Stmt *Child : S->children())
    if (const Stmt *Escape = find(Child, Own, CanBreak, CanContinue))
      return Escape;
  return nullptr;
}

const Stmt *findEscape(Expr &Value) {
  Labels Own;
  collectLabels(&Value, Own);
  return find(&Value, Own, false, false);
}

} // namespace usersched
