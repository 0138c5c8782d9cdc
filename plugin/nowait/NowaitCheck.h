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

/// Warns of two worksharing loops that a `nowait` lets run at the same time, if
/// one of them is annotated, both access the same elements, and one of them
/// writes. Under schedule(static) OpenMP gives iteration i of both to one
/// thread, and programs may rely on that. A loop's accesses include those of
/// its load, which any thread evaluates while the loop runs.
///
/// The lowering notes each loop of a function, then calls check(), which looks
/// at the function if it has both a nowait and an annotated loop. Each nowait
/// gets one warning, however often its template is instantiated.
class NowaitCheck {
public:
  using Expressions = llvm::SmallVector<const clang::Expr *, 2>;

  explicit NowaitCheck(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Notes a loop. \p Loads are the expressions that its scheduling evaluates;
  /// null if the loop is not scheduled by load.
  void note(const clang::OMPLoopDirective &D, const Expressions *Loads);
  /// Checks the loops that were noted since the last call. All of them stand in
  /// \p D.
  void check(const clang::Decl &D);

private:
  clang::ASTContext &Ctx;
  bool HasNowait = false;
  llvm::DenseMap<const clang::Stmt *, Expressions> Annotated;
  llvm::DenseSet<clang::SourceLocation> Warned;
};

} // namespace usersched

#endif
