//===- Tasks.h - cuts a taskloop into tasks of about equal load -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A taskloop is divided before any of its iterations begins, by one thread, so
// there is no draft: the chunks of one inspection become groups at once, a
// group a task. Who runs which task is libomp's.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TASKS_H
#define USERSCHED_TASKS_H

#include "plan/Call.h"

#include <vector>

namespace usersched {

/// Tasks of a taskloop without a `chunk`, for each thread: as many as libomp
/// makes of a taskloop without clauses.
constexpr uint64_t TasksPerThread = 10;
/// The most tasks of a taskloop with a `chunk`.
constexpr uint64_t MostTasks = uint64_t(1) << 16;

/// The tasks of one taskloop.
struct TaskList {
  /// Task K has the iterations [Bound[K], Bound[K + 1]), and at least one.
  std::vector<uint64_t> Bound;
  /// How many iterations the inspect function has looked at.
  uint64_t Inspected = 0;

  uint64_t size() const { return Bound.size() - 1; }
};

/// Cuts the iterations of Entered into tasks: of the load Entered.Chunk each,
/// or, if that is 0, TasksPerThread of equal load for each of Entered.Threads.
/// Without a chunk, evaluates no load if there is one thread. Entered.TripCount
/// is at least 1.
TaskList cutIntoTasks(const Call &Entered);

} // namespace usersched

#endif
