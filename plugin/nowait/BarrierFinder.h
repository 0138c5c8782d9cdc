//===- BarrierFinder.h - statements that may wait for all threads ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_BARRIERFINDER_H
#define USERSCHED_PLUGIN_BARRIERFINDER_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"

namespace usersched {

/// Finds the statements at which a thread may wait for all others of its team.
class BarrierFinder {
public:
  /// Returns true if \p S, which may be null, contains a barrier, or calls a
  /// function that contains one. A function without a body counts as having a
  /// barrier, unless a system header declares it.
  bool mayWait(const clang::Stmt *S);
  bool mayWait(const clang::FunctionDecl *Callee);

  /// Returns true if \p D is a barrier or has one at its end.
  static bool waits(const clang::OMPExecutableDirective &D);

private:
  /// The answers so far. A function that is being looked at has the answer
  /// "false", which ends a recursion.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Answers;
};

} // namespace usersched

#endif
