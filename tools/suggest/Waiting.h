//===- Waiting.h - loops that wait for another thread ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_WAITING_H
#define USERSCHED_SUGGEST_WAITING_H

#include "clang/AST/StmtOpenMP.h"

namespace usersched {

/// Returns a loop in the body of the loop at \p D that changes nothing that its
/// condition reads and has no other exit, so that only another thread can end
/// it; null if none is seen. Does not look into the functions that it calls.
const clang::Stmt *waitingLoop(const clang::ASTContext &Ctx,
                               const clang::OMPLoopDirective &D);

} // namespace usersched

#endif
