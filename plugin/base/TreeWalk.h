//===- TreeWalk.h - the statements and declarations of a part of the AST --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's RecursiveASTVisitor is a template that takes half a minute to compile
// for each class that derives from it. Here it is instantiated once, with
// virtual functions for what the plugin asks of it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TREEWALK_H
#define USERSCHED_PLUGIN_TREEWALK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class Decl;
class Stmt;
} // namespace clang

namespace usersched {

/// Visits a tree as it is written, without instantiations of templates and
/// other code that the compiler adds; each node before its parts.
class TreeWalk {
public:
  virtual ~TreeWalk() = default;

  /// Visits all of a tree, which may be null; also from within a walk.
  void walk(const clang::Stmt *S);
  void walk(const clang::Decl *D);

protected:
  /// A statement or expression; whether its parts are to be visited.
  virtual bool enter(clang::Stmt &) { return true; }
  /// A declaration; visits its parts, too, unless that is overridden.
  virtual void visit(clang::Decl &D) { walkParts(D); }
  void walkParts(clang::Decl &D);

  /// Whether to visit the expressions in types, as of `int[n]`.
  virtual bool entersTypes() const { return true; }

private:
  class Visitor;
};

/// Calls \p Enter for \p S and all statements in it: whether to go on with the
/// parts of that statement.
void walkStatements(const clang::Stmt *S,
                    llvm::function_ref<bool(clang::Stmt &)> Enter);

} // namespace usersched

#endif
