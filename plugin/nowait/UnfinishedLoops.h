//===- UnfinishedLoops.h - loops that run while others begin --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_UNFINISHEDLOOPS_H
#define USERSCHED_PLUGIN_UNFINISHEDLOOPS_H

#include "nowait/IndexForm.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace usersched {

/// A worksharing loop where a thread reaches it.
struct ReachedLoop {
  const clang::OMPLoopDirective *Directive;
  /// Variables with what the thread assigned to them on every way to it.
  AssignedValues Values;
  /// What sequential loops have done to their variables since.
  llvm::SmallVector<std::pair<const clang::VarDecl *, Change>, 2> Changes;

  Change changeOf(const clang::VarDecl *Variable) const;
  void change(const clang::VarDecl *Variable, Change By);
  bool operator==(const ReachedLoop &Other) const;
};

/// Calls \p Meet for each nowait loop that other threads may still be running
/// when one reaches another loop in \p Region, and for the latter; for the same
/// pair more than once, if sequential loops around them make a difference.
/// Those are taken to run at least once. A function whose body is not known may
/// have a barrier, unless a system header declares it.
void findUnfinishedLoops(
    const clang::Stmt &Region,
    llvm::function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet);

} // namespace usersched

#endif
