//===- Assignments.h - what statements write ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ASSIGNMENTS_H
#define USERSCHED_PLUGIN_ASSIGNMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CallExpr;
class Expr;
class Stmt;
class ValueDecl;
} // namespace clang

namespace usersched {

/// A declaration, an assignment, or a call that may write.
struct Assignment {
  /// What is declared; null for another assignment.
  const clang::ValueDecl *Declared;
  /// What is written; null for a declaration.
  const clang::Expr *Target;
  /// Names all that decides on the value: the whole assignment or call, or the
  /// initial value of a declaration, null if it has none.
  const clang::Stmt *Value;
  /// The conditions that decide whether it is written. Outermost first.
  llvm::ArrayRef<const clang::Stmt *> Conditions;
};

/// Calls \p Found for each assignment in \p Statements, which may be null.
void forEachAssignment(const clang::Stmt *Statements,
                       llvm::function_ref<void(const Assignment &)> Found);

/// Returns what \p Call may write: the object of which the function is a
/// member, and what it gets a pointer or a reference to. Operators that lead to
/// a part of an object write nothing.
llvm::SmallVector<const clang::Expr *, 4>
writtenBy(const clang::CallExpr &Call);

/// The variable, or the field of `this`, that an expression is a part of or
/// points into.
struct Origin {
  const clang::ValueDecl *Root = nullptr; // null if it cannot be followed
  bool IsPart = false;                    // not Root itself
  bool IsThroughPointer = false;          // or through a reference
  llvm::SmallVector<const clang::Expr *, 2> Indices;
};

/// Returns the origin of \p E.
Origin originOf(const clang::Expr *E);

/// Returns the declaration that stands for all of the same thing.
const clang::ValueDecl *canonical(const clang::ValueDecl *D);

/// Returns the canonical declaration of what \p S itself names: a variable or a
/// function, or a field of `this`. Null if it names nothing.
const clang::ValueDecl *namedBy(const clang::Stmt &S);

} // namespace usersched

#endif
