//===- Team.h - what the threads of a parallel region share ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a team meet the same sequence of annotated loops, each at its
// own pace (`nowait`). The team numbers the executions. Each execution that is
// set up has an instance; the instance of the next execution is its successor.
// The first thread that comes to an execution sets the instance up.
//
// Invariant: a thread that follows Next from its own instance meets the
// instances of all later executions in order. So the successor of the newest
// instance is used again only if all threads have left its old execution.
// Otherwise a new instance is put in between. Threads may be arbitrarily many
// loops apart; while they are near, a few instances go round.
//
// Waiting for the thread that sets an execution up is most of what a short loop
// costs. So the thread that sets up an execution also decides how the next
// executions of the same loop run (decideSequel() in learn/Decision.h). Each
// thread then runs those one by one, without an instance of their own and
// without a look at the others. All threads agree on which executions these
// are, because all meet the same loops with the same trip counts in the same
// order. Such executions run in one of three ways:
//
//   sequel    each thread runs                      threads share
//   --------  ------------------------------------  ---------------------------
//   Groups    its group of the plan                 the plan, in RepeatInstance
//   Stealing  its group of the plan, and steals     the same, and the slots of
//                                                   RepeatInstance, with a new
//                                                   epoch for each execution
//   Short     its even share, whatever the trip     the slots of
//             count, and steals; or its even share  RepeatInstance, with a new
//             without stealing; or thread 0 runs    epoch for each execution
//             everything                            with stealing
//
// To steal in the same slots needs the barrier at the end of the loop: all
// threads are done with an epoch before the next execution begins, and with a
// decision before the next decision changes RepeatInstance. Without a barrier,
// and where the last chunk is held back, short executions with stealing have an
// instance of the ring each, but nothing is decided or measured for them. If
// the data changes, or the cache is reset within a region, threads notice at
// the next execution that is set up.
//
// A region with as many threads as the last one goes on with what thread 0 knew
// at the end of the last region in which thread 0 was in the loop: the
// handover. In a region that was cancelled, other threads may have been ahead
// of thread 0, by one epoch at most, because the barrier of the next execution
// waits for thread 0. So the handover leaves out one epoch, and each later
// region in which thread 0 was not in the loop leaves out another one. A thread
// that was ahead may also have set its execution up, and RepeatInstance with
// it: there is no handover of what was decided before that.
//
// Without a barrier, a thread may be any number of executions ahead of another
// one, which still has to find its group of the plan that was handed over. So
// in a region that took over executions to come, such a loop leaves
// RepeatInstance as it is, and what is decided there ends with the region. In
// other regions nobody looks at RepeatInstance before the handover.
//
// Who writes what. The forking thread writes while no thread is in a loop of
// the team. Besides, grow() makes everything anew for a larger team. The models
// in test/model check what follows from this table.
//
//   what               written by         when                read by
//   -----------------  -----------------  ------------------  -----------------
//   Start.Region,      forking thread     begin()             each thread
//   Entry,
//   EntryExecution
//   Start.Size         forking thread;    begin();            each thread, in
//                      thread 0           join(), once it     join()
//                                         knows
//   Handover           forking thread     handOver() and      each thread, when
//                                         cancelHandovers(),  it first comes to
//                                         in begin()          the loop in a
//                                                             region
//   TeamLoop::Repeats  forking thread     handOver()          the same
//   a TeamLoop         first thread in    makeLoop(), with    threads with a
//                      the loop           LoopsLock           ThreadLoop there
//   plan and epochs    thread that sets   lookAhead(), with   executions that
//   of RepeatInstance  an execution up    Locked              are not set up
//   instance of the    thread that sets   prepare(), with     threads that come
//   ring, its Ahead    its execution up   Locked, before      to the execution
//                                         its number
//   Newest,            thread that sets   prepare(), with     the same
//   NewestExecution,   an execution up;   Locked;
//   OldestInUse        forking thread     begin()
//   Member::Execution  that thread        arrive();           thread that sets
//                                         advance(), when it  an execution up,
//                                         has the instance    in isFree()
//   ThreadLoop         that thread        each execution of   that thread; of
//                                         the loop            thread 0 the
//                                                             forking thread
//   Members,           first thread of a  grow(), before any  each thread
//   Capacity           larger team        has an instance
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_H
#define USERSCHED_TEAM_H

#include "record/Recordings.h"
#include "team/BlockValues.h"
#include "team/TeamMember.h"

#include <deque>
#include <mutex>
#include <vector>

/// The type that compiled code has pointers to.
struct usersched_team {};

namespace usersched {

class Team : public ::usersched_team {
public:
  using Member = TeamMember;

private:
  PlanCache &Cache;
  /// The number of threads that Members and instances have room for.
  std::atomic<uint32_t> Capacity{0};
  std::unique_ptr<Member[]> Members;
  /// Held by a thread that comes to a loop for the first time.
  std::mutex LoopsLock;
  /// Indexed by usersched_loop::number; null for loops that no thread came to.
  std::vector<std::unique_ptr<TeamLoop>> Loops;
  BlockValuesOfTeam Blocks;
  /// The handovers that do not fit Start.
  std::deque<Handover> MoreHandovers;
  /// PlanCache::generation() when the last region began. If it has changed
  /// since, there was a reset. Written by the forking thread.
  uint64_t Generation = 0;
  /// The last execution before the region, and its instance. Written only if
  /// an execution was set up since they were written last.
  uint64_t EntryExecution = 1;
  Instance *Entry = nullptr;

  /// What the forking thread writes for each region, and each thread reads: one
  /// cache line, so that threads wait only once for another processor's line.
  struct alignas(NoSharing) {
    uint64_t Region = 0; ///< the number of the present region
    /// The number of threads in the region; 0 until thread 0 knows.
    std::atomic<uint32_t> Size{0};
    /// The handovers of the first two loops of the team.
    Handover FirstHandovers[2];
  } Start;
  static_assert(sizeof(Handover) * 2 + 16 <= 64, "Start is in one line");

  alignas(NoSharing) std::atomic<bool> Locked{false};
  // Guarded by Locked:
  Instance *Newest = nullptr;
  uint64_t NewestExecution = 1;
  std::size_t InstanceCount = 0;
  /// No thread is in an execution with a lower number.
  uint64_t OldestInUse = 1;

  /// What is noted about executions, if they are recorded.
  Recordings Recorded;

  void removeInstances();
  Team &removeSome();
  void handOver();
  void cancelHandovers();
  void grow(uint32_t Threads);
  void makeRoom(uint32_t Threads) {
    if (Capacity.load(std::memory_order_acquire) < Threads)
      grow(Threads);
  }
  bool isFree(const Instance &Candidate, uint32_t Threads);
  Instance *insertAfter(Instance &Previous, uint32_t Threads);
  /// Returns true if what Self knows of Loop, which is Own, is of this region.
  /// Brings Own up to date first if that takes few steps. Threads is the number
  /// of threads in the region.
  __attribute__((always_inline)) bool knows(Member &Self, ThreadLoop &Own,
                                            const usersched_loop &Loop,
                                            uint32_t Threads) {
    if (Own.Repeats.Region == Start.Region)
      return true;
    if (!Own.Repeats.goOn(Own.Inherited, Loop, Threads, Start.Region))
      return false;
    noteVisit(Self, Own);
    return true;
  }
  ThreadLoop &makeLoop(Member &Self, usersched_loop &Loop);
  ThreadLoop &loopOf(Member &Self, usersched_loop &Loop) {
    ThreadLoop *Own = Self.find(Loop);
    return Own ? *Own : makeLoop(Self, Loop);
  }
  /// Returns what Self knows of the loop that it enters, brought up to date.
  ThreadLoop &visit(Member &Self, const Call &Entered) {
    ThreadLoop &Own = loopOf(Self, *Entered.Loop);
    if (Own.Repeats.Region != Start.Region) {
      Own.Repeats.goOn(Own.Shared.Repeats, Own.Inherited, Entered,
                       Start.Region);
      noteVisit(Self, Own);
    }
    return Own;
  }
  /// Notes for handOver() that Self comes to Own for the first time in this
  /// region.
  static void noteVisit(Member &Self, ThreadLoop &Own) {
    if (Self.Thread != 0)
      return;
    Own.Previous = Self.LastVisited;
    Self.LastVisited = &Own;
  }
  Instance *prepare(Member &Self, ThreadLoop &Own, bool IsShort,
                    uint64_t Execution, const Call &Entered, Counters &Counts,
                    Recording *Notes);
  Instance &advance(Member &Self, ThreadLoop &Own, bool IsShort,
                    const Call &Entered, Counters &Counts, Recording *Notes);
  void observe(Activation &Me, const Repetition *Repeats);
  friend void enter(Activation &Me, Team *T);
  Instance &repeatInstance(TeamLoop &Shared, uint64_t Execution);
  Outlook lookAhead(TeamLoop &Shared, const Repetition &Last,
                    const Instance &Current, uint64_t Execution,
                    const Call &Entered);

public:
  explicit Team(PlanCache &Cache) : Cache(Cache) {}
  ~Team();

  /// Starts a region. Called by the forking thread, which will be thread 0,
  /// while no thread is in a loop of this team. Returns this.
  Team &begin();

  /// Returns the member for the thread that comes to a loop of its region.
  Member &arrive(const Call &Entered) {
    return arrive(Entered.Thread, Entered.Threads);
  }
  Member &arrive(uint32_t Thread, uint32_t Threads);

  /// Returns what Self knows of the next executions of the loop that it enters.
  Repetition &repetition(Member &Self, const Call &Entered) {
    return visit(Self, Entered).Repeats;
  }

  /// Returns true if what Self knows of Loop is of this region. Brings that up
  /// to date first if it takes few steps.
  bool knows(Member &Self, const usersched_loop &Loop) {
    ThreadLoop *Own = Self.find(Loop);
    return Own && knows(Self, *Own, Loop, Self.Threads);
  }

  /// Returns the activation of Self in Loop.
  Activation &activation(Member &Self, usersched_loop &Loop) {
    return loopOf(Self, Loop).Last;
  }

  /// Returns the activation of Self in Loop; null if Self was not there in this
  /// region.
  Activation *lastOf(Member &Self, const usersched_loop &Loop) {
    ThreadLoop *Own = Self.find(Loop);
    return Own && Own->Repeats.Region == Start.Region ? &Own->Last : nullptr;
  }

  /// Enters Loop again as Self if that takes few steps. Returns the activation
  /// that entered; null if none has.
  __attribute__((always_inline)) Activation *
  enterAgain(Member &Self, const usersched_loop &Loop, uint64_t TripCount,
             uint64_t Data) {
    ThreadLoop *Own = Self.find(Loop);
    return Own && knows(Self, *Own, Loop, Self.Threads) &&
                   Own->Last.enterAgain(&Loop, TripCount, Data)
               ? &Own->Last
               : nullptr;
  }

  /// Enters the loop again with Me if that takes few steps, and if Me was the
  /// last activation that entered it. Returns false if Me has not entered.
  bool enterAgain(Activation &Me, const Call &Entered) {
    Member &Self = arrive(Entered);
    ThreadLoop *Own = Self.find(*Entered.Loop);
    return Own && Me.wasAs(Entered) &&
           knows(Self, *Own, *Entered.Loop, Entered.Threads) &&
           Me.enterAgain(Entered.Loop, Entered.TripCount, Entered.Data);
  }

  /// Takes the thread to the next execution that is set up, and returns its
  /// instance. The thread touches no earlier instance from then on. Never waits
  /// for a thread that has not arrived there. Counts are the thread's.
  Instance &advance(const Call &Entered, Counters &Counts) {
    Member &Self = arrive(Entered);
    return advance(Self, visit(Self, Entered), false, Entered, Counts, nullptr);
  }

  /// Enters the loop of Me.call(), which needs the team.
  void enter(Activation &Me);

  /// Returns the member for the thread with the number Thread. Ask() returns
  /// the number of threads in the region. Thread 0, which usually comes first,
  /// tells the others that number.
  template <typename Function> Member &join(uint32_t Thread, Function Ask) {
    uint32_t Threads = Start.Size.load(std::memory_order_acquire);
    if (Threads == 0) {
      Threads = Ask();
      makeRoom(Threads);
      if (Thread == 0)
        Start.Size.store(Threads, std::memory_order_release);
    }
    Member &Self = Members[Thread];
    Self.Threads = Threads;
    return Self;
  }

  /// Returns the values of the execution that Self, one of Threads threads, has
  /// entered: Count reduction blocks of Bytes bytes. Once for each such
  /// execution.
  BlockValues &joinBlocks(Member &Self, uint32_t Threads, uint64_t Count,
                          uint64_t Bytes) {
    if (Self.BlocksRegion != Start.Region) {
      Self.BlocksRegion = Start.Region;
      Self.BlocksExecutions = 0;
    }
    return Blocks.join(Start.Region, ++Self.BlocksExecutions, Threads, Count,
                       Bytes);
  }

  /// Returns the number of instances. Called by the forking thread between
  /// regions.
  std::size_t instances() const { return InstanceCount; }

  /// The next team in a list of the pool; null at the end of the list.
  Team *NextInPool = nullptr;

  /// If the team was made for one execution of an orphaned loop: the number of
  /// threads that have a pointer to the team, and of threads that have left.
  alignas(NoSharing) std::atomic<uint32_t> Joined{0};
  std::atomic<uint32_t> Departed{0};
};

inline Team::Member &Team::arrive(uint32_t Thread, uint32_t Threads) {
  makeRoom(Threads);
  Member &Self = Members[Thread];
  if (Self.Region != Start.Region) {
    Self.Region = Start.Region;
    Self.Current = Entry;
    Self.Execution.store(EntryExecution, std::memory_order_release);
  }
  return Self;
}

/// Enters the loop of Me.call() as a member of T. T may be null unless the call
/// needs a team.
void enter(Activation &Me, Team *T);

/// Enters the loop of Entered with Me as a member of T. T may be null unless
/// the call needs a team. Leaves the last loop first if Me is still inside.
void enter(Activation &Me, const Call &Entered, Team *T);

/// Takes Self to the next execution that is set up, and returns its instance.
/// Own is what Self knows of the loop: that the execution is short, if IsShort.
/// Notes is the execution's recording, or null.
inline Instance &Team::advance(Member &Self, ThreadLoop &Own, bool IsShort,
                               const Call &Entered, Counters &Counts,
                               Recording *Notes) {
  const uint64_t Execution = Self.Execution.load(std::memory_order_relaxed) + 1;
  Instance *Next = Self.Current->Next.load(std::memory_order_acquire);
  if (Next->Execution.load(std::memory_order_acquire) != Execution)
    Next = prepare(Self, Own, IsShort, Execution, Entered, Counts, Notes);
  tsan::acquire(Next);
  if (!IsShort)
    Own.Repeats.remember(Entered, *Next, Execution);
  Self.Current = Next;
  Self.Execution.store(Execution, std::memory_order_release);
  return *Next;
}

} // namespace usersched

#endif
