//===- TaskReduction.h - makes reductions of a taskloop reproducible ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TASKREDUCTION_H
#define USERSCHED_PLUGIN_TASKREDUCTION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace usersched {

struct LoopMarkers;

/// The calls of libomp for the reductions of a taskloop.
struct TaskReduction {
  llvm::CallInst *Init = nullptr; // __kmpc_taskred_init
  /// Ask for the thread's copies, in the function of the loop.
  llvm::SmallVector<llvm::CallInst *, 4> Values;
};

/// Returns the reductions of the tasks that are copies of \p Task, and that
/// call the function of the loop as \p Loop does; nothing if Clang emitted
/// none.
std::optional<TaskReduction> findTaskReduction(llvm::CallInst &Task,
                                               llvm::CallInst &Loop);

/// Replaces the calls of \p R, the reductions of \p Loop. \p Descriptor is the
/// usersched_loop.
void rewriteTaskReduction(const TaskReduction &R, const LoopMarkers &Loop,
                          llvm::Value &Descriptor);

/// Emits a call that divides the reduction blocks of a taskloop with the
/// reductions \p R, whose captures are at \p Captures. Returns its result.
llvm::CallInst *divideBlocks(llvm::IRBuilder<> &B, const TaskReduction &R,
                             llvm::Value &Descriptor, llvm::Value &Captures,
                             llvm::Value &Chunk, llvm::Value &TripCount);

/// Makes the function in which \p Loop stands run the blocks of its parts one
/// after the other: puts \p Loop into a loop.
void runBlocks(llvm::CallInst &Loop);

} // namespace usersched

#endif
