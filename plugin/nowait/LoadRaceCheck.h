//===- LoadRaceCheck.h - loads that read what other iterations write ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOADRACECHECK_H
#define USERSCHED_PLUGIN_LOADRACECHECK_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace usersched {

struct Access;

/// Warns of a load, or another key's value, that reads what other iterations of
/// the same loop write. A load is evaluated before its own iteration begins,
/// and the other keys when a thread comes to the loop, but while other
/// iterations run: the two accesses are a data race that the program has not
/// without the pragma.
///
/// The lowering notes each loop of a function that is scheduled by load, then
/// calls check(). Each load gets one warning, however often its template is
/// instantiated.
class LoadRaceCheck {
public:
  explicit LoadRaceCheck(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Notes a loop. \p Loads are the expressions that its scheduling evaluates.
  void note(const clang::OMPLoopDirective &D,
            llvm::ArrayRef<const clang::Expr *> Loads);
  /// Checks the loops that were noted since the last call. All of them stand in
  /// \p D.
  void check(const clang::Decl &D);

private:
  void warn(const Access &Read, const Access &Write);

  clang::ASTContext &Ctx;
  llvm::MapVector<const clang::OMPLoopDirective *,
                  llvm::SmallVector<const clang::Expr *, 2>>
      Loops;
  llvm::DenseSet<clang::SourceLocation> Warned;
};

} // namespace usersched

#endif
