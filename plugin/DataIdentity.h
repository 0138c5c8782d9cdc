//===- DataIdentity.h - what tells one set of loads from another ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DATAIDENTITY_H
#define USERSCHED_PLUGIN_DATAIDENTITY_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace usersched {

/// What a load expression captures.
struct DataIdentity {
  /// Scalars and pointers: their values.
  llvm::SmallVector<clang::Expr *, 4> Values;
  /// Other objects: their addresses.
  llvm::SmallVector<clang::Expr *, 4> Objects;
};

/// Collects the objects outside the loop that \p Load names, each once:
/// variables, `this`, and members reached from those without following a
/// pointer that could be null. \p Inner are the loop's own variables.
DataIdentity
collectDataIdentity(const clang::ASTContext &Ctx, clang::Expr *Load,
                    const llvm::SmallPtrSetImpl<const clang::Decl *> &Inner);

} // namespace usersched

#endif
