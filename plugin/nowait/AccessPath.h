//===- AccessPath.h - from a variable to an element -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ACCESSPATH_H
#define USERSCHED_PLUGIN_ACCESSPATH_H

#include "nowait/IndexReader.h"
#include <vector>

namespace usersched {

/// Leads from an object to a part of it, or to what it points at.
struct PathStep {
  enum Kind { Field, Element, Call };
  Kind What;
  /// The field, the operator or the member function that is used; null for [].
  const void *Key;
  /// The object that the step starts from is a pointer or a reference.
  bool ThroughPointer;
  /// The indices, or the arguments of a call.
  std::vector<Index> Indices;
  /// The bytes of an element, by which indices count; 0 if not known.
  int64_t ElementSize = 0;
};

/// The way from a variable, or from the value of a pointer, to what is
/// accessed.
struct AccessPath {
  /// Null for `this`, and for a value.
  const clang::VarDecl *Root = nullptr;
  /// The value that points at the object; 0 if the path begins at a variable or
  /// at `this`.
  IndexForm Origin;
  /// Each thread has a root of its own: only what it points at is shared.
  bool IsRootOfThread = false;
  std::vector<PathStep> Steps;
  /// The expression that the first index belongs to; null without an index.
  const clang::Expr *Array = nullptr;
};

/// Returns the way to \p E, an expression of the loop's body; nothing if it
/// cannot be followed to memory that threads may share.
std::optional<AccessPath> readPath(const LoopView &Loop, const clang::Expr &E);

/// Returns true if both paths start at the same variable or value, take the
/// same steps, and have no two indices that certainly differ. Indices that
/// count elements of different sizes are not compared: the paths are taken not
/// to meet. \p Changes says what happens to variables between the two accesses.
bool mayMeet(const AccessPath &A, const AccessPath &B, ChangeOf Changes);

} // namespace usersched

#endif
