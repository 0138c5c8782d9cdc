//===- Activation.cpp - one thread in the loops of one function -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk popping (ICPP 2019, 4.3.2): a thread hands itself its group in few
// pieces, neighbouring chunks as one range, so that a balanced loop costs a few
// claims on a line that nobody else uses. What it has not handed out can be
// taken from it: see Stealing.cpp. Where it has to find out what the loads are:
// see Inspecting.cpp.
//
//===----------------------------------------------------------------------===//
#include "run/Activation.h"

#include <limits>
#include <type_traits>
#include <utility>

using namespace usersched;

static_assert(std::is_trivially_copyable_v<Activation>, "valid when zeroed");

/// Of an execution with stealing, whatever it may be like.
inline void Activation::beginStealing(uint16_t Epoch, ChunkRange Group) {
  Now = Mode::Elsewhere;
  OwnSlot = At->slots() + By.Thread;
  Initial = SlotWord(Epoch, Group);
  OwnGroupEnded = Group.empty();
  IsMeasured = false;
  // In a large team, to look at all others may not be worth it.
  constexpr uint32_t MostLooks = 16;
  IsQuiet = !OwnGroupEnded && By.Threads <= MostLooks &&
            !By.has(USERSCHED_LAST_IS_LAST) && !Seen;
  Ticks = 0;
}

/// Claims the first piece of the own group, which is not empty.
inline ChunkRange Activation::claimFirst(ChunkRange Group) {
  const uint32_t Size = pieceOf(Group.size());
  if (!OwnSlot->arrive(Initial, Size))
    return claimOwn();
  Now = Size < Group.size() ? Mode::Claiming : Mode::Elsewhere;
  return {Group.Begin, Group.Begin + Size};
}

/// What is recorded takes the long way to each range.
inline void Activation::getReady(IterationRange First, Mode After) {
  Own = First;
  Now = First.Begin < First.End ? Seen ? Mode::Kept : Mode::Ready : After;
  Then = After;
}

void Activation::begin(Instance &In, Repetition &Known) {
  Again = &Known;
  At = &In;
  Execution = In.Execution.load(std::memory_order_relaxed);
  if (In.isTimed())
    IsTimed = IsWatched = true;
  const KnownPlan *P = In.plan();
  if (!P)
    return beginUnplanned();
  if (By.maySteal())
    return beginPlanned(*P);
  getReady(P->chunks().iterations(P->group(By.Thread)), Mode::Drained);
}

inline void Activation::beginPlanned(const KnownPlan &P) {
  const ChunkRange Group = At->initialGroup(By.Thread, By);
  beginStealing(At->epoch(), Group);
  Chunks = P.chunks();
  if (Group.empty())
    return;
  const GroupPast Past = P.Exposed.of(By.Thread);
  Pieces = P.Exposed.pieces(By.Thread, Group.size());
  IsMeasured = P.Measured->isOpen();
  // A group with which nothing happens need not be timed each time.
  const bool TakesTime = Past.Ticks == 0 || Past.Stolen > 0 || IsMeasured ||
                         At->Ahead.Times > 0 ||
                         Execution % TimedExecutions == 0;
  if (TakesTime)
    startTimer();
  if (IsMeasured) {
    Pieces = Refinement::pieces(P.group(By.Thread).size(), Past);
    P.Measured->start(By.Thread, Group.Begin, Ticks);
  }
  const ChunkRange Piece = claimFirst(Group);
  // With all of a short group at hand, there is nothing to come back for.
  if (!TakesTime && Piece.size() == Group.size() && !By.holdsLastBack() &&
      !P.Exposed.isWorthLooking(Past.Ticks))
    Now = Mode::Drained;
  getReady(Chunks.iterations(Piece), Now);
}

void Activation::beginAgain(Repetition &Known) {
  Again = &Known;
  if (By.Thread == 0) {
    counts().add(Count::Executions, 1);
    counts().add(Count::PlanHits, !Again->isShort());
  }
  if (!Again->Steals) {
    getReady(Again->Share, Mode::Drained);
    if (Again->isShort() &&
        Again->Short.of(By.TripCount).As == Technique::Hybrid)
      shareRest(*Again->In, Again->shortExecution());
    return;
  }
  Again->First = 0;
  At = Again->In;
  Execution = ++Again->Epoch;
  const KnownPlan &P = *At->plan();
  const ChunkRange Group = P.group(By.Thread);
  beginStealing(Again->Epoch, Group);
  Chunks = P.chunks();
  if (Group.empty())
    return;
  Pieces = P.Exposed.pieces(By.Thread, Group.size());
  if (P.Exposed.of(By.Thread).Stolen > 0)
    startTimer();
  const ChunkRange Piece = claimFirst(Group);
  getReady(Chunks.iterations(Piece), Now);
  if (Ticks == 0) {
    const uint32_t First = Pieces.of(Group.size());
    Again->First = First;
    Again->Share = Chunks.iterations({Group.Begin, Group.Begin + First});
    Later = First < Group.size() ? Mode::Claiming : Mode::Elsewhere;
  }
}

void Activation::beginAlone() {
  counts().add(Count::Executions, By.Thread == 0);
  getReady(By.evenShare(), Mode::Drained);
  forget();
}

/// An execution without a plan.
void Activation::beginUnplanned() {
  const uint64_t Came = clock::ticks();
  const Technique Selected = At->technique();
  if (!hasChunks(Selected)) {
    getReady(By.share(Selected), Mode::Drained);
    if (Selected == Technique::Hybrid)
      shareRest(*At, Execution);
  } else if (Selected == Technique::Stealing) {
    const ChunkRange Group = At->initialGroup(By.Thread, By);
    beginStealing(At->epoch(), Group);
    Chunks = At->evenChunks().chunks();
    Pieces = evenPieces(Group.size(), By.Threads);
    if (!Group.empty())
      getReady(Chunks.iterations(claimFirst(Group)), Now);
  } else {
    beginStealing(At->epoch(), {});
    Chunks = At->draft().chunks();
    NextSubspace = At->draft().firstChoice(By);
  }
  Ticks = Came;
}

bool Activation::takeShared() {
  const IterationRange Range = At->claimShared(By, Execution);
  if (Range.Begin < Range.End)
    return give(Range);
  Now = Mode::Drained;
  return false;
}

bool Activation::findMore() { return Seen ? findRecorded() : findNext(); }

inline bool Activation::findNext() {
  if (Now == Mode::Claiming) {
    const ChunkRange Range = claimOwn();
    if (!Range.empty()) {
      if (IsMeasured && !OwnGroupEnded)
        tellPlan(Range.Begin, clock::ticks());
      return give(Range);
    }
  }
  if (Now == Mode::Sharing)
    return takeShared();
  const KnownPlan *P = At->plan();
  if (!P && At->technique() == Technique::Inspected)
    return findDrafted();
  if (P && !OwnGroupEnded)
    endOwnGroup(*P);
  const ChunkRange Range = steal();
  return Range.empty() ? giveLast() : give(Range);
}

/// The first time that the own slot is empty.
inline void Activation::endOwnGroup(const KnownPlan &P) {
  OwnGroupEnded = true;
  IsQuiet = false;
  Again->First = 0; // the group may come to be cut otherwise
  if (Ticks > 0 || !OwnSlot->isRunOut(Initial))
    noteOwnGroup(P);
}

/// What was not stolen of the group ends where the slot's range, empty now,
/// begins.
void Activation::noteOwnGroup(const KnownPlan &P) {
  const ChunkRange Group = Initial.range();
  const ChunkRange Done = {Group.Begin, OwnSlot->peek(Initial).Begin};
  if (Ticks == 0) {
    Ticks = P.Exposed.of(By.Thread).Ticks;
    P.Exposed.note(By.Thread, Ticks / Group.size() * Done.size(), Done.size(),
                   Group.size());
    return;
  }
  const uint64_t Time = clock::ticks();
  Ticks = std::max<uint64_t>(Time - Ticks, 1);
  P.Exposed.note(By.Thread, Ticks, Done.size(), Group.size());
  if (IsMeasured)
    P.Measured->end(P, By.Thread, Done.End, Time);
}

/// The chunks of the own group before End have been run.
void Activation::tellPlan(uint32_t End, uint64_t Time) const {
  const KnownPlan &P = *At->plan();
  P.Measured->proceed(P, By.Thread, End, Time);
}

/// When there is nothing else: the chunk that was held back, after which the
/// thread gets nothing, or nothing.
bool Activation::giveLast() {
  Now = Mode::Drained;
  if (!By.holdsLastBack())
    return false;
  const ChunkRange Range = At->takeHeldBack();
  return !Range.empty() && give(Range);
}

// What follows happens only while a report or a trace is wanted.

bool Activation::findRecorded() {
  Seen->done(By.Thread);
  bool IsFound = Now == Mode::Kept;
  if (IsFound) {
    Now = Then;
    ++Dispatches;
  } else {
    IsFound = findNext();
  }
  if (IsFound)
    Seen->given(By.Thread, Own, loadOf(Own));
  return IsFound;
}

void Activation::leaveUnusual() {
  IsWatched = false;
  if (IsTimed) {
    At->depart(By, At->plan() ? clock::ticks() : Ticks);
    IsTimed = false;
  }
  if (!Seen)
    return;
  std::exchange(Seen, nullptr)->leave(By.Thread);
  // The next execution takes the long way in.
  forget();
}

/// Without a plan, the load that is known of Range, which begins and ends as
/// chunks do; else NaN. While the execution is recorded.
double Activation::loadOf(IterationRange Range) const {
  const bool IsDrafted =
      Seen->isInspected() && (By.maySteal() || At->draft().makesPlan());
  return IsDrafted ? At->draft().load(Range)
                   : std::numeric_limits<double>::quiet_NaN();
}
