//===- Team.cpp - what the threads of a parallel region share -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread stores the number of the execution that it has arrived at after it
// has found the instance. From then on the thread touches no earlier instance.
// An instance is free if all threads have arrived at a later execution. To find
// that out takes a look at the numbers of all threads. The smallest number
// frees several instances at once, so with a ring of four instances threads
// look at every third execution at most.
//
// A thread holds the lock while it sets up one instance, once per execution.
// The other threads would have nothing to do meanwhile: they wait for the
// instance, not for the lock.
//
//===----------------------------------------------------------------------===//
#include "team/Team.h"

#include "base/Backoff.h"
#include "base/Memory.h"
#include "record/Recorder.h"
#include "team/TryLock.h"

#include <limits>

using namespace usersched;

/// Puts a new instance for Threads threads, which has no execution yet, after
/// Previous.
Instance *Team::insertAfter(Instance &Previous, uint32_t Threads) {
  auto *New =
      need("a loop of a team", [&] { return new Instance(Cache, Threads); });
  New->Next.store(Previous.Next.load(std::memory_order_relaxed),
                  std::memory_order_relaxed);
  // Threads that read the pointer must find an initialised instance.
  Previous.Next.store(New, std::memory_order_release);
  ++InstanceCount;
  return New;
}

/// Makes what Self knows of Loop, where it comes for the first time.
__attribute__((noinline)) ThreadLoop &Team::makeLoop(Member &Self,
                                                     usersched_loop &Loop) {
  const uint32_t Number = Cache.plansOf(Loop).Number;
  return *need("what a team knows of a loop", [&] {
    std::lock_guard<BriefMutex> Held(LoopsLock);
    if (Loops.size() <= Number)
      Loops.resize(Number + 1);
    std::unique_ptr<TeamLoop> &Shared = Loops[Number];
    if (!Shared)
      Shared = std::make_unique<TeamLoop>();
    if (Self.LoopCount <= Number) {
      auto More = std::make_unique<std::unique_ptr<ThreadLoop>[]>(2 * Number);
      std::move(Self.Loops.get(), Self.Loops.get() + Self.LoopCount,
                More.get());
      Self.Loops = std::move(More);
      Self.LoopCount = 2 * Number;
    }
    // A library that was loaded where this one is had the same loop.
    if (!Self.Loops[Number])
      Self.Loops[Number] = std::make_unique<ThreadLoop>(*Shared);
    return Self.Loops[Number].get();
  });
}

bool Team::isFree(const Instance &Candidate, uint32_t Threads) {
  const uint64_t Execution =
      Candidate.Execution.load(std::memory_order_relaxed);
  if (Execution < OldestInUse)
    return true;
  uint64_t Oldest = std::numeric_limits<uint64_t>::max();
  for (uint32_t T = 0; T < Threads; ++T)
    Oldest =
        std::min(Oldest, Members[T].Execution.load(std::memory_order_acquire));
  // Threads that have not arrived at the first loop of this series still have
  // the number of an earlier one.
  OldestInUse = std::max(OldestInUse, Oldest);
  return Execution < OldestInUse;
}

/// Returns how many short executions run without being set up after the
/// execution with this number, which takes about Makespan ticks. The result
/// differs from execution to execution.
static uint32_t shortInARow(uint64_t Execution, float Makespan) {
  const auto Long = static_cast<float>(threshold::ticks(threshold::Long));
  const uint32_t Around = threshold::ShortInARow / 2;
  const auto Usual = static_cast<uint32_t>(std::clamp<float>(
      Long / Makespan, threshold::ShortInARow, threshold::UsualCheck - Around));
  return Usual - Around + spreadOver(Execution, 2 * Around);
}

/// Returns what the executions of a loop share that are not set up.
Instance &Team::repeatInstance(TeamLoop &Shared) {
  if (!Shared.RepeatInstance)
    Shared.RepeatInstance = std::make_unique<Instance>(Cache, Capacity);
  return *Shared.RepeatInstance;
}

/// Decides how the executions after the one of Current run. Execution is the
/// number of the one of Current, Last what the thread knew of the loop before.
Outlook Team::lookAhead(TeamLoop &Shared, const Repetition &Last,
                        const Instance &Current, uint64_t Execution,
                        const Call &Entered) {
  const KnownPlan *P = Current.plan();
  SequelSituation S(Entered);
  S.UsesPlan = P;
  S.IsAgain = Last.wasAs(Entered);
  LoopPlans &Loop = Cache.plansOf(*Entered.Loop);
  S.IsErratic = P && S.IsAgain && Loop.isErratic();
  S.KnowsShort = Current.verdicts().isAny();
  if (P) {
    S.ForBetter = Current.decision().ForBetter;
    S.HasLongGroups = P->Exposed.isWorthLooking(0);
  }
  Outlook Ahead;
  Ahead.Next = decideSequel(S);
  switch (Ahead.Next) {
  case Sequel::SetUp:
    return Ahead;
  case Sequel::Short:
    Ahead.Short = Current.verdicts();
    Ahead.Times = shortInARow(
        Execution, Loop.sizes()
                       .of(Entered.TripCount)
                       .makespan(Ahead.Short.of(Entered.TripCount).technique(),
                                 Entered.TripCount));
    if (Entered.maySlotsRepeat()) {
      Ahead.RepeatInstance = &repeatInstance(Shared);
      Ahead.RepeatInstance->forgetPlan();
      Ahead.Epoch = Ahead.RepeatInstance->takeEpochs(Ahead.Times);
    }
    return Ahead;
  case Sequel::Groups:
  case Sequel::Stealing:
    break;
  }
  Ahead.Times = Shared.reach(Start.Series);
  if (Cache.staleAt() > 0)
    Ahead.Times = P->Fresh.skip(Ahead.Times);
  if (Ahead.Next == Sequel::Stealing) {
    Ahead.RepeatInstance = &repeatInstance(Shared);
    if (!Ahead.RepeatInstance->beginRepeated(Entered, *P))
      return Outlook();
    Ahead.Epoch = Ahead.RepeatInstance->takeEpochs(Ahead.Times);
  }
  P->countUses(Ahead.Times);
  return Ahead;
}

Instance *Team::prepare(Member &Self, ThreadLoop &Own, bool IsShort,
                        const Call &Entered, Recording *Notes) {
  const uint64_t Execution = Self.nextExecution();
  Instance &Current = *Self.Current;
  TryLock Lock(Locked);
  Backoff Wait;
  for (;;) {
    Instance *Next = Current.Next.load(std::memory_order_acquire);
    if (Next->Execution.load(std::memory_order_acquire) == Execution)
      return Next;
    if (Lock.tryLock())
      break;
    Wait.pause();
  }
  Instance *Next = Current.Next.load(std::memory_order_relaxed);
  if (Next->Execution.load(std::memory_order_relaxed) == Execution)
    return Next;
  if (!isFree(*Next, Entered.Threads))
    Next = insertAfter(Current, Capacity);
  if (IsShort) {
    Next->beginShort(Entered);
  } else {
    const Repetition &Last = Own.Repeats;
    Next->begin(Entered, Last.wasAs(Entered), Notes);
    // If memory runs out, the loop's next execution is set up as this one was.
    if (!attempt([&] {
          Next->Ahead = lookAhead(Own.Shared, Last, *Next, Execution, Entered);
        }))
      Next->Ahead = Outlook();
  }
  Newest = Next;
  NewestExecution = Execution;
  Next->open(Execution);
  // No thread waits for a better plan, not even one that comes to the next
  // loop.
  Lock.unlock();
  Next->improve(Entered);
  return Next;
}

void Team::enter(Activation &Me) {
  const Call &Entered = Me.call();
  Member &Self = arrive(Entered);
  ThreadLoop &Own = visit(Self, Entered);
  Repetition &Repeats = Own.Repeats;
  if (&Own.Last != &Me)
    Own.Last.forget();
  const bool IsRepeated = Repeats.isOf(Entered);
  if (Entered.IsRecorded)
    observe(Me, IsRepeated ? &Repeats : nullptr);
  const bool NeedsInstance = !IsRepeated || Repeats.needsInstance(Entered);
  if (IsRepeated)
    Repeats.take(Entered);
  if (!NeedsInstance)
    return Me.beginAgain(Repeats);
  const bool IsKnownShort = IsRepeated; // else it would need no instance
  Me.begin(advance(Self, Own, IsKnownShort, Entered, Me.notes()), Repeats);
}

/// Notes in Begun how an execution runs: as Repeats says, or, if that is null,
/// with threads that have nothing to do with each other.
static void noteHow(Recording &Begun, const Call &Entered,
                    const Repetition *Repeats) {
  if (!Repeats) {
    const Decision How = decide(Situation(Entered));
    Begun.ran(How.As, How.Why);
  } else if (Repeats->isShort()) {
    Begun.ran(Repeats->technique(Entered), Reason::Quickest);
  } else {
    Begun.plannedAgain();
  }
}

/// Makes Me note what it does in an execution that is recorded. The execution
/// goes as Repeats says; if that is null, it is set up or needs no team.
__attribute__((noinline)) void Team::observe(Activation &Me,
                                             const Repetition *Repeats) {
  const Call &Entered = Me.call();
  join(Entered.Thread, Entered.Threads);
  Recorder::tryWith([&](Recorder &R) {
    Me.observe(Recorded.join(R, Start.Series, Cache.recordOf(*Entered.Loop),
                             Entered, [&](Recording &Begun) {
                               if (Repeats || !Entered.needsTeam())
                                 noteHow(Begun, Entered, Repeats);
                             }));
  });
}

void usersched::enter(Activation &Me, Team *T) {
  const Call &Entered = Me.call();
  if (Entered.needsTeam())
    return T->enter(Me);
  if (Entered.IsRecorded && T && Entered.Threads > 1)
    T->observe(Me, nullptr);
  else if (Entered.IsRecorded)
    Recorder::tryWith([&](Recorder &R) {
      PlanCache &Cache = PlanCache::global();
      LoopRecord &Loop = Cache.recordOf(*Entered.Loop);
      Recording &Notes = R.lane().Alone->take(R, Loop, Entered);
      noteHow(Notes, Entered, nullptr);
      Me.observe(Notes);
      Notes.inspectAlone(Entered, Cache.generation());
    });
  Me.beginAlone();
}

