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

class BarrierFinder {
public:
  /// Whether a thread may wait in \p S for all others of its team: at a
  /// directive, in a function that is called, or in one whose body is not
  /// known, unless a system header declares it. \p S may be null.
  bool mayWait(const clang::Stmt *S);
  bool mayWait(const clang::FunctionDecl *Callee);

  /// Whether \p D has a barrier, itself or at its end.
  static bool waits(const clang::OMPExecutableDirective &D);
  static bool hasWorksharingLoop(const clang::Stmt &S);

private:
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

} // namespace usersched

#endif
