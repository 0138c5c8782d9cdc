//===- VariableFacts.h - what statements do to variables ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read by hand, because clang::ExprMutationAnalyzer (tried 2026-11-24) tells no
// step from another change, counts an array as changed with each element, and
// takes 4.2 ms for a loop body of test/lit/Pragma/nowait-*.cpp; this takes 1
// us.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_VARIABLEFACTS_H
#define USERSCHED_PLUGIN_VARIABLEFACTS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Expr;
class ForStmt;
class Stmt;
class VarDecl;
} // namespace clang

namespace usersched {

/// What some statements do to variables. A variable that they change in several
/// ways is in several of the sets.
struct VariableFacts {
  using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

  /// Declared in the statements.
  Variables Declared;
  /// Changed in the header of a `for`.
  Variables Counters;
  /// Changed elsewhere by ++, --, += or -=.
  Variables Stepped;
  /// Changed in another way, or passed to a function that may change them.
  Variables Changed;
  /// Changed where it cannot be seen: by a reference or a pointer to them, or
  /// by a lambda.
  Variables Escaped;
  /// By pointer that is changed by =: what it is assigned. Has not more than
  /// MostAssigned pointers; the others are taken to have escaped.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      Assigned;
  static constexpr unsigned MostAssigned = 6;
  /// Assigned the number of the thread.
  Variables ThreadNumbers;
  /// By the variable of a range-based loop: the range.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Ranges;
};

/// By variable: the expression that was assigned to it last.
using AssignedValues =
    llvm::SmallDenseMap<const clang::VarDecl *, const clang::Expr *, 4>;

/// Returns what \p Statements, and all statements in them, do to variables.
VariableFacts variableFacts(const clang::Stmt &Statements);

/// Returns the variable that the header of \p For steps; null for another form
/// of header.
const clang::VarDecl *counterOf(const clang::ForStmt &For);

/// Returns the variable that \p E names; null if it is another expression, a
/// part of a variable included.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// Returns the operand that \p S itself, a built-in operator, assigns to,
/// increments or decrements; null if it is another statement.
const clang::Expr *assignedBy(const clang::Stmt &S);

/// Returns true if a \p T is copied as bits and hides a pointer but no array,
/// as std::span and iterators do: a copy leads to the same elements.
bool isView(clang::QualType T);

/// Returns true if what a \p T leads to is no part of it: if it is a pointer or
/// a view.
bool leadsElsewhere(clang::QualType T);

/// Returns true if \p E calls a function without arguments: its value is taken
/// to say which thread it is, as that of omp_get_thread_num() and of functions
/// that programs wrap around it does.
bool asksForThread(const clang::Expr &E);

} // namespace usersched

#endif
