//===- Nest.h - the loops of a directive ----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_NEST_H
#define USERSCHED_SUGGEST_NEST_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallVector.h"

namespace usersched {

/// The loops whose iterations a directive divides, as the user wrote them.
struct Nest {
  llvm::SmallVector<const clang::Stmt *, 2> Loops; // outermost first
  llvm::SmallVector<const clang::VarDecl *, 2> Variables;
  const clang::Stmt *Body = nullptr; // of the innermost
  /// What stands between the directive and a nest of which an iteration cannot
  /// be told; null if there is none.
  const clang::OMPExecutableDirective *Transformation = nullptr;
};

/// Returns the loops of \p D; without Body if they cannot be told.
Nest nestOf(const clang::OMPLoopDirective &D);

/// Returns the variable that \p Loop, a `for` or a range-based one, runs; null
/// if there is none.
const clang::VarDecl *variableOfLoop(const clang::Stmt &Loop);

} // namespace usersched

#endif
