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
// taken from it.
//
//===----------------------------------------------------------------------===//
#include "run/Activation.h"

#include "run/Drafter.h"
#include "run/Thief.h"

#include <limits>
#include <type_traits>
#include <utility>

using namespace usersched;

static_assert(std::is_trivially_copyable_v<Activation>, "valid when zeroed");

/// Begins an execution in which threads have chunks: this one Group, or the
/// state WithoutGroup.
inline void Activation::beginWithSlot(uint16_t Epoch, ChunkRange Group,
                                      State WithoutGroup) {
  Present = WithoutGroup;
  OwnSlot = At->slots() + Entered.Thread;
  Initial = SlotWord(Epoch, Group);
  IsMeasured = false;
  IsQuiet = !Group.empty() && Entered.Threads <= threshold::LargestQuietTeam &&
            !Entered.has(USERSCHED_LAST_IS_LAST) && !Seen;
  Began = OwnTicks = 0;
}

/// Claims the first piece of the own group, which is not empty.
inline ChunkRange Activation::claimFirst(ChunkRange Group) {
  const uint32_t Size = pieceOf(Group.size());
  if (!OwnSlot->arrive(Initial, Size))
    return claimOwn(State::Claiming, State::Ended);
  Present = Size < Group.size() ? State::Claiming : State::Ended;
  return {Group.Begin, Group.Begin + Size};
}

/// First comes first, if it is not empty, and then the state After.
inline void Activation::getReady(IterationRange First, State After) {
  Given = First;
  AfterReady = After;
  Present = After;
  if (First.Begin >= First.End)
    return;
  Present = State::Ready;
  if (Seen)
    Seen->given(Entered.Thread, First, loadOf(First));
}

void Activation::begin(Instance &In, Repetition &Known) {
  Repeats = &Known;
  At = &In;
  Execution = In.Execution.load(std::memory_order_relaxed);
  if (In.isTimed())
    IsTimed = IsWatched = true;
  const KnownPlan *P = In.plan();
  if (!P)
    return beginUnplanned();
  if (Entered.maySteal())
    return beginPlanned(*P);
  getReady(P->chunks().iterations(P->group(Entered.Thread)), State::Drained);
}

inline void Activation::beginPlanned(const KnownPlan &P) {
  const ChunkRange Group = At->initialGroup(Entered.Thread, Entered);
  beginWithSlot(At->epoch(), Group, State::Stealing);
  Chunks = P.chunks();
  if (Group.empty())
    return;
  const GroupPast Past = P.Exposed.of(Entered.Thread);
  Pieces = P.Exposed.pieces(Entered.Thread, Group.size());
  IsMeasured = P.Measured->isOpen();
  // A group with which nothing happens need not be timed each time.
  const bool TakesTime = Past.Ticks == 0 || Past.Stolen > 0 || IsMeasured ||
                         At->Ahead.Times > 0 ||
                         Execution % threshold::TimedOneOf == 0;
  if (TakesTime)
    startTimer();
  if (IsMeasured) {
    Pieces = Refinement::pieces(P.group(Entered.Thread).size(), Past);
    P.Measured->start(Entered.Thread, Group.Begin, Began);
  }
  const ChunkRange Piece = claimFirst(Group);
  // With all of a short group at hand, there is nothing to come back for.
  if (!TakesTime && Piece.size() == Group.size() && !Entered.holdsLastBack() &&
      !P.Exposed.isWorthLooking(Past.Ticks))
    Present = State::Drained;
  getReady(Chunks.iterations(Piece), Present);
}

void Activation::beginAgain(Repetition &Known) {
  Repeats = &Known;
  if (Entered.Thread == 0) {
    counts().add(Count::Executions, 1);
    counts().add(Count::PlanHits, !Known.isShort());
  }
  if (Known.How != Sequel::Stealing) {
    getReady(Known.Share, State::Drained);
    if (Known.isShort() && Known.Short.of(Entered.TripCount).isClaimed())
      shareRest(*Known.In, Known.shortExecution());
    return;
  }
  Known.First = 0;
  At = Known.In;
  Execution = ++Known.Epoch;
  const KnownPlan &P = *At->plan();
  const ChunkRange Group = P.group(Entered.Thread);
  beginWithSlot(Known.Epoch, Group, State::Stealing);
  Chunks = P.chunks();
  if (Group.empty())
    return;
  Pieces = P.Exposed.pieces(Entered.Thread, Group.size());
  if (P.Exposed.of(Entered.Thread).Stolen > 0)
    startTimer();
  getReady(Chunks.iterations(claimFirst(Group)), Present);
  if (Began > 0)
    return;
  Known.First = Pieces.of(Group.size());
  Known.Share = Chunks.iterations({Group.Begin, Group.Begin + Known.First});
  AfterRepeated = Known.First < Group.size() ? State::Claiming : State::Ended;
}

void Activation::beginAlone() {
  counts().add(Count::Executions, Entered.Thread == 0);
  getReady(Entered.evenShare(), State::Drained);
  forget();
}

/// An execution without a plan.
void Activation::beginUnplanned() {
  const uint64_t Came = clock::ticks();
  const Technique As = At->decision().As;
  if (!hasChunks(As)) {
    getReady(Entered.share(As), State::Drained);
    if (shapeOf(As).Others == Rest::Claimed)
      shareRest(*At, Execution);
  } else if (As == Technique::Chunked) {
    const ChunkRange Group = At->initialGroup(Entered.Thread, Entered);
    beginWithSlot(At->epoch(), Group, State::Stealing);
    Chunks = At->evenChunks().chunks();
    Pieces = evenPieces(Group.size(), Entered.Threads);
    if (!Group.empty())
      getReady(Chunks.iterations(claimFirst(Group)), Present);
  } else {
    beginWithSlot(At->epoch(), {}, State::Drafting);
    Chunks = At->draft().chunks();
    NextSubspace = At->draft().firstChoice(Entered);
  }
  Began = Came;
}

bool Activation::claimShared() {
  const IterationRange Range = At->claimShared(Entered, Execution);
  if (Range.Begin < Range.End)
    return give(Range);
  Present = State::Drained;
  return false;
}

bool Activation::findNext() {
  ChunkRange Range;
  if (Present == State::Claiming) {
    Range = claimOwn(State::Claiming, State::Ended);
    if (!Range.empty()) {
      if (IsMeasured)
        At->plan()->Measured->proceed(*At->plan(), Entered.Thread, Range.Begin,
                                      clock::ticks());
      return give(Range);
    }
  }
  switch (Present) {
  case State::Ended:
    endOwnGroup();
    [[fallthrough]];
  case State::Stealing:
    Range = Thief(*this).steal(State::Looting, State::Stealing);
    break;
  case State::Looting:
    Range = claimOwn(State::Looting, State::Stealing);
    if (Range.empty())
      Range = Thief(*this).steal(State::Looting, State::Stealing);
    break;
  case State::Drafting:
  case State::Hoarding:
    return Drafter(*this).find();
  case State::Sharing:
    return claimShared();
  default: // nothing to find
    return false;
  }
  return Range.empty() ? giveLast() : give(Range);
}

/// The same while the execution is recorded.
bool Activation::findRecorded() {
  Seen->done(Entered.Thread);
  const bool IsFound = findNext();
  if (IsFound)
    Seen->given(Entered.Thread, Given, loadOf(Given));
  return IsFound;
}

/// The first time that the own slot is empty.
inline void Activation::endOwnGroup() {
  IsQuiet = false;
  const KnownPlan *P = At->plan();
  if (!P)
    return;
  Repeats->First = 0; // the group may come to be cut otherwise
  if (Began > 0 || !OwnSlot->isRunOut(Initial))
    noteOwnGroup(*P);
}

/// What was not stolen of the group ends where the slot's range, empty now,
/// begins.
void Activation::noteOwnGroup(const KnownPlan &P) {
  const ChunkRange Group = Initial.range();
  const ChunkRange Done = {Group.Begin, OwnSlot->peek(Initial).Begin};
  if (Began == 0) {
    OwnTicks = P.Exposed.of(Entered.Thread).Ticks;
    P.Exposed.note(Entered.Thread, OwnTicks / Group.size() * Done.size(),
                   Done.size(), Group.size());
    return;
  }
  const uint64_t Time = clock::ticks();
  OwnTicks = std::max<uint64_t>(Time - Began, 1);
  P.Exposed.note(Entered.Thread, OwnTicks, Done.size(), Group.size());
  if (IsMeasured)
    P.Measured->end(P, Entered.Thread, Done.End, Time);
}

/// When there is nothing else: the chunk that was held back, after which the
/// thread gets nothing, or nothing.
bool Activation::giveLast() {
  Present = State::Drained;
  if (!Entered.holdsLastBack())
    return false;
  const ChunkRange Range = At->takeHeldBack();
  return !Range.empty() && give(Range);
}

void Activation::leaveUnusual() {
  IsWatched = false;
  if (IsTimed) {
    At->depart(Entered, At->plan() ? clock::ticks() : Began);
    IsTimed = false;
  }
  if (!Seen)
    return;
  std::exchange(Seen, nullptr)->leave(Entered.Thread);
  // The next execution takes the long way in.
  forget();
}

/// While the execution is recorded: returns the load that is known of Range,
/// which begins and ends as chunks do, without a plan; else NaN.
double Activation::loadOf(IterationRange Range) const {
  const bool IsDrafted =
      Seen->isInspected() && (Entered.maySteal() || At->draft().makesPlan());
  return IsDrafted ? At->draft().load(Range)
                   : std::numeric_limits<double>::quiet_NaN();
}
