//===- Team.h - what the threads of a parallel region share ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a team meet the same sequence of annotated loops, each at its
// own pace (`nowait`). The executions are numbered; each has an instance, and
// the instance of execution E + 1 is the successor of that of E. Who comes
// first to an execution sets its instance up.
//
// Invariant: from the instance of the oldest execution that a thread may be in,
// following Next meets the instances of all later executions in order. So the
// successor of the newest one is set up again for the next execution only if
// all threads have left the execution that it was for; otherwise a new instance
// is put in between. Threads may be arbitrarily many loops apart; when they are
// not, a few instances go round.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_H
#define USERSCHED_TEAM_H

#include "Instance.h"

/// The type that compiled code has pointers to.
struct usersched_team {};

namespace usersched {

/// Where a thread is in its team's sequence of executions.
struct Position {
  const void *Team; ///< null before the first loop
  Instance *At;
  uint64_t Execution;
};

class Team : public ::usersched_team {
  struct alignas(NoSharing) Mark {
    std::atomic<uint64_t> Execution{0};
  };

  PlanCache &Cache;
  /// Team size that marks and instances have room for.
  std::atomic<uint32_t> Capacity{0};
  std::unique_ptr<Mark[]> Marks;
  /// The execution before the first one of the region, and its instance.
  uint64_t EntryExecution = 1;
  Instance *Entry = nullptr;

  alignas(NoSharing) std::atomic<bool> Locked{false};
  // Guarded by Locked:
  Instance *Newest = nullptr;
  uint64_t NewestExecution = 1;
  std::size_t InstanceCount = 0;
  /// No thread is in an earlier execution.
  uint64_t OldestInUse = 1;

  class Guard;
  void removeInstances();
  void grow(uint32_t Threads);
  bool isFree(const Instance &I, uint32_t Threads);
  Instance *insertAfter(Instance &I, uint32_t Threads);
  Instance *prepare(Instance &Current, uint64_t Execution, const Call &By);

public:
  explicit Team(PlanCache &Cache) : Cache(Cache) {}
  ~Team();

  /// Starts a region: by the forking thread, while no thread is in a loop of
  /// this team.
  void begin();

  /// The calling thread goes on from Where to the next execution of its region
  /// (from a zeroed Where to the first), with which it is done with the one
  /// before. Never waits for a thread that has not arrived there.
  Instance &advance(Position &Where, const Call &By);

  /// How many instances there are; by the forking thread, between regions.
  std::size_t instances() const { return InstanceCount; }

  /// In the pool of teams.
  Team *NextInPool = nullptr;

  /// Of a team made for one execution of an orphaned loop: the threads that
  /// have a pointer to it, and those that have left.
  alignas(NoSharing) std::atomic<uint32_t> Joined{0};
  std::atomic<uint32_t> Departed{0};
};

} // namespace usersched

#endif
