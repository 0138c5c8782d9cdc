//===- TaskReduction.h - reproducible reductions of a taskloop ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task runs the blocks of its parts one after the other. The function of the
// loop, which Clang has made, runs once for each block, once more without
// iterations, and once more in the task that is done last. It begins with
// asking for its copy of each variable:
//
//   step    next() names               value() returns            after it
//   ------  -------------------------  -------------------------  ------------
//   Begin   -                          -                          Block, Whole
//   Block   a block of the task        the value of the block,    Block, Own
//                                      which init() has set
//   Own     no iterations              any value; combines the    All in the
//                                      values of the task's       last task,
//                                      blocks                     else Done
//   All     no iterations              any value; combines the    Done
//                                      values of all blocks into
//                                      the variable
//   Whole   all iterations of the      libomp's copy: not         Done
//           task                       reproducible
//
// In a cancelled task, next() names nothing more. Then no task is the last one,
// and the variables keep what they had before the loop.
//
// Everything is done in value(), because only there Clang's functions know the
// lengths of arrays: the function of the loop stores a length, for its thread,
// right before it asks for the copy.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TASK_REDUCTION_H
#define USERSCHED_TASK_REDUCTION_H

#include "plan/ReductionBlocks.h"
#include "team/BlockValues.h"
#include "usersched_abi.h"

#include <vector>

namespace usersched {

/// The reduction variables of one taskloop, and the values of its blocks. Lives
/// as long as the division.
class TaskReduction {
  struct Variable {
    usersched_task_variable Told;
    uint64_t Offset; ///< in the values of a block
  };
  const usersched_loop &Loop;
  std::vector<Variable> Variables;
  ReductionBlocks Blocks;
  uint64_t Bytes; ///< of the values of a block
  BlockValues &Values;

  char *place(const Variable &V, uint64_t Block) const {
    return Values.memory() + Block * Bytes + V.Offset;
  }
  const Variable &find(const void *Shared) const;
  void combine(const Variable &V, uint64_t To, uint64_t From) const;

public:
  /// For the loop with the reduction R, whose variables are at Told.
  TaskReduction(const usersched_loop &Loop, const usersched_reduction &R,
                const usersched_task_variable *Told);
  ~TaskReduction() { Values.release(); }
  TaskReduction(const TaskReduction &) = delete;
  TaskReduction &operator=(const TaskReduction &) = delete;

  const ReductionBlocks &blocks() const { return Blocks; }
  /// Returns the value of Block of the variable at Shared, which becomes an
  /// identity.
  void *begin(const void *Shared, uint64_t Block) const;
  /// Combines what can be combined of the values of the blocks First to End - 1
  /// of the variable at Shared. Returns one of the values.
  void *combineRange(const void *Shared, uint64_t First, uint64_t End) const;
  /// Combines the values of all blocks into the variable at Shared. Called once
  /// for each variable, when arrive() has returned true. Returns one of the
  /// values.
  void *combineAll(void *Shared) const;
  /// Says that the calling task has combined the range of blocks First to
  /// End - 1, which is Count parts of Parts. Returns true in the task that is
  /// the last one to say so, which then sees all values.
  bool arrive(uint64_t First, uint64_t End, uint64_t Count,
              uint64_t Parts) const;
};

} // namespace usersched

#endif
