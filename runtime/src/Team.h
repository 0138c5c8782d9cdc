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
// A reset of the cache, or other data, shows with the next of them.
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
  const usersched_loop *Loop = nullptr;
  uint64_t TripCount = 0;
  uint64_t Data = 0;
  uint32_t Left = 0;  ///< executions to come without an instance of their own
  uint16_t Epoch = 0; ///< of the last one, in the slots of In
  Instance *In = nullptr;
  IterationRange Share; ///< the thread's, if In is null

  void remember(const Call &By, const Instance &At);

  /// Whether the thread of By, whose this is, executes the loop without an
  /// instance. take() counts the execution.
  bool isOf(const Call &By) const {
    return Loop == By.Loop && Left > 0 && TripCount == By.TripCount;
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

  public:
    Repetition &repetition(const usersched_loop &Loop) {
      return Known[placeOf(Loop)];
    }
  };

private:
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
  Instance *Repeated[Places] = {};
  /// No thread is in an earlier execution.
  uint64_t OldestInUse = 1;

  class Guard;
  void removeInstances();
  void grow(uint32_t Threads);
  bool isFree(const Instance &I, uint32_t Threads);
  Instance *insertAfter(Instance &I, uint32_t Threads);
  Instance *prepare(Member &Mine, uint64_t Execution, const Call &By,
                    Counters &Counts);
  Outlook lookAhead(const Repetition &Last, const Plan *P, const Call &By);

public:
  explicit Team(PlanCache &Cache) : Cache(Cache) {}
  ~Team();

  /// Starts a region: by the forking thread, while no thread is in a loop of
  /// this team.
  void begin();

  /// The thread of By comes to the next loop of its region.
  Member &arrive(const Call &By);

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
    for (Repetition &R : Mine.Known)
      R.Loop = nullptr;
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
  Left = At.Ahead.Times;
  if (Left == 0)
    return;
  Epoch = At.Ahead.Epoch;
  In = At.Ahead.In;
  const Plan &P = *At.plan();
  Share = P.chunks().iterations(P.group(By.Thread));
}

inline Instance &Team::advance(Member &Mine, const Call &By, Counters &Counts) {
  const uint64_t Execution = Mine.Execution.load(std::memory_order_relaxed) + 1;
  Instance *Next = Mine.At->Next.load(std::memory_order_acquire);
  if (Next->Execution.load(std::memory_order_acquire) != Execution)
    Next = prepare(Mine, Execution, By, Counts);
  Mine.Known[placeOf(*By.Loop)].remember(By, *Next);
  Mine.At = Next;
  Mine.Execution.store(Execution, std::memory_order_release);
  return *Next;
}

} // namespace usersched

#endif
