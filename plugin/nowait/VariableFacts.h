//===- VariableFacts.h - what statements do to variables ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_VARIABLEFACTS_H
#define USERSCHED_PLUGIN_VARIABLEFACTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class Expr;
class ForStmt;
class Stmt;
class VarDecl;
} // namespace clang

namespace usersched {

/// What is known of the variables that some statements name. One that
/// they change in several ways is in several of the sets.
struct VariableFacts {
  using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

  /// Declared in the statements.
  Variables Declared;
  /// Changed in the header of a `for`.
  Variables Counters;
  /// Changed elsewhere by ++, --, += or -=.
  Variables Stepped;
  /// Changed in another way, or given to somebody who may change them.
  Variables Changed;
  /// Assigned the number of the thread.
  Variables ThreadNumbers;
  /// The ranges of the variables of range-based loops.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Ranges;
};

/// What variables have been assigned.
using AssignedValues =
    llvm::SmallDenseMap<const clang::VarDecl *, const clang::Expr *, 4>;

/// Looks at \p Statements and all that stands in them.
VariableFacts variableFacts(const clang::Stmt &Statements);

/// The variable that the header of \p For steps; null if it is another form.
const clang::VarDecl *counterOf(const clang::ForStmt &For);

/// The variable that \p E names, itself and not a part of it; null if none.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// Whether \p E calls a function that takes nothing, as omp_get_thread_num()
/// and what programs wrap around it: its value says which thread it is.
bool asksForThread(const clang::Expr &E);

} // namespace usersched

#endif
