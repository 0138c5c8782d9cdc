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
// others wait for what it writes, is most of what a short loop costs. So who
// sets an execution up also decides how the next ones of the loop run
// (decideSequel() in learn/Decision.h), and every thread takes those one by one
// without a look at the others. (They agree on which these are, since all meet
// the same loops with the same trip counts in the same order.)
// * Groups: each thread runs its group of the plan.
// * Stealing: they use the slots of the instance of the loop's place, with an
//   epoch for each execution. This needs the barrier at the end of each: so all
//   are done with an epoch before the next one, and with a decision before the
//   next one about the same instance.
// * Short: whatever the trip count, each thread runs its even share, or thread
//   0 all, or what is not shared evenly is claimed from a counter in the
//   instance of the place, which says for which execution it counts.
// Other data, or a reset of the cache within a region, shows with the next
// execution that is set up.
//
// A region, if it has as many threads, goes on with what thread 0 knew at the
// end of the last region in which it was in the loop. In a region that was
// cancelled, others may have been ahead, but not by more than an epoch, since
// the barrier at the end of the next execution needs thread 0: so the handover
// leaves out an epoch, and each region since in which thread 0 was not in the
// loop leaves out another one. For the same reason nobody gives the instance
// another plan before all have come to the loop and read theirs. So none of
// this is for loops without a barrier, but for short executions, which need
// neither plan nor epoch: that all go on with what thread 0 knew is enough.
//
// Who writes what. The forking thread does so while no thread is in a loop of
// the team. Besides, grow() makes all anew for a larger team. The models in
// test/model check what follows from that.
//
//   what               by whom            when                read by
//   -----------------  -----------------  ------------------  -----------------
//   Start.Region,      forking thread     begin()             each thread
//   Entry,
//   EntryExecution
//   Start.Size         forking thread;    begin();            each thread, in
//                      thread 0           join(), once it     join()
//                                         knows
//   Handover           forking thread     keepKnown() and     each thread, when
//                                         forgetKnown(), in   it first comes to
//                                         begin()             the loop in a
//                                                             region
//   Place::Known       forking thread     keepKnown()         the same
//   a Place            first thread in    makeSeat(), with    threads with a
//                      the loop           PlacesLock          seat there
//   plan and epochs    who sets an        lookAhead(), with   executions that
//   of Repeated        execution up       Locked              are not set up
//   instance of the    who sets its       prepare(), with     threads that come
//   ring, its Ahead    execution up       Locked, before      to the execution
//                                         its number
//   Newest,            who sets an        prepare(), with     the same
//   NewestExecution,   execution up;      Locked;
//   OldestInUse        forking thread     begin()
//   Member::Execution  that thread        arrive();           who sets an
//                                         advance(), when it  execution up, in
//                                         has the instance    isFree()
//   Seat               that thread        each execution of   that thread; of
//                                         the loop            thread 0 the
//                                                             forking thread
//   Members,           first thread of a  grow(), before any  each thread
//   Capacity           larger team        has an instance
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_H
#define USERSCHED_TEAM_H

#include "record/Recordings.h"
#include "run/Activation.h"

#include <deque>
#include <mutex>
#include <vector>

/// The type that compiled code has pointers to.
struct usersched_team {};

namespace usersched {

class Team : public ::usersched_team {
  /// What all threads know of one loop.
  struct Place {
    Handover &Start;
    /// What all threads of the region go on with, as far as that is not in
    /// Start; written only after the loop was set up.
    Repetition Known;
    /// What executions of the loop share that are not set up; null: there were
    /// none.
    std::unique_ptr<Instance> Repeated;

    explicit Place(Handover &Start) : Start(Start) {}
  };

  /// What a thread knows of one loop; written by that thread alone.
  struct alignas(NoSharing) Seat {
    Repetition Known;
    Activation Last = {};
    Place &Of;
    /// That of the place, which others write to.
    const Handover &Start;
    /// The thread's seat that it came to before this one in its region.
    Seat *Before = nullptr;

    explicit Seat(Place &Of) : Of(Of), Start(Of.Start) {}
  };

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
    /// By usersched_loop::number; null for loops that it never came to.
    std::unique_ptr<std::unique_ptr<Seat>[]> Seats;
    uint32_t SeatCount = 0;
    /// Of thread 0: its last seat in this region.
    Seat *Latest = nullptr;

    /// Null if the thread never came to Loop.
    Seat *seat(const usersched_loop &Loop) const {
      const uint32_t Its = __atomic_load_n(&Loop.number, __ATOMIC_RELAXED);
      return Its < SeatCount ? Seats[Its].get() : nullptr;
    }

  public:
    uint32_t thread() const { return Number; }
    uint32_t threads() const { return Threads; }
  };

private:
  PlanCache &Cache;
  /// Team size that members and instances have room for.
  std::atomic<uint32_t> Capacity{0};
  std::unique_ptr<Member[]> Members;
  /// By usersched_loop::number. The lock is for threads that come to a loop for
  /// the first time.
  std::mutex PlacesLock;
  std::vector<std::unique_ptr<Place>> Places;
  /// What does not fit Start.
  std::deque<Handover> MoreHandovers;
  /// PlanCache::generation() when the region began: what is known is of then.
  uint64_t Generation = 0;
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
    /// Of the loops that came first; the others' are in MoreHandovers.
    Handover First[2];
  } Start;
  static_assert(sizeof(Handover) * 2 + 16 <= 64, "Start is in one line");

  alignas(NoSharing) std::atomic<bool> Locked{false};
  // Guarded by Locked:
  Instance *Newest = nullptr;
  uint64_t NewestExecution = 1;
  std::size_t InstanceCount = 0;
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
  /// Mine comes to Loop, whose seat is Its, in a team of Threads. Returns true
  /// if the seat is of this region; brings it up to date if that takes few
  /// steps.
  __attribute__((always_inline)) bool
  knows(Member &Mine, Seat &Its, const usersched_loop &Loop, uint32_t Threads) {
    if (Its.Known.Region == Start.Region)
      return true;
    if (!Its.Known.goOn(Its.Start, Loop, Threads, Start.Region))
      return false;
    noteTaken(Mine, Its);
    return true;
  }
  Seat &makeSeat(Member &Mine, usersched_loop &Loop);
  Seat &seatOf(Member &Mine, usersched_loop &Loop) {
    Seat *Its = Mine.seat(Loop);
    return Its ? *Its : makeSeat(Mine, Loop);
  }
  /// The seat of the thread of By, which is Mine, that comes to the loop.
  Seat &take(Member &Mine, const Call &By) {
    Seat &Its = seatOf(Mine, *By.Loop);
    if (Its.Known.Region != Start.Region) {
      Its.Known.goOn(Its.Of.Known, Its.Start, By, Start.Region);
      noteTaken(Mine, Its);
    }
    return Its;
  }
  /// For begin(): Mine is in Its for the first time in this region.
  static void noteTaken(Member &Mine, Seat &Its) {
    if (Mine.Number != 0)
      return;
    Its.Before = Mine.Latest;
    Mine.Latest = &Its;
  }
  Instance *prepare(Member &Mine, Place &Its, const Repetition &Last,
                    uint64_t Execution, const Call &By, Counters &Counts,
                    Recording *Seen);
  Instance &advance(Member &Mine, Seat &Its, const Call &By, Counters &Counts,
                    Recording *Seen);
  void observe(Activation &Its, const Repetition *Again);
  friend void enter(Activation &Its, Team *T);
  Instance &repeated(Place &Its);
  Outlook lookAhead(Place &Its, const Repetition &Last, const Instance &At,
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
    return take(Mine, By).Known;
  }

  /// Returns true if what Mine knows of Loop is of this region; brings it up to
  /// date if that takes few steps.
  bool knows(Member &Mine, const usersched_loop &Loop) {
    Seat *Its = Mine.seat(Loop);
    return Its && knows(Mine, *Its, Loop, Mine.Threads);
  }

  /// The last activation of Mine in Loop.
  Activation &activation(Member &Mine, usersched_loop &Loop) {
    return seatOf(Mine, Loop).Last;
  }

  /// Returns the last activation of Mine in Loop, if Mine was there in this
  /// region, else null.
  Activation *lastOf(Member &Mine, const usersched_loop &Loop) {
    Seat *Its = Mine.seat(Loop);
    return Its && Its->Known.Region == Start.Region ? &Its->Last : nullptr;
  }

  /// The thread that is Mine enters Loop again, if that takes few steps;
  /// returns where. Null: it has not entered.
  __attribute__((always_inline)) Activation *
  enterAgain(Member &Mine, const usersched_loop &Loop, uint64_t TripCount,
             uint64_t Data) {
    Seat *Its = Mine.seat(Loop);
    return Its && knows(Mine, *Its, Loop, Mine.Threads) &&
                   Its->Last.enterAgain(&Loop, TripCount, Data)
               ? &Its->Last
               : nullptr;
  }

  /// Enters the loop of Entered again, with Its, if that takes few steps and
  /// Its was the last activation to enter it. Returns false if it has not
  /// entered.
  bool enterAgain(Activation &Its, const Call &Entered) {
    Member &Mine = arrive(Entered);
    Seat *Taken = Mine.seat(*Entered.Loop);
    return Taken && Its.wasAs(Entered) &&
           knows(Mine, *Taken, *Entered.Loop, Entered.Threads) &&
           Its.enterAgain(Entered.Loop, Entered.TripCount, Entered.Data);
  }

  /// The thread of By goes on to the next execution that has an instance, with
  /// which it is done with the one before. Never waits for a thread that has
  /// not arrived there. Counts are the thread's.
  Instance &advance(const Call &By, Counters &Counts) {
    Member &Mine = arrive(By);
    return advance(Mine, take(Mine, By), By, Counts, nullptr);
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

/// The thread of Its enters the loop of Entered, as a member of T, which may be
/// null unless the call needs a team. Leaves a loop that it has not left.
void enter(Activation &Its, const Call &Entered, Team *T);

/// The thread of By, which is Mine with the seat Its, goes on to the next
/// execution that has an instance. Seen is the execution's recording, or null.
inline Instance &Team::advance(Member &Mine, Seat &Its, const Call &By,
                               Counters &Counts, Recording *Seen) {
  const uint64_t Execution = Mine.Execution.load(std::memory_order_relaxed) + 1;
  Instance *Next = Mine.At->Next.load(std::memory_order_acquire);
  if (Next->Execution.load(std::memory_order_acquire) != Execution)
    Next = prepare(Mine, Its.Of, Its.Known, Execution, By, Counts, Seen);
  tsan::acquire(Next);
  Its.Known.remember(By, *Next, Execution);
  Mine.At = Next;
  Mine.Execution.store(Execution, std::memory_order_release);
  return *Next;
}

} // namespace usersched

#endif
