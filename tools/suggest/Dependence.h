//===- Dependence.h - what differs between iterations ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_DEPENDENCE_H
#define USERSCHED_SUGGEST_DEPENDENCE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace usersched {

/// The variables whose values depend on the loop variables: directly, through
/// other variables, through what elements they index, or because a condition
/// that depends on them decides on an assignment. The order of statements does
/// not count.
class Dependence {
public:
  /// Adds a variable that depends on the iteration: a loop variable, or a
  /// parameter of a function that gets one.
  void addSource(const clang::ValueDecl *Variable);
  /// Adds the assignments in \p Statements, which may be null.
  void addAssignments(const clang::Stmt *Statements);
  /// Returns true if \p S, which may be null, names such a variable.
  bool depends(const clang::Stmt *S) const;
  /// Returns true if `this` is such a variable.
  bool objectDepends() const { return ObjectDepends; }
  /// Says whether `this` is such a variable. Returns what held before.
  bool setObjectDepends(bool Depends);

private:
  void spread();

  using Variables = llvm::SmallPtrSet<const clang::ValueDecl *, 4>;
  llvm::MapVector<const clang::ValueDecl *, Variables> Uses;
  llvm::DenseSet<const clang::ValueDecl *> Dependent;
  bool ObjectDepends = false;
};

} // namespace usersched

#endif
