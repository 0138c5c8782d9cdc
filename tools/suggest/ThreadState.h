//===- ThreadState.h - what a thread keeps between iterations -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_THREADSTATE_H
#define USERSCHED_SUGGEST_THREADSTATE_H

#include "clang/AST/StmtOpenMP.h"

namespace usersched {

/// Returns true if the loop at \p D uses a variable of its function that the
/// number of the thread decides on.
bool namesThread(const clang::OMPLoopDirective &D);

/// Returns a variable of the thread's own that the iterations of the loop at
/// \p D may expect to grow with the iterations; null if there is none. \p
/// Around are the directives and lambdas around the loop, outermost first.
/// Examples are the elements of `marker` in `if (marker[c] < row[i]) marker[c]
/// = next++`, and the cursor `at` in `while (key[at] < i) ++at`.
const clang::VarDecl *growingState(const clang::OMPLoopDirective &D,
                                   llvm::ArrayRef<const clang::Stmt *> Around);

} // namespace usersched

#endif
