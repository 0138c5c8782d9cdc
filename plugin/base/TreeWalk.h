//===- TreeWalk.h - the statements and declarations of a part of the AST --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's RecursiveASTVisitor is a template that takes half a minute to compile
// for each class that derives from it. TreeWalk instantiates it once, behind
// virtual functions.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TREEWALK_H
#define USERSCHED_PLUGIN_TREEWALK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class Decl;
class Expr;
class Stmt;
} // namespace clang

namespace usersched {

/// Visits a tree as the user wrote it, without template instantiations and
/// implicit code. Visits each node before its parts.
class TreeWalk {
public:
  virtual ~TreeWalk() = default;

  /// Visits a whole tree, which may be null. May be called within a walk.
  void walk(const clang::Stmt *S);
  void walk(const clang::Decl *D);

protected:
  /// Called for each statement and expression. Returns true to visit its parts.
  virtual bool enter(clang::Stmt &) { return true; }
  /// Called when the parts of a statement that was entered have been visited.
  virtual void leave(clang::Stmt &) {}
  /// Called for each declaration. Visits its parts unless overridden.
  virtual void visit(clang::Decl &D) { walkParts(D); }
  void walkParts(clang::Decl &D);

  /// Returns true to visit the expressions in types, such as n in `int[n]`.
  virtual bool entersTypes() const { return true; }

private:
  class Visitor;
};

/// Calls \p Enter for \p S and the statements in it. \p Enter returns true to
/// visit the parts of its statement.
void walkStatements(const clang::Stmt *S,
                    llvm::function_ref<bool(clang::Stmt &)> Enter);

/// Returns what \p Item of a clause is a part of: the array or pointer `a` of
/// `a[:n]` and of `a[i]`. Otherwise \p Item without parentheses and casts.
const clang::Expr *wholeOf(const clang::Expr *Item);

} // namespace usersched

#endif
