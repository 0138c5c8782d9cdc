//===- Activation.cpp - one thread in the loops of one function -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk popping and stealing (ICPP 2019, 4.3.2): a thread hands itself its group
// in few pieces, neighbouring chunks as one range, so that a balanced loop
// costs a few claims on a line that nobody else uses. What it has not handed
// out can be taken from it.
//
//===----------------------------------------------------------------------===//
#include "Activation.h"

#include "Backoff.h"
#include "Clock.h"

#include <type_traits>

using namespace usersched;

static_assert(std::is_trivially_copyable_v<Activation>, "valid when zeroed");

/// What a theft must save: stolen chunks are in the victim's cache, and a theft
/// disturbs the victim.
static uint64_t leastTicks() { return 10 * clock::ticksPerMicrosecond(); }

/// For chunks of which nothing is known: they may have the load of the whole
/// loop, so the larger the team, the smaller a part of them is a piece.
static PieceSizes unknownPieces(uint32_t Size, uint32_t Threads) {
  const uint32_t Pieces = std::min(4 * Threads, 32u);
  return {std::max(Size / Pieces / 2, 1u), std::max(Size / Pieces, 1u)};
}

void Activation::enter(const Call &Entered, Team *T) {
  leave();
  By = Entered;
  if (!By.needsTeam()) {
    if (!Counts)
      Counts = &Counters::mine();
    Counts->add(Count::Executions, By.Thread == 0);
    Own = By.evenShare();
    Now = Own.Begin < Own.End ? Mode::Whole : Mode::Drained;
    return;
  }
  Instance &I = T->advance(Where, By);
  const Plan *P = I.plan();
  if (P && !By.maySteal()) {
    Own = P->chunks().iterations(P->group(By.Thread));
    Now = Own.Begin < Own.End ? Mode::Whole : Mode::Drained;
    return;
  }
  Now = Mode::Claiming;
  Epoch = I.epoch();
  OwnSlot = I.slots() + By.Thread;
  const ChunkRange Group = I.initialGroup(By.Thread, By);
  Initial = SlotWord(Epoch, Group);
  Time = {clock::ticks(), 0};
  if (P) {
    Chunks = P->chunks();
    Pieces = pieceSizes(Group.size(), P->Exposed.of(By.Thread), leastTicks());
  } else {
    Chunks = I.draft().chunks();
    NextSubspace = I.draft().firstChoice(By);
  }
}

bool Activation::leave() {
  if (Now == Mode::Outside)
    return false;
  Now = Mode::Outside;
  if (Dispatches > 0) {
    if (!Counts)
      Counts = &Counters::mine();
    Counts->add(Count::Dispatches, Dispatches);
    Dispatches = 0;
  }
  return true;
}

/// When the own slot has nothing.
bool Activation::nextElsewhere(IterationRange &Result) {
  if (Now == Mode::Whole) {
    Result = Own;
    ++Dispatches;
    Now = Mode::Drained;
    return true;
  }
  if (Now != Mode::Claiming)
    return false;
  if (!Where.At->plan())
    return nextDrafted(Result);
  if (Time.OwnGroup == 0)
    endOwnGroup();
  ChunkRange Range = steal();
  return Range.empty() ? giveLast(Result) : give(Range, Result);
}

/// The first time that the own slot is empty. What was not stolen of the group
/// ends where the slot's range, empty now, begins.
void Activation::endOwnGroup() {
  Time.OwnGroup = std::max<uint64_t>(clock::ticks() - Time.EnteredAt, 1);
  const ChunkRange Group = Initial.range();
  if (Group.empty())
    return;
  const Plan &P = *Where.At->plan();
  const ChunkRange Done = {Group.Begin, OwnSlot->peek(Initial).Begin};
  P.Exposed.note(By.Thread, Time.OwnGroup, Done.size(), Group.size());
  if (P.Measured && P.Measured->isOpen())
    P.Measured->record(P, By.Thread, Done, Time.OwnGroup);
}

/// When there is nothing else: the chunk that was held back, after which the
/// thread gets nothing, or nothing.
bool Activation::giveLast(IterationRange &Result) {
  Now = Mode::Drained;
  if (!By.holdsLastBack())
    return false;
  ChunkRange Range = Where.At->takeHeldBack();
  return !Range.empty() && give(Range, Result);
}

/// Whether some group may last so long that a part of it is worth stealing. A
/// loop whose groups have been short needs no thieves: with a plan, threads end
/// apart by little more than they started apart. If that changes, the group
/// that has become long is known to be so in the next execution.
bool Activation::isWorthLooking() const {
  const Plan *P = Where.At->plan();
  if (!P)
    return true; // nothing is known yet
  const uint64_t Longest = P->Exposed.longestTicks();
  return Longest == 0 || std::max(Longest, Time.OwnGroup) >= leastTicks();
}

/// How long it takes to run the chunks Left, if to run Known took Ticks; by
/// load or by iterations, whichever is longer, in case the loads are wrong.
static double estimate(const ChunkTable &Chunks, ChunkRange Left,
                       ChunkRange Known, uint64_t Ticks) {
  double Share = static_cast<double>(Chunks.iterations(Left).size()) /
                 static_cast<double>(Chunks.iterations(Known).size());
  const double KnownLoad = Chunks.load(Known);
  if (KnownLoad > 0)
    Share = std::max(Share, Chunks.load(Left) / KnownLoad);
  return Share * static_cast<double>(Ticks);
}

/// Whether the thread gains by stealing half of Victim's Left, judging by how
/// long the own group took and by how long Victim's took lately. (Whether
/// Victim has arrived does not matter: if it is awaited at a barrier, that
/// takes as long, and if not, a short group holds nobody up.)
bool Activation::isWorthStealing(uint32_t Victim, ChunkRange Left) const {
  const Plan *P = Where.At->plan();
  if (!P)
    return true; // nothing is known yet
  const ChunkRange Own = Initial.range(), Theirs = P->group(Victim);
  const GroupPast Past = P->Exposed.of(Victim);
  if (Past.Ticks == 0 || Own.empty() || Theirs.empty())
    return true;
  const auto Least = static_cast<double>(leastTicks());
  return estimate(Chunks, Left, Own, Time.OwnGroup) >= Least ||
         estimate(Chunks, Left, Theirs, Past.Ticks) >= Least;
}

/// Victims are near first: 1, -1, 2, -2, ... threads away. Place is 1 to
/// Threads - 1.
ChunkRange Activation::stealFrom(uint32_t Place) {
  const uint32_t Distance = (Place + 1) / 2;
  const uint32_t Shift = Place % 2 ? Distance : By.Threads - Distance;
  uint32_t Victim = By.Thread + Shift;
  if (Victim >= By.Threads)
    Victim -= By.Threads;
  Slot &Theirs = Where.At->slots()[Victim];
  if constexpr (clock::IsVirtual)
    clock::look();
  if (Theirs.isEmpty(Epoch))
    return {};
  const SlotWord Initially(Epoch, Where.At->initialGroup(Victim, By));
  const ChunkRange Left = Theirs.peek(Initially);
  if (Left.empty() || !isWorthStealing(Victim, Left))
    return {};
  return Theirs.takeBack(Initially, Chunks);
}

/// Steals half of what some thread has left. The first piece is the result; the
/// rest goes to the own slot, which is empty, and can be stolen again. Returns
/// an empty range after a scan in which nobody had anything. (A thief in the
/// middle of this has chunks that are in no slot: a scan can miss them, which
/// costs help, not iterations.)
ChunkRange Activation::steal() {
  if (!isWorthLooking())
    return {};
  Where.At->noteIdle(Where.Execution);
  if (LastVictim == 0 || LastVictim >= By.Threads)
    LastVictim = 1;
  ChunkRange Stolen = stealFrom(LastVictim);
  for (uint32_t Place = 1; Stolen.empty() && Place < By.Threads; ++Place) {
    Stolen = stealFrom(Place);
    if (!Stolen.empty())
      LastVictim = Place;
  }
  if (Stolen.empty())
    return {};
  const IterationRange Range = Chunks.iterations(Stolen);
  Counters &Counts = Counters::mine();
  Counts.add(Count::Steals, 1);
  Counts.add(Count::StolenIterations, Range.End - Range.Begin);
  if (const Plan *P = Where.At->plan())
    P->Fresh.suspect();
  Pieces = unknownPieces(Stolen.size(), By.Threads);
  const uint32_t Cut = Stolen.Begin + pieceOf(Stolen.size());
  if (Cut < Stolen.End)
    OwnSlot->publish(SlotWord(Epoch, {Cut, Stolen.End}));
  return {Stolen.Begin, Cut};
}

/// Claims a subspace and inspects it. With stealing, its chunks are in the own
/// slot then; without, all its iterations are Result. False if there is no
/// subspace to claim.
bool Activation::takeSubspace(IterationRange &Result) {
  Draft &D = Where.At->draft();
  if (NextSubspace == Draft::None)
    return false;
  const uint32_t S = NextSubspace = D.claimFrom(NextSubspace, By);
  if (S == Draft::None)
    return false;
  Result = D.iterations(S);
  const bool MakesPlan = !By.has(USERSCHED_NO_PROFILE);
  if (!By.maySteal() && !MakesPlan)
    return true; // nobody would use the chunks
  Inspector Loads(*By.Loop, By.Captures);
  ChunkRange Range = D.inspect(S, Loads);
  if (By.maySteal()) {
    if (By.holdsLastBack() && !Range.empty() && Result.End == By.TripCount)
      Where.At->holdBack(--Range.End);
    Pieces = unknownPieces(Range.size(), By.Threads);
    OwnSlot->publish(SlotWord(Epoch, Range));
  }
  Counters &Counts = Counters::mine();
  // The others execute, and take from this thread, while it makes the plan.
  if (D.finish(S) && MakesPlan) {
    PlanCache &Cache = Where.At->cache();
    std::unique_ptr<Plan> New = D.makePlan(Loads);
    if (const Plan *Stale = Where.At->stalePlan())
      New->Fresh.inherit(*New, *Stale, Cache.staleAt());
    if (Cache.publish(Cache.plansOf(*By.Loop), std::move(New), D.generation()))
      Counts.add(Count::PlansMade, 1);
  }
  Counts.add(Count::InspectedIterations, Loads.inspected());
  return true;
}

bool Activation::nextDrafted(IterationRange &Result) {
  if (!By.maySteal()) {
    // A subspace is empty if `prefix` puts all load into others.
    while (takeSubspace(Result))
      if (Result.Begin < Result.End) {
        ++Dispatches;
        // What is left is for the others, none of which has left while there is
        // something.
        if (By.has(USERSCHED_LAST_IS_LAST) && Result.End == By.TripCount)
          Now = Mode::Drained;
        return true;
      }
    Now = Mode::Drained;
    return false;
  }
  for (Backoff Wait;; Wait.pause()) {
    while (takeSubspace(Result)) {
      ChunkRange Range = claimOwn();
      if (!Range.empty())
        return give(Range, Result);
    }
    // In this order, or chunks that come up in between would be overlooked.
    const bool MoreWillCome = Where.At->draft().isInspecting();
    ChunkRange Range = steal();
    if (!Range.empty())
      return give(Range, Result);
    if (!MoreWillCome)
      return giveLast(Result);
  }
}
