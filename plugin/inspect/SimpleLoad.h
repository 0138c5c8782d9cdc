//===- SimpleLoad.h - a load that the plugin optimizes by itself ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_SIMPLELOAD_H
#define USERSCHED_PLUGIN_SIMPLELOAD_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class Type;
} // namespace llvm

namespace usersched {

/// What simplifyLoad() found out about the function that evaluates a load.
struct LoadShape {
  /// True if the function has no side effects, no variables and no loop.
  bool IsSimple = false;
  /// True if the function is simple, has one block, and reads memory at an
  /// address that depends on the iteration: an element of an array.
  bool ReadsArray = false;
};

/// Which functions are inlined into another one: those of at most Callee
/// instructions, until the other one has at least Result.
struct InlineLimits {
  size_t Callee, Result;
};

/// Inlines what \p F calls, if that is no larger than \p Limits.
/// \p InlinesUnoptimized: functions that are not to be optimized, too.
void inlineCalls(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses,
                 InlineLimits Limits, bool InlinesUnoptimized);

/// Inlines small functions into \p Evaluate and optimizes it with a few cheap
/// passes. Does nothing if \p Evaluate is not to be optimized.
/// \p InlinesUnoptimized: inlines functions that are not to be optimized, too.
LoadShape simplifyLoad(llvm::Function &Evaluate,
                       llvm::FunctionAnalysisManager &Analyses,
                       bool InlinesUnoptimized = false);

/// Replaces, in \p Block, which is a loop over 64-bit iterations, those that
/// are truncated to the type \p Iteration and extended again by the iterations
/// themselves. \p IsSigned: the shorter type is signed.
void dropExtensions(llvm::BasicBlock &Block, const llvm::Type &Iteration,
                    bool IsSigned);

/// Moves the instructions of \p Block that use only values of \p Before to the
/// end of \p Before, and merges equal ones. \p Block must write nothing, and
/// must run whenever \p Before runs.
void hoistInvariants(llvm::BasicBlock &Block, llvm::BasicBlock &Before);

} // namespace usersched

#endif
