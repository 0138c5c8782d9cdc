//===- TeamMember.h - what a thread of a team knows -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who writes what stands in Team.h.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_MEMBER_H
#define USERSCHED_TEAM_MEMBER_H

#include "run/Activation.h"

#include <memory>

namespace usersched {

/// What the threads of a team share about one loop.
class TeamLoop {
  /// The series of the last call of reach(), and what it returned.
  uint64_t Series = 0;
  uint32_t Reach = 0;

public:
  /// What the executions that are not set up share; null before the first that
  /// need it.
  std::unique_ptr<Instance> RepeatInstance;

  /// Returns for how many executions to come a plan may be decided on, in the
  /// series Present: 0 at the first call in the series, then 1, 3, 7 and so on,
  /// up to UsualCheck - 1. The plan counts them as uses at once. So in a series
  /// that ends soon, few uses are counted that never come. Called when an
  /// execution is set up, by the thread that does it.
  uint32_t reach(uint64_t Present) {
    Reach = Series == Present
                ? std::min<uint32_t>(2 * Reach + 1, threshold::UsualCheck - 1)
                : 0;
    Series = Present;
    return Reach;
  }
};

/// What one thread knows of one loop. Written by that thread alone.
struct alignas(NoSharing) ThreadLoop {
  Repetition Repeats;
  Activation Last = {};
  TeamLoop &Shared;

  explicit ThreadLoop(TeamLoop &Shared) : Shared(Shared) {}
};

/// Where a thread is in the sequence of executions. Written by that thread
/// alone.
class alignas(NoSharing) TeamMember {
  friend class Team;
  /// The number of the execution that the thread has arrived at. Read by the
  /// thread that sets an execution up.
  std::atomic<uint64_t> Execution{0};
  uint64_t Series = 0; ///< the number of the series of that execution
  /// The instance of that execution.
  Instance *Current = nullptr;
  uint32_t Thread = 0; ///< the number of the thread
  /// Indexed by usersched_loop::number; null for loops that the thread never
  /// came to.
  std::unique_ptr<std::unique_ptr<ThreadLoop>[]> Loops;
  uint32_t LoopCount = 0;
  /// The series of the thread's last execution with reduction blocks, and how
  /// many such executions it has come to in that series.
  uint64_t BlocksSeries = 0, BlocksExecutions = 0;

  uint64_t nextExecution() const {
    return Execution.load(std::memory_order_relaxed) + 1;
  }
  /// Returns what the thread knows of Loop; null if it never came there.
  ThreadLoop *find(const usersched_loop &Loop) const {
    const uint32_t LoopNumber = __atomic_load_n(&Loop.number, __ATOMIC_RELAXED);
    return LoopNumber < LoopCount ? Loops[LoopNumber].get() : nullptr;
  }

public:
  uint32_t thread() const { return Thread; }
};

} // namespace usersched

#endif
