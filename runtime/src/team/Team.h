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
// * All executions of the loop that are known to be short (Selection) go so,
//   whatever their trip counts: each thread runs its even share, or thread 0
//   all, or what is not shared evenly is claimed from a counter in the instance
//   of the place, which says whose it is. Of these, one that is set up neither
//   looks for a plan nor makes one if it is very short, unless the one before
//   had the same trip count.
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
// for loops without a barrier, but for short executions, which need neither
// plan nor epoch: that all go on with what thread 0 knew is enough.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_H
#define USERSCHED_TEAM_H

#include "record/Recordings.h"
#include "run/Activation.h"

/// The type that compiled code has pointers to.
struct usersched_team {};

namespace usersched {

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
    uint32_t Number = 0;  ///< of the thread
    uint32_t Threads = 0; ///< in its region
    struct {
      Repetition Known;
      Activation Last = {};
    } Loops[Places];

  public:
    uint32_t thread() const { return Number; }
    uint32_t threads() const { return Threads; }
    /// The last activation of Loop, or of one that shares its place.
    Activation &activation(const usersched_loop &Loop) {
      return Loops[placeOf(Loop)].Last;
    }
  };

private:
  PlanCache &Cache;
  /// Team size that members and instances have room for.
  std::atomic<uint32_t> Capacity{0};
  std::unique_ptr<Member[]> Members;
  /// What all threads of the region go on with, as far as that is not in Start;
  /// written only after a loop was set up.
  Repetition Known[Places];
  /// PlanCache::generation() when the region began: what is known is of then.
  uint64_t Generation = 0;
  /// The places of loops that have been set up, as bits.
  uint32_t Used = 0;
  /// The execution before the first one of the region, and its instance;
  /// written only if there were executions in between.
  uint64_t EntryExecution = 1;
  Instance *Entry = nullptr;

  /// What each region writes, and each of its threads must read: one cache
  /// line, so that the threads wait only once for what another processor has.
  struct alignas(NoSharing) {
    uint64_t Region = 0; ///< number of the present region
    /// How many threads it has, once thread 0 knows; 0 before.
    std::atomic<uint32_t> Size{0};
    /// Instead of those members of Known.
    uint64_t Decided[Places] = {};
    uint16_t Left[Places] = {}, Epoch[Places] = {};
  } Start;
  static_assert(Places * (8 + 2 + 2) + 16 <= 64, "Start is in one line");

  alignas(NoSharing) std::atomic<bool> Locked{false};
  // Guarded by Locked:
  Instance *Newest = nullptr;
  uint64_t NewestExecution = 1;
  std::size_t InstanceCount = 0;
  Instance *Repeated[Places] = {};
  /// No thread is in an earlier execution.
  uint64_t OldestInUse = 1;

  /// Of executions that are recorded.
  Recordings Recorded;

  class Guard;
  void removeInstances();
  Team &removeSome();
  void keepKnown();
  void forgetKnown();
  void grow(uint32_t Threads);
  void makeRoom(uint32_t Threads) {
    if (Capacity.load(std::memory_order_acquire) < Threads)
      grow(Threads);
  }
  bool isFree(const Instance &I, uint32_t Threads);
  Instance *insertAfter(Instance &I, uint32_t Threads);
  Instance *prepare(Member &Mine, uint64_t Execution, const Call &By,
                    Counters &Counts, Recording *Seen);
  void observe(Activation &Its, const Repetition *Again);
  friend void enter(Activation &Its, Team *T);
  Instance &repeated(const Call &By);
  Outlook lookAhead(const Repetition &Last, const Instance &At,
                    uint64_t Execution, const Call &By);

public:
  explicit Team(PlanCache &Cache) : Cache(Cache) {}
  ~Team();

  /// Starts a region: by the forking thread, which will be thread 0, while no
  /// thread is in a loop of this team. Returns this.
  Team &begin();

  /// The thread of By comes to the next loop of its region.
  Member &arrive(const Call &By) { return arrive(By.Thread, By.Threads); }
  Member &arrive(uint32_t Thread, uint32_t Threads);

  /// What the thread of By, which is Mine, knows of the loop.
  Repetition &repetition(Member &Mine, const Call &By) {
    const std::size_t Place = placeOf(*By.Loop);
    Repetition &Its = Mine.Loops[Place].Known;
    if (Its.Region != Start.Region) {
      Its.goOn(Known[Place], By, Start.Left[Place], Start.Epoch[Place]);
      Its.Region = Start.Region;
    }
    return Its;
  }

  /// Whether Its, of a thread that comes to Loop in a team of Threads, is about
  /// this region. If it is not, but few steps make it so, they are made.
  bool knows(Repetition &Its, const usersched_loop &Loop, uint32_t Threads) {
    if (Its.Region == Start.Region)
      return true;
    const std::size_t Place = placeOf(Loop);
    if (!Its.goOn(Start.Decided[Place], Loop, Threads, Start.Left[Place],
                  Start.Epoch[Place]))
      return false;
    Its.Region = Start.Region;
    return true;
  }

  /// The same for the thread that is Mine.
  bool knows(Member &Mine, const usersched_loop &Loop) {
    return knows(Mine.Loops[placeOf(Loop)].Known, Loop, Mine.Threads);
  }

  /// The thread that is Mine enters Loop again, which was its last one in that
  /// place, if that takes few steps; returns where. Null: it has not entered.
  __attribute__((always_inline)) Activation *
  enterAgain(Member &Mine, const usersched_loop &Loop, uint64_t TripCount,
             uint64_t Data) {
    Activation &Last = Mine.activation(Loop);
    return knows(Mine, Loop) && Last.enterAgain(&Loop, TripCount, Data)
               ? &Last
               : nullptr;
  }

  /// The thread of By, which is Mine, goes on to the next execution that has an
  /// instance, with which it is done with the one before. Never waits for a
  /// thread that has not arrived there. Counts are the thread's. Seen is the
  /// execution's recording, or null.
  Instance &advance(Member &Mine, const Call &By, Counters &Counts,
                    Recording *Seen = nullptr);
  Instance &advance(const Call &By, Counters &Counts) {
    return advance(arrive(By), By, Counts);
  }

  /// The thread of Its enters the loop of Its.call(), which needs the team.
  void enter(Activation &Its);

  /// Thread in the region, in which so many are as Ask() says. Thread 0, which
  /// is the first one that comes most of the time, tells the others.
  template <typename Function> Member &join(uint32_t Thread, Function Ask) {
    uint32_t Threads = Start.Size.load(std::memory_order_acquire);
    if (Threads == 0) {
      Threads = Ask();
      makeRoom(Threads);
      if (Thread == 0)
        Start.Size.store(Threads, std::memory_order_release);
    }
    Member &Mine = Members[Thread];
    Mine.Threads = Threads;
    return Mine;
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

inline Team::Member &Team::arrive(uint32_t Thread, uint32_t Threads) {
  makeRoom(Threads);
  Member &Mine = Members[Thread];
  if (Mine.Region != Start.Region) {
    Mine.Region = Start.Region;
    Mine.At = Entry;
    Mine.Execution.store(EntryExecution, std::memory_order_release);
  }
  return Mine;
}

/// The thread of Its enters the loop of Its.call(), as a member of T, which may
/// be null unless the call needs a team.
void enter(Activation &Its, Team *T);

/// The same with what Entered says. Leaves a loop that the thread has not left.
void enter(Activation &Its, const Call &Entered, Team *T);

inline Instance &Team::advance(Member &Mine, const Call &By, Counters &Counts,
                               Recording *Seen) {
  const uint64_t Execution = Mine.Execution.load(std::memory_order_relaxed) + 1;
  Instance *Next = Mine.At->Next.load(std::memory_order_acquire);
  if (Next->Execution.load(std::memory_order_acquire) != Execution)
    Next = prepare(Mine, Execution, By, Counts, Seen);
  tsan::acquire(Next);
  repetition(Mine, By).remember(By, *Next, Execution);
  Mine.At = Next;
  Mine.Execution.store(Execution, std::memory_order_release);
  return *Next;
}

} // namespace usersched

#endif
