//===- RunLoops.h - loops that the load itself runs -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_RUNLOOPS_H
#define USERSCHED_PLUGIN_RUNLOOPS_H

namespace llvm {
class BasicBlock;
class DominatorTree;
class Loop;
class LoopInfo;
class Value;
} // namespace llvm

namespace usersched {

/// Returns what the branch or switch at the end of \p Block decides by; null if
/// it goes on to one block alone.
const llvm::Value *decidesBy(const llvm::BasicBlock &Block);

/// Returns true if \p L can be run before the iteration begins, and ends there
/// as in the iteration: at each of its exits, it decides by what the iteration
/// knows at its begin, in each iteration of L.
bool canRun(const llvm::Loop &L, const llvm::LoopInfo &Loops,
            const llvm::DominatorTree &Dominators);

/// Returns true if it is known in each iteration of \p L whether \p Inner, a
/// loop in L, runs.
bool isDecided(const llvm::Loop &Inner, const llvm::Loop &L,
               const llvm::DominatorTree &Dominators);

} // namespace usersched

#endif
