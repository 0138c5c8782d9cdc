//===- SideEffects.h - removes what an iteration does but to decide -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_SIDEEFFECTS_H
#define USERSCHED_PLUGIN_SIDEEFFECTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class Instruction;
class Loop;
} // namespace llvm

namespace usersched {

/// Makes \p F, a copy of one iteration, a function without side effects:
/// removes what has some and what only these need, and marks what is not known
/// when the iteration begins. Behind a call that may not return, that is all
/// that may trap. F then has one return, of 0, and loops are marked: those that
/// test their condition behind their body, as without effects it looks as if in
/// front of it, and those that no call can end. Returns false, having changed
/// nothing, if F jumps to computed addresses.
bool removeSideEffects(llvm::Function &F,
                       llvm::FunctionAnalysisManager &Analyses);

/// Returns true if nothing stands in \p Block but that it is unreachable, as
/// where Clang says that a switch over the ways out of a scope has no other.
bool isDeadEnd(const llvm::BasicBlock &Block);

/// Returns true if \p Exit, of a loop in such a function, stands behind the
/// body.
bool isTestedLast(const llvm::Instruction &Exit);

/// Returns true if no call, in front of \p L of such a function or in it, could
/// end the iteration. So the loop ended by its own conditions.
bool endsByItself(const llvm::Loop &L);

} // namespace usersched

#endif
