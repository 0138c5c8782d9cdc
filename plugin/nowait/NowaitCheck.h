//===- NowaitCheck.h - loops that rely on static for want of a barrier ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_NOWAITCHECK_H
#define USERSCHED_PLUGIN_NOWAITCHECK_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace usersched {

/// Warns of worksharing loops that a `nowait` lets run at the same time, if one
/// of the two is annotated and they access the same elements, one of them to
/// write. Under schedule(static) OpenMP gives such iterations to one thread,
/// and programs may rely on it. The loads of a loop are evaluated while it
/// runs, by any thread.
///
/// Loops are noted while a function is lowered; check() then looks at the
/// function if it has both a nowait and an annotated loop. Each nowait gets one
/// warning, however often its template is instantiated.
class NowaitCheck {
public:
  using Expressions = llvm::SmallVector<const clang::Expr *, 2>;

  explicit NowaitCheck(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// \p Loads: what the scheduling of the loop evaluates; null if it is not
  /// scheduled by load.
  void note(const clang::OMPLoopDirective &D, const Expressions *Loads);
  /// \p D or \p S, the other one being null, has all loops that were noted
  /// since the last call.
  void check(clang::Decl *D, clang::Stmt *S);

private:
  clang::ASTContext &Ctx;
  bool HasNowait = false;
  llvm::DenseMap<const clang::Stmt *, Expressions> Annotated;
  llvm::DenseSet<clang::SourceLocation> Warned;
};

} // namespace usersched

#endif
