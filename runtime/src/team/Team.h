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
// order. Such executions run in one of these ways:
//
//   sequel    each thread runs                      threads share
//   --------  ------------------------------------  ---------------------------
//   Groups    its group of the plan                 nothing
//   Stealing  its group of the plan, and steals     the plan and the slots of
//                                                   RepeatInstance, with a new
//                                                   epoch for each execution
//   Short     its even share, whatever the trip     the slots of
//             count, and steals; or its even share  RepeatInstance, with a new
//             without stealing; or blocks dealt     epoch for each execution
//             out in turn; or thread 0 runs         with stealing
//             everything
//
// To steal in the same slots needs the barrier at the end of the loop: all
// threads are done with an epoch before the next execution begins, and with a
// decision before the next decision changes RepeatInstance. Without a barrier,
// and where the last chunk is held back, short executions with stealing have an
// instance of the ring each, but nothing is decided or measured for them. If
// the data changes, or the cache is reset within a region, threads notice at
// the next execution that is set up.
//
// What a thread knows of the executions to come lasts from region to region.
// The regions of a team make up series. In a series all regions have the same
// number of threads, and all threads have met the same executions. So for all
// that is said here, a series is one long region: where a region ends, there is
// one more barrier. While a series lasts, nobody writes Start, which all
// threads read in each region. Three things begin a new series, in which
// nothing is decided yet:
//   - a region with another number of threads: the first thread that comes to a
//     loop there finds that out;
//   - a reset of the cache before the region;
//   - OMP_CANCELLATION: threads of a region that was cancelled may not have met
//     the same executions. Nobody knows whether a region was cancelled, so each
//     one begins a series.
// A region of one thread is in no series: it shares nothing.
//
// Who writes what. The forking thread writes while no thread is in a loop of
// the team. Besides, grow() makes everything anew for a larger team. The models
// in test/model check what follows from this table.
//
//   what               written by         when                read by
//   -----------------  -----------------  ------------------  -----------------
//   Start.Series,      forking thread,    beginSeries(), in   each thread
//   Entry,             or first thread    begin(), or in
//   EntryExecution,    in a loop          resize(), with
//   Generation                            Locked
//   Start.Size         first thread in    resize(), with      each thread, in
//                      a loop             Locked, last        join()
//   a TeamLoop         first thread in    makeLoop(), with    threads with a
//                      the loop           LoopsLock           ThreadLoop there
//   plan and epochs    thread that sets   lookAhead(), with   executions that
//   of RepeatInstance  an execution up    Locked              are not set up
//   instance of the    thread that sets   prepare(), with     threads that come
//   ring, its Ahead    its execution up   Locked, before      to the execution
//                                         its number
//   Newest,            thread that sets   prepare(), with     the same
//   NewestExecution,   an execution up;   Locked;
//   OldestInUse        as Start.Series    beginSeries()
//   Member::Execution  that thread        arrive();           thread that sets
//                                         advance(), when it  an execution up,
//                                         has the instance    in isFree()
//   ThreadLoop         that thread        each execution of   that thread
//                                         the loop
//   Members,           first thread of a  grow(), in          each thread
//   Capacity           larger team        resize()
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_H
#define USERSCHED_TEAM_H

#include "base/BriefMutex.h"
#include "record/Recordings.h"
#include "team/BlockValues.h"
#include "team/TeamMember.h"

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
  uint32_t Capacity = 0;
  std::unique_ptr<Member[]> Members;
  /// Held by a thread that comes to a loop for the first time.
  BriefMutex LoopsLock;
  /// Indexed by usersched_loop::number; null for loops that no thread came to.
  std::vector<std::unique_ptr<TeamLoop>> Loops;
  BlockValuesOfTeam Blocks;
  /// PlanCache::generation() when the series began. If it has changed since,
  /// there was a reset.
  uint64_t Generation = 0;
  /// The last execution before the series, and its instance.
  uint64_t EntryExecution = 1;
  Instance *Entry = nullptr;

  /// What each thread reads in each region. On a line of its own, which nobody
  /// writes while a series lasts.
  struct alignas(NoSharing) {
    uint64_t Series = 0; ///< the number of the present series
    // The number of threads in the last region in which a thread came to a
    // loop; 0 before the first one.
    std::atomic<uint32_t> Size{0};
  } Start;

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
  void beginSeries();
  void resize(uint32_t Threads);
  void grow(uint32_t Threads);
  bool isFree(const Instance &Candidate, uint32_t Threads);
  Instance *insertAfter(Instance &Previous, uint32_t Threads);
  ThreadLoop &makeLoop(Member &Self, usersched_loop &Loop);
  ThreadLoop &loopOf(Member &Self, usersched_loop &Loop) {
    ThreadLoop *Own = Self.find(Loop);
    return Own ? *Own : makeLoop(Self, Loop);
  }
  /// Returns what Self knows of the loop that it enters, brought up to date.
  ThreadLoop &visit(Member &Self, const Call &Entered) {
    ThreadLoop &Own = loopOf(Self, *Entered.Loop);
    if (Own.Repeats.Series != Start.Series)
      Own.Repeats.begin(Start.Series);
    return Own;
  }
  Instance *prepare(Member &Self, ThreadLoop &Own, bool IsShort,
                    const Call &Entered, Recording *Notes);
  Instance &advance(Member &Self, ThreadLoop &Own, bool IsShort,
                    const Call &Entered, Recording *Notes);
  void observe(Activation &Me, const Repetition *Repeats);
  friend void enter(Activation &Me, Team *T);
  Instance &repeatInstance(TeamLoop &Shared);
  Outlook lookAhead(TeamLoop &Shared, const Repetition &Last,
                    const Instance &Current, uint64_t Execution,
                    const Call &Entered);

public:
  /// Stands for the only thread of a region, which is in no team: knows no
  /// loop.
  static inline Member Alone;

  explicit Team(PlanCache &Cache) : Cache(Cache) {}
  ~Team();

  /// Starts a region. Called by the forking thread, which will be thread 0,
  /// while no thread is in a loop of this team. MayBeCancelled: regions may be
  /// cancelled, so threads of the last one may not have met the same
  /// executions. Returns this.
  Team &begin(bool MayBeCancelled = false);

  /// Returns the member for the thread with the number Thread in a region of
  /// Threads threads, at least 2.
  Member &join(uint32_t Thread, uint32_t Threads) {
    if (Start.Size.load(std::memory_order_acquire) != Threads)
      resize(Threads);
    return Members[Thread];
  }

  /// Returns the number of threads in the region. Called by one that has
  /// joined.
  uint32_t size() const { return Start.Size.load(std::memory_order_relaxed); }

  /// Returns the member for the thread that comes to a loop of its region.
  Member &arrive(const Call &Entered) {
    Member &Self = join(Entered.Thread, Entered.Threads);
    if (Self.Series != Start.Series) {
      Self.Series = Start.Series;
      Self.Current = Entry;
      Self.Execution.store(EntryExecution, std::memory_order_release);
    }
    return Self;
  }

  /// Returns what Self knows of the next executions of the loop that it enters.
  Repetition &repetition(Member &Self, const Call &Entered) {
    return visit(Self, Entered).Repeats;
  }

  /// Returns the activation of Self in Loop.
  Activation &activation(Member &Self, usersched_loop &Loop) {
    return loopOf(Self, Loop).Last;
  }

  /// Returns the activation of Self in Loop; null if Self was not there in this
  /// series.
  Activation *lastOf(Member &Self, const usersched_loop &Loop) {
    ThreadLoop *Own = Self.find(Loop);
    return Own && Own->Repeats.Series == Start.Series ? &Own->Last : nullptr;
  }

  /// Enters Loop again as Self if that takes few steps. Returns the activation
  /// that entered; null if none has.
  __attribute__((always_inline)) Activation *
  enterAgain(Member &Self, const usersched_loop &Loop, uint64_t TripCount,
             uint64_t Data) {
    Activation *Last = lastOf(Self, Loop);
    return Last && Last->enterAgain(&Loop, TripCount, Data) ? Last : nullptr;
  }

  /// Takes the thread to the next execution that is set up, and returns its
  /// instance. The thread touches no earlier instance from then on. Never waits
  /// for a thread that has not arrived there.
  Instance &advance(const Call &Entered) {
    Member &Self = arrive(Entered);
    return advance(Self, visit(Self, Entered), false, Entered, nullptr);
  }

  /// Enters the loop of Me.call(), which needs the team.
  void enter(Activation &Me);

  /// Returns the values of the execution that Self, one of Threads threads, has
  /// entered: Count reduction blocks of Bytes bytes. Once for each such
  /// execution.
  BlockValues &joinBlocks(Member &Self, uint32_t Threads, uint64_t Count,
                          uint64_t Bytes) {
    if (Self.BlocksSeries != Start.Series) {
      Self.BlocksSeries = Start.Series;
      Self.BlocksExecutions = 0;
    }
    return Blocks.join(Start.Series, ++Self.BlocksExecutions, Threads, Count,
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

/// Enters the loop of Me.call() as a member of T. T may be null unless the call
/// needs a team.
void enter(Activation &Me, Team *T);

/// Takes Self to the next execution that is set up, and returns its instance.
/// Own is what Self knows of the loop: that the execution is short, if IsShort.
/// Notes is the execution's recording, or null.
inline Instance &Team::advance(Member &Self, ThreadLoop &Own, bool IsShort,
                               const Call &Entered, Recording *Notes) {
  const uint64_t Execution = Self.nextExecution();
  Instance *Next = Self.Current->Next.load(std::memory_order_acquire);
  if (Next->Execution.load(std::memory_order_acquire) != Execution)
    Next = prepare(Self, Own, IsShort, Entered, Notes);
  tsan::acquire(Next);
  if (!IsShort)
    Own.Repeats.remember(Entered, *Next);
  Self.Current = Next;
  Self.Execution.store(Execution, std::memory_order_release);
  return *Next;
}

} // namespace usersched

#endif
