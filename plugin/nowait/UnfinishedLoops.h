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

/// A worksharing loop that a thread has reached.
struct ReachedLoop {
  const clang::OMPLoopDirective *Directive = nullptr;
  /// The values that every path to the loop has assigned to variables.
  AssignedValues Values;
  /// What sequential loops have done to their counters since, and which
  /// pointers of VariableFacts::Assigned have been assigned to.
  llvm::SmallVector<std::pair<const clang::VarDecl *, Change>, 2> Changes;

  Change changeOf(const clang::VarDecl *Variable) const;
  void change(const clang::VarDecl *Variable, Change How);
  /// Values are not compared: they depend on the directive only.
  bool operator==(const ReachedLoop &Other) const {
    return Directive == Other.Directive && Changes == Other.Changes;
  }
};

/// Calls \p Meet(First, Second) for each nowait loop, First, that other threads
/// may still run when a thread reaches the loop Second in \p Region. Calls it
/// several times for the same two loops if the sequential loops around them
/// change their counters in different ways in between, or if pointers are
/// assigned to on some paths only.
///
/// Takes every sequential loop to run at least once, and a function whose body
/// is not known to have a barrier, unless a system header declares it.
void findUnfinishedLoops(
    clang::ASTContext &Ctx, const clang::Stmt &Region,
    llvm::function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet);

} // namespace usersched

#endif
