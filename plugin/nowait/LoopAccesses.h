//===- LoopAccesses.h - what a loop reads and writes ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPACCESSES_H
#define USERSCHED_PLUGIN_LOOPACCESSES_H

#include "nowait/IndexReader.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace usersched {

/// Leads from an object to a part of it, or to what it points at.
struct PathStep {
  enum Kind { Field, Element, Call };
  Kind Is;
  const void *Key;     // which field, operator or member function
  bool ThroughPointer; // which is in the object that the step starts from
  std::vector<Index> Indices;
};

/// From a variable, or from `this` if there is none, to what is accessed.
struct AccessPath {
  const clang::VarDecl *Root = nullptr;
  std::vector<PathStep> Steps;
  const clang::Expr *Array = nullptr; // what the first index belongs to
};

struct Access {
  AccessPath Path;
  const clang::Expr *Where;
  bool IsWrite;
};

/// The accesses to elements of arrays and containers that all threads share,
/// as far as they can be told. Leaves out what is atomic or protected, and
/// elements that belong to a thread. \p Loads: what the loop's scheduling
/// reads.
std::vector<Access> accessesOf(const LoopView &Loop,
                               llvm::ArrayRef<const clang::Expr *> Loads);

/// Whether both access the same memory in different iterations, for all that is
/// known. \p Changes is what happens to variables between the two.
bool mayMeet(const Access &A, const Access &B, ChangeOf Changes);

/// What the user calls the array or the accessor.
std::string nameOf(const clang::ASTContext &Ctx, const Access &A);

} // namespace usersched

#endif
