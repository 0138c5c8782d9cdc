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
struct TeamLoop {
  /// What the region goes on with. In Start or in MoreHandovers.
  Handover &Inherited;
  /// The rest of what the region goes on with: the part that changes only
  /// when the loop is set up.
  Repetition Repeats;
  /// What the executions that are not set up share; null if there were none.
  std::unique_ptr<Instance> RepeatInstance;

  explicit TeamLoop(Handover &Inherited) : Inherited(Inherited) {}
};

/// What one thread knows of one loop. Written by that thread alone.
struct alignas(NoSharing) ThreadLoop {
  Repetition Repeats;
  Activation Last = {};
  TeamLoop &Shared;
  /// Shared.Inherited: Shared itself is on a line that others write to.
  const Handover &Inherited;
  /// The loop that thread 0 came to before this one in the region; null if
  /// this one was the first.
  ThreadLoop *Previous = nullptr;

  explicit ThreadLoop(TeamLoop &Shared)
      : Shared(Shared), Inherited(Shared.Inherited) {}
};

/// Where a thread is in the sequence of executions. Written by that thread
/// alone.
class alignas(NoSharing) TeamMember {
  friend class Team;
  /// The number of the execution that the thread has arrived at. Read by the
  /// thread that sets an execution up.
  std::atomic<uint64_t> Execution{0};
  uint64_t Region = 0; ///< the number of the region of that execution
  /// The instance of that execution.
  Instance *Current = nullptr;
  uint32_t Thread = 0;  ///< the number of the thread
  uint32_t Threads = 0; ///< the number of threads in its region
  /// Indexed by usersched_loop::number; null for loops that the thread never
  /// came to.
  std::unique_ptr<std::unique_ptr<ThreadLoop>[]> Loops;
  uint32_t LoopCount = 0;
  /// Thread 0: the last loop that it came to in this region. Null if there
  /// was none, and in other threads.
  ThreadLoop *LastVisited = nullptr;
  /// The region of the thread's last execution with reduction blocks, and how
  /// many such executions it has come to in that region.
  uint64_t BlocksRegion = 0, BlocksExecutions = 0;

  /// Returns what the thread knows of Loop; null if it never came there.
  ThreadLoop *find(const usersched_loop &Loop) const {
    const uint32_t LoopNumber = __atomic_load_n(&Loop.number, __ATOMIC_RELAXED);
    return LoopNumber < LoopCount ? Loops[LoopNumber].get() : nullptr;
  }

public:
  uint32_t thread() const { return Thread; }
  uint32_t threads() const { return Threads; }
};

} // namespace usersched

#endif
