//===- TaskFields.h - the task of a taskloop, as Clang makes it -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TASKFIELDS_H
#define USERSCHED_PLUGIN_TASKFIELDS_H

namespace llvm {
class CallInst;
class Value;
} // namespace llvm

namespace usersched {

/// Bytes from the start of a task (libomp's kmp_task_t, and what Clang adds for
/// taskloops) to its fields.
enum TaskField : unsigned {
  TaskDestructor = 24,
  TaskLower = 40,
  TaskStride = 56,
  TaskReductions = 72
};

/// The arguments of the function that runs iterations of a taskloop.
enum LoopFunctionArgument : unsigned {
  LoopThread,
  LoopLower = 5,
  LoopUpper,
  LoopStride,
  LoopIsLast,
  LoopReductions
};

/// Returns what Clang stores into \p Field of \p Task, a call of
/// __kmpc_omp_task_alloc; null if it stores nothing there.
llvm::Value *storedInTask(llvm::CallInst &Task, TaskField Field);

} // namespace usersched

#endif
