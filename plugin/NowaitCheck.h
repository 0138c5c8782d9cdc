//===- NowaitCheck.h - loops that rely on static for want of a barrier ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_NOWAITCHECK_H
#define USERSCHED_PLUGIN_NOWAITCHECK_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace usersched {

/// Warns of worksharing loops that a `nowait` lets run at the same time, if one
/// of the two is annotated and they access the same elements, one of them to
/// write. Under schedule(static) OpenMP gives such iterations to one thread.
///
/// Loops are noted while a function is lowered; check() then looks at the
/// function if it has both a nowait and an annotated loop. Each nowait gets one
/// warning, however often its template is instantiated.
class NowaitCheck {
public:
  explicit NowaitCheck(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  void note(const clang::OMPLoopDirective &D, bool IsAnnotated);
  /// \p D or \p S, the other one being null, has all loops that were noted
  /// since the last call.
  void check(clang::Decl *D, clang::Stmt *S);

private:
  clang::ASTContext &Ctx;
  bool HasNowait = false;
  llvm::SmallPtrSet<const clang::Stmt *, 8> Annotated;
  llvm::DenseSet<clang::SourceLocation> Warned;
};

} // namespace usersched

#endif
