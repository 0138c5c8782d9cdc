//===- DataIdentity.h - what tells one set of loads from another ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DATAIDENTITY_H
#define USERSCHED_PLUGIN_DATAIDENTITY_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace usersched {

/// What a load expression captures. Two executions of a loop have the same
/// loads if these values and addresses are the same.
struct DataIdentity {
  /// Scalars and pointers whose values count.
  llvm::SmallVector<clang::Expr *, 4> Values;
  /// Other objects; their addresses count.
  llvm::SmallVector<clang::Expr *, 4> Objects;
};

/// Returns the objects outside the loop \p D that \p Load names: variables,
/// `this`, and members that are reached from those without following a pointer
/// that could be null. Leaves out \p Own, the loop's own variables, and private
/// copies that have no value when the loop starts.
DataIdentity
collectDataIdentity(const clang::ASTContext &Ctx, clang::Expr *Load,
                    const clang::OMPLoopDirective &D,
                    const llvm::SmallPtrSetImpl<const clang::Decl *> &Own);

/// Returns \p Own, the loop's own variables, and those whose private copies
/// have no value when the loop \p D starts.
llvm::SmallPtrSet<const clang::Decl *, 8>
valuelessVariables(const clang::OMPLoopDirective &D,
                   const llvm::SmallPtrSetImpl<const clang::Decl *> &Own);

} // namespace usersched

#endif
