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

/// Whether Clang has made \p F of a construct's body: of a parallel region,
/// say, or of a task.
bool isOutlined(const llvm::Function &F);

/// If \p F is the outlined function of a parallel region, appends a parameter
/// for the usersched_team that the region's threads share, and makes each fork
/// of the region create, pass and end one. Returns the function that now has
/// the body: a new one, whose last parameter is the team, or \p F itself if it
/// is no such function (its loops are orphaned).
llvm::Function *addTeamArgument(llvm::Function &F);

/// The calling thread's number in its team, in the outlined function \p F of a
/// parallel region.
llvm::Value *createThreadNumber(llvm::IRBuilderBase &B, llvm::Function &F);

} // namespace usersched

#endif
