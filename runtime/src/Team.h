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
// That each execution has one first thread, which sets it up, and that all
// others wait for what it writes, is most of what a short loop costs. So a loop
// that is executed again and again is repeated: who sets an execution of it up
// may decide that the next few are to go as this one, and every thread takes
// them one by one without a look at the others. (They agree on which these are,
// since all meet the same loops with the same trip counts in the same order.)
// * Without stealing, or if the groups are too short for it, each thread runs
//   its group of the plan.
// * With stealing, they use the slots of one instance, kept for that, with an
//   epoch for each execution. This needs the barrier at the end of each: so all
//   are done with an epoch before the next one, and with a decision before the
//   next one about the same instance.
// The executions that are set up, one of a few, tell whether all is as it was.
// Other data, or a reset of the cache within a region, shows with the next of
// them.
//
// A region goes on where the last one of the team ended, if it has as many
// threads: with what thread 0 knew then, whom all follow. In a region that was
// cancelled, others may have been ahead, but not by more than an epoch, since
// the barrier at the end of the next execution needs thread 0: one epoch per
// region is left out. For the same reason nobody gives the instance another
// plan before all have come to the region and read theirs. So none of this is
// for loops without a barrier.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_H
#define USERSCHED_TEAM_H

#include "Instance.h"

/// The type that compiled code has pointers to.
struct usersched_team {};

namespace usersched {

/// What a thread knows of a loop that it has executed in this region.
struct Repetition {
  uint64_t Region = 0; ///< in which it is known
  const usersched_loop *Loop = nullptr;
  uint64_t TripCount = 0;
  uint64_t Data = 0;
  uint32_t Threads = 0;
  /// Another library's loop may come to be where this one was.
  uint32_t Flags = 0;
  uint32_t Left = 0;  ///< executions to come without an instance of their own
  uint16_t Epoch = 0; ///< of the last one, in the slots of In
  uint16_t LastEpoch = 0;
  bool Steals = false;
  /// Keeps the plan; null for a loop without a barrier, and if Left never was
  /// above 0.
  Instance *In = nullptr;
  IterationRange Share; ///< the thread's, without stealing

  void remember(const Call &By, const Instance &At);

  /// The thread of By comes to a region that goes on with what Before was at
  /// the end of another one.
  void goOn(const Repetition &Before, const Call &By);

  /// Whether the thread of By, whose this is, executes the loop without an
  /// instance. take() counts the execution.
  bool isOf(const Call &By) const {
    return Left > 0 && Loop == By.Loop && TripCount == By.TripCount;
  }
  void take(const Call &By);
};

class Team : public ::usersched_team {
  /// The loops of a region have their places by address; of those that share
  /// one, the last counts.
  static constexpr std::size_t Places = 4;
  static std::size_t placeOf(const usersched_loop &Loop) {
    static_assert(sizeof(usersched_loop) >= 64 && sizeof(usersched_loop) < 128);
    return (reinterpret_cast<uintptr_t>(&Loop) * 3 >> 8) % Places;
  }

public:
  /// Where a thread is in the sequence; written by that thread alone.
  class alignas(NoSharing) Member {
    friend class Team;
    /// The one that it has arrived at. Others look at it, too.
    std::atomic<uint64_t> Execution{0};
    uint64_t Region = 0; ///< in which that was
    Instance *At = nullptr;
    Repetition Known[Places];
  };

private:
  PlanCache &Cache;
  /// Team size that members and instances have room for.
  std::atomic<uint32_t> Capacity{0};
  /// Of the region, once a thread has found out; 0 before.
  std::atomic<uint32_t> Size{0};
  std::unique_ptr<Member[]> Members;
  uint64_t Region = 0; ///< number of the present region
  /// What all threads of the region go on with.
  Repetition Known[Places];
  /// The execution before the first one of the region, and its instance.
  uint64_t EntryExecution = 1;
  Instance *Entry = nullptr;

  alignas(NoSharing) std::atomic<bool> Locked{false};
  // Guarded by Locked:
  Instance *Newest = nullptr;
  uint64_t NewestExecution = 1;
  std::size_t InstanceCount = 0;
  Instance *Repeated[Places] = {};
  /// No thread is in an earlier execution.
  uint64_t OldestInUse = 1;

  class Guard;
  void removeInstances();
  void keepKnown();
  void grow(uint32_t Threads);
  bool isFree(const Instance &I, uint32_t Threads);
  Instance *insertAfter(Instance &I, uint32_t Threads);
  Instance *prepare(Member &Mine, uint64_t Execution, const Call &By,
                    Counters &Counts);
  Outlook lookAhead(const Repetition &Last, const Plan *P, const Call &By);

public:
  explicit Team(PlanCache &Cache) : Cache(Cache) {}
  ~Team();

  /// Starts a region: by the forking thread, which will be thread 0, while no
  /// thread is in a loop of this team.
  void begin();

  /// The thread of By comes to the next loop of its region.
  Member &arrive(const Call &By);

  /// What the thread of By, which is Mine, knows of the loop.
  Repetition &repetition(Member &Mine, const Call &By) {
    const std::size_t Place = placeOf(*By.Loop);
    Repetition &Its = Mine.Known[Place];
    if (Its.Region != Region) {
      Its.goOn(Known[Place], By);
      Its.Region = Region;
    }
    return Its;
  }

  /// The thread of By, which is Mine, goes on to the next execution that has an
  /// instance, with which it is done with the one before. Never waits for a
  /// thread that has not arrived there. Counts are the thread's.
  Instance &advance(Member &Mine, const Call &By, Counters &Counts);
  Instance &advance(const Call &By, Counters &Counts) {
    return advance(arrive(By), By, Counts);
  }

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

inline Team::Member &Team::arrive(const Call &By) {
  if (Capacity.load(std::memory_order_acquire) < By.Threads)
    grow(By.Threads);
  Member &Mine = Members[By.Thread];
  if (Mine.Region != Region) {
    Mine.Region = Region;
    Mine.At = Entry;
    Mine.Execution.store(EntryExecution, std::memory_order_release);
  }
  return Mine;
}

inline void Repetition::take(const Call &By) {
  --Left;
  if (Data != By.Data)
    if (void *Plans = __atomic_load_n(&By.Loop->plans, __ATOMIC_ACQUIRE))
      static_cast<LoopPlans *>(Plans)->noteErratic();
}

inline void Repetition::remember(const Call &By, const Instance &At) {
  Loop = By.Loop;
  TripCount = By.TripCount;
  Data = By.Data;
  Threads = By.Threads;
  Flags = By.Flags;
  Left = At.Ahead.Times;
  if (Left == 0)
    return;
  In = At.Ahead.In;
  Steals = At.Ahead.Steals;
  Epoch = At.Ahead.Epoch;
  LastEpoch = At.Ahead.LastEpoch;
  const Plan &P = *At.plan();
  Share = P.chunks().iterations(P.group(By.Thread));
}

inline void Repetition::goOn(const Repetition &Before, const Call &By) {
  if (Before.Loop != By.Loop || Before.TripCount != By.TripCount ||
      Before.Threads != By.Threads || Before.Flags != By.Flags) {
    Loop = nullptr;
    return;
  }
  *this = Before;
  if (Left == 0)
    return;
  const Plan &P = *In->plan();
  Share = P.chunks().iterations(P.group(By.Thread));
}

inline Instance &Team::advance(Member &Mine, const Call &By, Counters &Counts) {
  const uint64_t Execution = Mine.Execution.load(std::memory_order_relaxed) + 1;
  Instance *Next = Mine.At->Next.load(std::memory_order_acquire);
  if (Next->Execution.load(std::memory_order_acquire) != Execution)
    Next = prepare(Mine, Execution, By, Counts);
  repetition(Mine, By).remember(By, *Next);
  Mine.At = Next;
  Mine.Execution.store(Execution, std::memory_order_release);
  return *Next;
}

} // namespace usersched

#endif
