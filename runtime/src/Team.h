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

class Team : public ::usersched_team {
  /// Where a thread is in the sequence; written by that thread alone.
  struct alignas(NoSharing) Member {
    /// The one that it has arrived at. Others look at it, too.
    std::atomic<uint64_t> Execution{0};
    uint64_t Region = 0; ///< in which that was
    Instance *At = nullptr;
  };

  PlanCache &Cache;
  /// Team size that members and instances have room for.
  std::atomic<uint32_t> Capacity{0};
  /// Of the region, once a thread has found out; 0 before.
  std::atomic<uint32_t> Size{0};
  std::unique_ptr<Member[]> Members;
  uint64_t Region = 0; ///< number of the present region
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
  Instance *prepare(Instance &Current, uint64_t Execution, const Call &By,
                    Counters &Counts);

public:
  explicit Team(PlanCache &Cache) : Cache(Cache) {}
  ~Team();

  /// Starts a region: by the forking thread, while no thread is in a loop of
  /// this team.
  void begin();

  /// The thread of By goes on to the next execution of its region, with which
  /// it is done with the one before. Never waits for a thread that has not
  /// arrived there. Counts are the thread's.
  Instance &advance(const Call &By, Counters &Counts);

  /// The number of threads in the region, which the first thread to come finds
  /// out by Ask().
  template <typename Function> uint32_t size(Function Ask) {
    uint32_t Known = Size.load(std::memory_order_relaxed);
    if (Known == 0)
      Size.store(Known = Ask(), std::memory_order_relaxed);
    return Known;
  }

  /// How many instances there are; by the forking thread, between regions.
  std::size_t instances() const { return InstanceCount; }

  /// In the pool of teams.
  Team *NextInPool = nullptr;

  /// Of a team made for one execution of an orphaned loop: the threads that
  /// have a pointer to it, and those that have left.
  alignas(NoSharing) std::atomic<uint32_t> Joined{0};
  std::atomic<uint32_t> Departed{0};
};

inline Instance &Team::advance(const Call &By, Counters &Counts) {
  if (Capacity.load(std::memory_order_acquire) < By.Threads)
    grow(By.Threads);
  Member &Mine = Members[By.Thread];
  Instance *At = Mine.At;
  uint64_t Execution = Mine.Execution.load(std::memory_order_relaxed);
  if (Mine.Region != Region) {
    Mine.Region = Region;
    At = Entry;
    Execution = EntryExecution;
  }
  ++Execution;
  Instance *Next = At->Next.load(std::memory_order_acquire);
  if (Next->Execution.load(std::memory_order_acquire) != Execution)
    Next = prepare(*At, Execution, By, Counts);
  Mine.At = Next;
  Mine.Execution.store(Execution, std::memory_order_release);
  return *Next;
}

} // namespace usersched

#endif
