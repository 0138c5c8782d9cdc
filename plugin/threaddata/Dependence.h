//===- Dependence.h - what depends on given variables ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DEPENDENCE_H
#define USERSCHED_PLUGIN_DEPENDENCE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace usersched {

struct Assignment;

/// The variables whose values depend on given ones, the sources: directly,
/// through other variables, through what elements they index, or because a
/// condition that depends on them decides on an assignment. The order of
/// statements does not count.
class Dependence {
public:
  /// Returns true if what is assigned to a variable, or to a part of it,
  /// counts.
  using Filter =
      std::function<bool(const clang::ValueDecl &Variable, bool IsPart)>;

  /// Finds what differs between iterations: variables of functions count, and
  /// parts of objects that the statements declare.
  Dependence() = default;
  explicit Dependence(Filter Counts) : Counts(std::move(Counts)) {}

  /// Adds a source: a loop variable, for example, or a parameter of a function
  /// that gets one.
  void addSource(const clang::ValueDecl *Variable);
  /// Adds the assignments in \p Statements, which may be null.
  void addAssignments(const clang::Stmt *Statements);
  /// Returns true if \p S, which may be null, names such a variable.
  bool depends(const clang::Stmt *S) const;
  /// Returns true if \p Variable is such a variable.
  bool contains(const clang::ValueDecl &Variable) const;
  /// Returns true if `this` is such a variable.
  bool objectDepends() const { return ObjectDepends; }
  /// Says whether `this` is such a variable. Returns what held before.
  bool setObjectDepends(bool Depends);

private:
  using Variables = llvm::SmallPtrSet<const clang::ValueDecl *, 4>;

  void spread();
  const clang::ValueDecl *writtenBy(const Assignment &A,
                                    const Variables &Declared) const;

  Filter Counts; // empty for what differs between iterations
  llvm::MapVector<const clang::ValueDecl *, Variables> Uses;
  llvm::DenseSet<const clang::ValueDecl *> Dependent;
  bool ObjectDepends = false;
};

} // namespace usersched

#endif
