//===- ThreadDataCheck.h - loops that rely on static for their threads ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_THREADDATACHECK_H
#define USERSCHED_PLUGIN_THREADDATACHECK_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace usersched {

/// Warns of two worksharing loops of a region with schedule(static), one of
/// them annotated, if one writes data of its thread, and what the other writes
/// to shared data depends on them. OpenMP gives iteration i of both to one
/// thread, and programs may rely on that.
///
/// The lowering notes each loop of a function, then calls check().
class ThreadDataCheck {
public:
  explicit ThreadDataCheck(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Notes a loop. \p IsByLoad says whether its load replaces \p Schedule, the
  /// clause as the user wrote it, or "".
  void note(const clang::OMPLoopDirective &D, bool IsByLoad,
            llvm::StringRef Schedule);
  /// Checks the loops that were noted since the last call. All of them stand in
  /// \p D.
  void check(const clang::Decl &D);

private:
  clang::ASTContext &Ctx;
  /// The loops with schedule(static), and whether they are scheduled by load.
  llvm::DenseMap<const clang::Stmt *, bool> Static;
  bool HasAnnotated = false;
  /// The loops that were warned of, by their places: templates have several
  /// instances.
  llvm::DenseSet<clang::SourceLocation> Warned;
};

} // namespace usersched

#endif
