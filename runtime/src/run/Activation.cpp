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

/// Begins an execution in which threads have slots. The thread has Group. Its
/// state is WithoutGroup until it finds a range.
inline void Activation::beginWithSlot(uint16_t Epoch, ChunkRange Group,
                                      State WithoutGroup) {
  Present = WithoutGroup;
  OwnSlot = &Current->slot(Entered.Thread, Epoch);
  Initial = SlotWord(Epoch, Group);
  IsMeasured = false;
  // To look at all others takes less than any group that is worth a look.
  const bool MayLook = Entered.Threads <= threshold::LooksPerMicrosecond *
                                              threshold::ShortestGroup;
  IsQuiet = !Group.empty() && MayLook && !Entered.has(USERSCHED_LAST_IS_LAST) &&
            !Notes;
  BeganTicks = OwnTicks = 0;
  LogPiece = Unpaced;
}

/// Claims the first piece of the own group, which is not empty.
__attribute__((always_inline)) inline ChunkRange
Activation::claimFirst(ChunkRange Group) {
  const uint32_t Size = firstPieceOf(Group);
  if (!OwnSlot->arrive(Initial, Size))
    return claimOwn(State::Claiming, State::Ended);
  OwnSlot->other(static_cast<uint16_t>(Initial.epoch() + 1)).fetch();
  Present = Size < Group.size() ? State::Claiming : State::Ended;
  return {Group.Begin, Group.Begin + Size};
}

void Activation::begin(Instance &Next, Repetition &Repeats) {
  OwnRepeats = &Repeats;
  Current = &Next;
  Execution = Next.Execution.load(std::memory_order_relaxed);
  if (Next.isTimed())
    IsTimed = TellsLeaving = true;
  const KnownPlan *P = Next.plan();
  if (!P)
    return beginUnplanned();
  if (Entered.maySteal())
    return beginPlanned(*P);
  getReady(P->chunks().iterations(P->group(Entered.Thread)), State::Drained);
}

inline void Activation::beginPlanned(const KnownPlan &P) {
  Chunks = P.chunks();
  const ChunkRange Group =
      Current->initialGroup(Entered.Thread, Entered, Chunks);
  beginWithSlot(Current->epoch(), Group, State::Stealing);
  IsMeasured = Current->decision().ForBetter == RefinementStep::Measure;
  if (IsMeasured) {
    P.Measured->enter(Entered.Thread, Current->decision().Measured);
    LogPiece = UnpacedMeasured;
  }
  if (Group.empty()) {
    if (IsTimed)
      startTimer();
    return;
  }
  const GroupPast Past = P.Exposed.of(Entered.Thread);
  Pieces = IsMeasured ? measuredPieces(Group.size(), Past, Entered.Threads)
                      : P.Exposed.pieces(Entered.Thread, Group.size());
  // A group of which nothing is stolen need not be timed each time.
  const bool TakesTime = IsTimed || Past.Ticks == 0 || Past.Stolen > 0 ||
                         IsMeasured || Current->Ahead.Times > 0 ||
                         spreadOver(Execution, threshold::TimedOneOf) == 0;
  if (TakesTime)
    startTimer();
  if (IsMeasured || Past.Stolen > 0)
    LogPiece = logFirstPiece(Group.size(), Past);
  const ChunkRange Piece = claimFirst(Group);
  if (LogPiece != Unpaced && !Piece.empty())
    beganPiece(Piece, BeganTicks);
  // The thread has all of its short group at once and will not look for more.
  if (!TakesTime && Piece.size() == Group.size() && !Entered.holdsLastBack() &&
      !P.Exposed.isWorthLooking(Past.Ticks))
    Present = State::Drained;
  getReady(Chunks.iterations(Piece), Present);
}

void Activation::beginAgain(Repetition &Repeats) {
  OwnRepeats = &Repeats;
  if (Entered.Thread == 0) {
    counts().add(Count::Executions, 1);
    counts().add(Count::PlanHits, !Repeats.isShort());
  }
  if (Repeats.isShort())
    return beginShort();
  if (Repeats.Next == Sequel::Groups)
    return getReady(Repeats.Share, State::Drained);
  Repeats.FirstPiece = 0;
  Current = Repeats.RepeatInstance;
  Execution = ++Repeats.Epoch;
  const KnownPlan &P = *Current->plan();
  const ChunkRange Group = P.group(Entered.Thread);
  beginWithSlot(Repeats.Epoch, Group, State::Stealing);
  Chunks = P.chunks();
  if (Group.empty())
    return;
  Pieces = P.Exposed.pieces(Entered.Thread, Group.size());
  const GroupPast Past = P.Exposed.of(Entered.Thread);
  if (Past.Stolen > 0) {
    startTimer();
    LogPiece = logFirstPiece(Group.size(), Past);
  }
  const ChunkRange Piece = claimFirst(Group);
  getReady(Chunks.iterations(Piece), Present);
  if (BeganTicks > 0) {
    if (!Piece.empty())
      beganPiece(Piece, BeganTicks);
    return;
  }
  Repeats.FirstPiece = Pieces.of(Group.size());
  Repeats.Share =
      Chunks.iterations({Group.Begin, Group.Begin + Repeats.FirstPiece});
  AfterRepeated =
      Repeats.FirstPiece < Group.size() ? State::Claiming : State::Ended;
}

void Activation::beginAlone() {
  counts().add(Count::Executions, Entered.Thread == 0);
  getReady(Entered.evenShare(), State::Drained);
  forget();
}

/// Begins an execution with even chunks, in the slots of Current.
__attribute__((noinline)) void Activation::beginChunked(uint16_t Epoch) {
  Chunks = {nullptr, nullptr, {Entered.TripCount, Entered.Threads}};
  const ChunkRange Group =
      Current->initialGroup(Entered.Thread, Entered, Chunks);
  beginWithSlot(Epoch, Group, State::Stealing);
  IsQuiet = false;
  Pieces = evenPieces(Group.size());
  if (Group.empty())
    return;
  const IterationRange First = Chunks.iterations(claimFirst(Group));
  getReady(First, Present);
}

/// Begins an execution without a plan.
void Activation::beginUnplanned() {
  const uint64_t Arrived = clock::ticks();
  const Technique How = Current->decision().As;
  if (!hasChunks(How)) {
    beginShare(How);
  } else if (How == Technique::Chunked) {
    beginChunked(Current->epoch());
  } else {
    beginWithSlot(Current->epoch(), {}, State::Drafting);
    Chunks = Current->draft().chunks();
    NextSubspace = Current->draft().firstChoice(Entered);
    LogPiece = 0;
  }
  BeganTicks = Arrived;
}

/// Tells the plan, which is measured, that the last piece has ended.
inline void Activation::finishPiece(uint64_t Now) {
  const KnownPlan &P = *Current->plan();
  P.Measured->finish(P, Entered.Thread, Current->decision().Measured, Now);
}

bool Activation::findNext() {
  if (Present == State::Dealing)
    return takeBlock();
  const bool IsPaced = Present == State::Claiming && LogPiece != Unpaced;
  const uint64_t Now = IsPaced || IsMeasured ? clock::ticks() : 0;
  if (IsMeasured)
    finishPiece(Now);
  ChunkRange Range;
  if (Present == State::Claiming) {
    if (Now > 0)
      pace(paceOf(Current->plan()->Exposed.of(Entered.Thread)), Now);
    Range = claimOwn(State::Claiming, State::Ended);
    if (!Range.empty()) {
      if (Now > 0)
        beganPiece(Range, Now);
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
  default: // nothing to find
    return false;
  }
  if (Range.empty())
    return giveLast();
  if (IsMeasured)
    Current->plan()->Measured->start(Entered.Thread, Range, clock::ticks());
  return give(Range);
}

/// Does what findNext() does, and notes it, while the execution is recorded.
bool Activation::findRecorded() {
  Notes->done(Entered.Thread);
  const bool IsFound = findNext();
  if (IsFound)
    Notes->given(Entered.Thread, Given, loadOf(Given));
  return IsFound;
}

/// Notes that the own slot is empty for the first time.
__attribute__((always_inline)) inline void Activation::endOwnGroup() {
  IsQuiet = false;
  const KnownPlan *P = Current->plan();
  if (!P) {
    if (IsTimed)
      OwnTicks = std::max<uint64_t>(clock::ticks() - BeganTicks, 1);
    return;
  }
  LogPiece = IsMeasured ? UnpacedMeasured : Unpaced;
  OwnRepeats->FirstPiece = 0; // the group may come to be cut otherwise
  if (BeganTicks > 0 || !OwnSlot->isRunOut(Initial))
    noteOwnGroup(*P);
}

/// Notes in P how long the thread took for its group. The part that was not
/// stolen ends where the slot's range, which is empty now, begins.
void Activation::noteOwnGroup(const KnownPlan &P) {
  const ChunkRange Group = Initial.range();
  const ChunkRange Done = {Group.Begin, OwnSlot->peek(Initial).Begin};
  const uint64_t Time = BeganTicks > 0 ? clock::ticks() : 0;
  uint64_t Ticks; // for Done
  if (BeganTicks > 0) {
    Ticks = OwnTicks = std::max<uint64_t>(Time - BeganTicks, 1);
  } else {
    OwnTicks = P.Exposed.of(Entered.Thread).Ticks;
    Ticks = OwnTicks / Group.size() * Done.size();
  }
  if (!Current->isRefining())
    P.Exposed.note(Entered.Thread, Ticks, Done.size(), Group.size());
}

/// Gives the chunk that was held back, when there is nothing else. Returns
/// false if there is none. The thread gets nothing after it.
bool Activation::giveLast() {
  Present = State::Drained;
  if (!Entered.holdsLastBack())
    return false;
  const ChunkRange Range = Current->takeHeldBack();
  // The thread is not asked again. Without this chunk, its cell would never be
  // known.
  if (IsMeasured && !Range.empty()) {
    Current->plan()->Measured->start(Entered.Thread, Range, 0);
    finishPiece(0);
  }
  return !Range.empty() && give(Range);
}

void Activation::leaveUnusual() {
  TellsLeaving = false;
  if (IsTimed) {
    Current->depart(Entered, BeganTicks, OwnTicks);
    IsTimed = false;
  }
  if (!Notes)
    return;
  std::exchange(Notes, nullptr)->leave(Entered.Thread);
  // The next execution takes the long way in, where it is recorded.
  forget();
}

/// Returns the load of Range as the draft knows it; NaN if the draft does not.
/// Range begins and ends as chunks do. Called while the execution is recorded.
double Activation::loadOf(IterationRange Range) const {
  const bool IsDrafted = Notes->isInspected() &&
                         (Entered.maySteal() || Current->draft().makesPlan());
  return IsDrafted ? Current->draft().load(Range)
                   : std::numeric_limits<double>::quiet_NaN();
}

/// Returns the load of chunks that were stolen; NaN if it is not known. Called
/// while the execution is recorded.
double Activation::stolenLoad(ChunkRange Stolen) const {
  if (Chunks.isEven())
    return std::numeric_limits<double>::quiet_NaN();
  const IterationRange Range = Chunks.iterations(Stolen);
  return Notes->loadOf(Range, loadOf(Range));
}
