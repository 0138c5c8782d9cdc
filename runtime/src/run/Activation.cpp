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

#include "team/Team.h"

#include <type_traits>

using namespace usersched;

static_assert(std::is_trivially_copyable_v<Activation>, "valid when zeroed");

/// Of an execution with stealing, whatever it may be like.
inline void Activation::beginStealing(uint16_t Epoch, ChunkRange Group) {
  Now = Mode::Elsewhere;
  OwnSlot = At->slots() + By.Thread;
  Initial = SlotWord(Epoch, Group);
  OwnGroupEnded = Group.empty();
  // In a large team, to look at all others may not be worth it.
  constexpr uint32_t MostLooks = 16;
  IsQuiet = !OwnGroupEnded && By.Threads <= MostLooks &&
            !By.has(Recorded | USERSCHED_LAST_IS_LAST);
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

void Activation::enter(Team *T) {
  if (By.isUsual())
    begin(*T, false);
  else
    beginUnusual(T);
}

void Activation::enter(const Call &Entered, Team *T) {
  leave();
  if (T && Entered.needsTeam()) {
    T->arrive(Entered);
    const bool IsSame = Again && By.Thread == Entered.Thread &&
                        By.Threads == Entered.Threads &&
                        By.Flags == Entered.Flags;
    if (IsSame && T->knows(*Again, *Entered.Loop, By.Threads) &&
        enterAgain(Entered.Loop, Entered.TripCount, Entered.Data))
      return;
  }
  By = Entered;
  enter(T);
}

void Activation::begin(Team &T, bool IsRecorded) {
  Team::Member &Mine = T.arrive(By);
  Again = &T.repetition(Mine, By);
  if (Activation &Lasting = Mine.activation(*By.Loop); &Lasting != this)
    Lasting.forget();
  if (Again->isOf(By)) {
    Again->take(By);
    return beginAgain();
  }
  At = &T.advance(Mine, By, counts());
  Execution = At->Execution.load(std::memory_order_relaxed);
  const Plan *P = At->plan();
  if (P && !By.maySteal()) {
    getReady(P->chunks().iterations(P->group(By.Thread)), Mode::Drained);
    return;
  }
  if (!P)
    return beginUnplanned();
  const ChunkRange Group = At->initialGroup(By.Thread, By);
  beginStealing(At->epoch(), Group);
  if (At->isTimed())
    By.Flags |= Timed;
  Chunks = P->chunks();
  if (Group.empty())
    return;
  const GroupPast Past = P->Exposed.of(By.Thread);
  Pieces = P->Exposed.pieces(By.Thread, Group.size());
  const bool IsMeasured = P->Measured && P->Measured->isOpen();
  // A group with which nothing happens need not be timed each time.
  const bool IsTimed = Past.Ticks == 0 || Past.Stolen > 0 || IsMeasured ||
                       At->Ahead.Times > 0 || Execution % TimedExecutions == 0;
  if (IsTimed)
    startTimer();
  if (IsRecorded && At->recording())
    Pieces = At->recording()->pieces(Pieces, Group.size(), Past.Ticks);
  if (IsMeasured) {
    By.Flags |= Measured;
    Pieces = Refinement::pieces(P->group(By.Thread).size(), Past);
    P->Measured->start(By.Thread, Group.Begin, Ticks);
  }
  const ChunkRange Piece = claimFirst(Group);
  // With all of a short group at hand, there is nothing to come back for.
  if (!IsTimed && Piece.size() == Group.size() && !By.holdsLastBack() &&
      !P->Exposed.isWorthLooking(Past.Ticks))
    Now = Mode::Drained;
  getReady(Chunks.iterations(Piece), Now);
}

/// Enters an execution that is as an earlier one.
inline void Activation::beginAgain() {
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
  const Plan &P = *At->plan();
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

/// Alone, or recorded.
void Activation::beginUnusual(Team *T) {
  static Repetition Nothing;
  Again = &Nothing;
  if (By.has(Recorded))
    beginRecorded(T);
  else if (By.needsTeam())
    begin(*T, false);
  else
    beginAlone();
}

void Activation::beginAlone() {
  counts().add(Count::Executions, By.Thread == 0);
  getReady(By.evenShare(), Mode::Drained);
}

/// An execution without a plan.
void Activation::beginUnplanned() {
  if (At->isTimed())
    By.Flags |= Timed;
  const uint64_t Came = clock::ticks();
  const Technique Selected = At->technique();
  if (Selected != Technique::Inspected)
    By.Flags |= LoadsUnknown;
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

bool Activation::findMore() {
  return By.has(Recorded) ? findRecorded() : findNext();
}

inline bool Activation::findNext() {
  if (Now == Mode::Claiming) {
    const ChunkRange Range = claimOwn();
    if (!Range.empty()) {
      if (By.has(Measured) && !OwnGroupEnded)
        tellPlan(Range.Begin, clock::ticks());
      return give(Range);
    }
  }
  if (Now == Mode::Sharing)
    return takeShared();
  const Plan *P = At->plan();
  if (!P && At->technique() == Technique::Inspected)
    return findDrafted();
  if (P && !OwnGroupEnded)
    endOwnGroup(*P);
  const ChunkRange Range = steal();
  return Range.empty() ? giveLast() : give(Range);
}

/// The first time that the own slot is empty.
inline void Activation::endOwnGroup(const Plan &P) {
  OwnGroupEnded = true;
  IsQuiet = false;
  Again->First = 0; // the group may come to be cut otherwise
  if (Ticks > 0 || !OwnSlot->isRunOut(Initial))
    noteOwnGroup(P);
}

/// What was not stolen of the group ends where the slot's range, empty now,
/// begins.
void Activation::noteOwnGroup(const Plan &P) {
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
  if (By.has(Measured))
    P.Measured->end(P, By.Thread, Done.End, Time);
}

/// The chunks of the own group before End have been run.
void Activation::tellPlan(uint32_t End, uint64_t Time) const {
  const Plan &P = *At->plan();
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

void Activation::beginRecorded(Team *T) {
  // Before the time is taken: the lane may be that of a thread that still runs.
  const bool HasLane = Recorder::tryWith([](Recorder &R) { R.lane(); });
  const uint64_t Came = clock::ticks();
  bool IsSeen;
  if (T && By.needsTeam()) {
    begin(*T, HasLane);
    IsSeen = HasLane && At->recording();
  } else if (T && By.Threads > 1) {
    // The threads meet only to be recorded together.
    At = &T->advance(By, counts());
    getReady(By.evenShare(), Mode::Drained);
    IsSeen = HasLane && At->recording();
  } else {
    beginAlone();
    IsSeen = HasLane && Recorder::tryWith([this](Recorder &R) {
               LoopRecord &Its = recordOf(PlanCache::global(), *By.Loop);
               Alone = &R.takeAlone();
               Alone->begin(Its, By, true);
               By.Flags |= RecordedAlone;
             });
  }
  if (!IsSeen) {
    By.Flags &= ~Recorded;
    return;
  }
  record().enter(By.Thread, Came);
  if (Now == Mode::Ready)
    Now = Mode::Kept;
}

bool Activation::findRecorded() {
  record().done(By.Thread);
  bool IsFound = Now == Mode::Kept;
  if (IsFound) {
    Now = Then;
    ++Dispatches;
  } else {
    IsFound = findNext();
  }
  if (IsFound)
    record().given(By.Thread, Own, loadOf(Own));
  return IsFound;
}

void Activation::leaveUnusual() {
  if (By.has(Timed)) {
    At->depart(By, At->plan() ? clock::ticks() : Ticks);
    // What enterAgain() is to know nothing of.
    By.Flags &= ~(Timed | LoadsUnknown);
  }
  if (!By.has(Recorded))
    return;
  record().leave(By.Thread);
  if (By.has(RecordedAlone))
    Recorder::get().giveBack(*Alone);
}

/// The load that is known of Range, which begins and ends as chunks do; else
/// NaN.
double Activation::loadOf(IterationRange Range) const {
  constexpr double Unknown = std::numeric_limits<double>::quiet_NaN();
  if (By.has(RecordedAlone | EvenShares | LoadsUnknown))
    return Unknown;
  const Plan *P = At->plan();
  if (!P)
    return By.maySteal() || At->draft().makesPlan() ? At->draft().load(Range)
                                                    : Unknown;
  const auto Find = [P](uint64_t Bound) {
    return static_cast<uint32_t>(
        std::lower_bound(P->Bound.begin(), P->Bound.end(), Bound) -
        P->Bound.begin());
  };
  return P->load({Find(Range.Begin), Find(Range.End)});
}
