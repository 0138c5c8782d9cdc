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
}

namespace usersched {

/// What is known of the function that evaluates a load.
struct LoadShape {
  /// Neither writes memory nor calls anything nor loops.
  bool IsSimple = false;
  /// And is straight code that reads memory at a place that depends on the
  /// iteration: an element of an array.
  bool ReadsArray = false;
};

/// Makes the best of \p Evaluate that takes little time to make: small
/// functions that it calls become part of it. Does nothing in functions that
/// are not optimized.
LoadShape simplifyLoad(llvm::Function &Evaluate,
                       llvm::FunctionAnalysisManager &Analyses);

/// Makes \p Block use 64-bit numbers of iterations as they are, where it
/// shortens and extends them again. \p IsSigned: so is the shorter type.
void dropExtensions(llvm::BasicBlock &Block, bool IsSigned);

/// Moves what \p Block computes from values of \p Before alone to the end of
/// that block, where what is equal becomes one. \p Block, which writes nothing,
/// must be executed whenever \p Before is.
void hoistInvariants(llvm::BasicBlock &Block, llvm::BasicBlock &Before);

} // namespace usersched

#endif
