//===- TeamArgument.h - gives a parallel region its hidden argument -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TEAMARGUMENT_H
#define USERSCHED_PLUGIN_TEAMARGUMENT_H

namespace llvm {
class Function;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace usersched {

/// Returns true if Clang has outlined \p F from the body of a construct, such
/// as a parallel region or a task.
bool isOutlined(const llvm::Function &F);

/// Appends to \p F, the outlined function of a parallel region, a parameter for
/// the usersched_team that the region's threads share, and makes each fork of
/// the region create, pass and end a team. Returns the function that has the
/// body afterwards: a new function, whose last parameter is the team, or \p F
/// itself, unchanged, if it is no such function (its loops are orphaned).
llvm::Function *addTeamArgument(llvm::Function &F);

/// Emits a load of the calling thread's number in its team. \p F is the
/// outlined function of a parallel region.
llvm::Value *createThreadNumber(llvm::IRBuilderBase &B, llvm::Function &F);

} // namespace usersched

#endif
