//===- Activation.h - one thread in the loops of one function -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread's side of the scheduler: enter, next until there is nothing more,
// leave. Lives in usersched_frame::runtime and is valid when zeroed. Only its
// thread touches it.
//
// Invariant: every iteration of an execution is handed out exactly once, over
// all threads, as long as all threads ask until they get nothing.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_ACTIVATION_H
#define USERSCHED_ACTIVATION_H

#include "Clock.h"
#include "Statistics.h"
#include "Team.h"

namespace usersched {

class Activation {
  /// Of so many executions of a loop with which nothing happens, one is timed.
  static constexpr uint64_t TimedExecutions = 8;

  enum class Mode : uint8_t {
    Outside,   ///< of any loop
    Drained,   ///< nothing more for this thread
    Ready,     ///< Own comes next, then mode Then
    Claiming,  ///< the own slot may have something
    Elsewhere, ///< the own slot is empty
    Kept       ///< as Ready, if recorded: next() must take the long way
  };

  /// The execution and its number, in a loop that needs the team; with
  /// RecordedAlone, the recording.
  union {
    Instance *At;
    Recording *Alone;
  };
  uint64_t Execution;
  Mode Now, Then;
  /// Whether there is nothing left of the own group.
  bool OwnGroupEnded;
  uint32_t Dispatches;
  /// What is given next, or was given last.
  IterationRange Own;
  /// Of the own slot.
  SlotWord Initial;
  /// Of a piece, while nobody is idle.
  PieceSizes Pieces;
  Slot *OwnSlot;
  ChunkTable Chunks;

  Call By;
  /// When the loop was entered, or 0: the time is not taken. How long the own
  /// group took (or usually takes), once it has ended.
  uint64_t Ticks;
  Counters *Counts;
  /// In a loop that needs the team: what the thread knows of the loop's next
  /// executions.
  Repetition *Again;
  /// Without a plan: the subspace to claim next, or Draft::None.
  uint32_t NextSubspace;
  /// From whom the last theft was, as the place in the order of victims.
  uint32_t LastVictim;

  Counters &counts() {
    if (!Counts)
      Counts = &Counters::mine();
    return *Counts;
  }
  void beginAlone();
  void begin(Team &T, bool IsRecorded);
  void beginAgain();
  void beginStealing(uint16_t Epoch, ChunkRange Group);
  ChunkRange claimFirst(ChunkRange Group);
  void beginUnusual(Team *T);
  void beginRecorded(Team *T);
  void leaveUnusual();
  void beginUnplanned();
  Recording &record() { return By.has(RecordedAlone) ? *Alone : At->record(); }
  double loadOf(IterationRange Range) const;
  uint32_t usualPiece(uint32_t Left) const;
  uint32_t pieceOf(uint32_t Left) const;
  ChunkRange claimOwn();
  bool give(ChunkRange Range);
  bool give(IterationRange Range);
  void getReady(IterationRange First, Mode After) {
    Own = First;
    Now = First.Begin < First.End ? Mode::Ready : After;
    Then = After;
  }
  bool findMore();
  bool findRecorded();
  bool findNext();
  void endOwnGroup(const Plan &P);
  void noteOwnGroup(const Plan &P);
  void tellPlan(uint32_t End, uint64_t Time) const;
  bool findDrafted();
  bool takeSubspace(IterationRange &Iterations);
  bool isWorthStealing(ChunkRange Left) const;
  uint32_t victimAt(uint32_t Place) const;
  ChunkRange stealFrom(uint32_t Victim);
  uint32_t findVictim(uint32_t Place) const;
  ChunkRange steal();
  ChunkRange stealFromAny(uint32_t Place);
  bool giveLast();

public:
  /// To be set before enter(), outside of any loop.
  Call &call() { return By; }

  /// Enters the loop of call(), as a member of T, which may be null unless
  /// call().needsTeam().
  __attribute__((always_inline)) void enter(Team *T) {
    if (By.isUsual())
      begin(*T, false);
    else
      beginUnusual(T);
  }

  /// The same, if that takes few steps: the thread has left Loop, which was its
  /// last one, and enters it again. False: it has not entered.
  bool enterAgain(const usersched_loop *Loop, uint64_t TripCount,
                  uint64_t Data);

  /// The same with what Entered says. Leaves a loop that the thread has not
  /// left.
  void enter(const Call &Entered, Team *T) {
    leave();
    const bool IsSame = T && By.Thread == Entered.Thread &&
                        By.Threads == Entered.Threads &&
                        By.Flags == Entered.Flags;
    if (IsSame && enterAgain(Entered.Loop, Entered.TripCount, Entered.Data))
      return;
    By = Entered;
    enter(T);
  }

  /// Whether there are iterations for this thread, which are given then.
  bool next();
  /// What next() usually does, in few steps: gives what is at hand; gives what
  /// is left of the own group, all of it; finds that there is nothing. False
  /// means that next() has to be asked.
  bool takeReady();
  bool takeRest();
  bool endQuietly();
  /// Whether next() certainly has nothing, or may have some of the own group.
  bool isDrained() const { return Now == Mode::Drained; }
  bool isClaiming() const { return Now == Mode::Claiming; }
  /// What next() gave; never empty.
  const IterationRange &given() const { return Own; }

  bool next(IterationRange &Result) {
    if (!next())
      return false;
    Result = Own;
    return true;
  }

  /// Leaves the loop, even if there is more to do (`cancel`). False if the
  /// thread is in none.
  bool leave() {
    if (Now == Mode::Outside)
      return false;
    Now = Mode::Outside;
    if (Dispatches > 0) {
      counts().add(Count::Dispatches, Dispatches);
      Dispatches = 0;
    }
    if (By.has(Recorded | Timed))
      leaveUnusual();
    return true;
  }

  uint64_t tripCount() const { return By.TripCount; }
  uint32_t thread() const { return By.Thread; }
  uint32_t threads() const { return By.Threads; }
};

/// Of so many pieces, others may want all but one: the larger the team, the
/// more.
inline uint32_t piecesWhileIdle(uint32_t Threads) {
  return std::min(4 * Threads, 32u);
}

/// How many of Left chunks a thread hands itself at once: half within bounds.
inline uint32_t Activation::usualPiece(uint32_t Left) const {
  return std::min(std::max(std::min(Left / 2, Pieces.most()), Pieces.least()),
                  Left);
}

/// The same, but less when someone is idle.
inline uint32_t Activation::pieceOf(uint32_t Left) const {
  if (!At->someoneIsIdle(Execution))
    return usualPiece(Left);
  const uint32_t Part = Left / piecesWhileIdle(By.Threads);
  return std::min(std::max(std::min(Part, Pieces.most()), Pieces.brief()),
                  Left);
}

inline ChunkRange Activation::claimOwn() {
  bool IsLast = true;
  const ChunkRange Piece = OwnSlot->takeFront(Initial, [&](uint32_t Left) {
    const uint32_t Size = pieceOf(Left);
    IsLast = Size == Left;
    return Size;
  });
  // Nobody else puts anything there.
  Now = IsLast ? Mode::Elsewhere : Mode::Claiming;
  return Piece;
}

__attribute__((always_inline)) inline void Activation::begin(Team &T,
                                                             bool IsRecorded) {
  Team::Member &Mine = T.arrive(By);
  Again = &T.repetition(Mine, By);
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
    Ticks = clock::ticks();
  if (IsRecorded)
    Pieces = At->record().pieces(Pieces, Group.size(), Past.Ticks);
  if (IsMeasured) {
    By.Flags |= Measured;
    Pieces = P->Measured->pieces(Group.size());
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
__attribute__((always_inline)) inline void Activation::beginAgain() {
  if (By.Thread == 0) {
    counts().add(Count::Executions, 1);
    counts().add(Count::PlanHits, 1);
  }
  if (!Again->Steals) {
    getReady(Again->Share, Mode::Drained);
    return;
  }
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
    Ticks = clock::ticks();
  const ChunkRange Piece = claimFirst(Group);
  getReady(Chunks.iterations(Piece), Now);
}

__attribute__((always_inline)) inline bool
Activation::enterAgain(const usersched_loop *Loop, uint64_t TripCount,
                       uint64_t Data) {
  if (Now != Mode::Outside || By.Loop != Loop || By.TripCount != TripCount ||
      By.Data != Data || !Again || !Again->isOf(By))
    return false;
  if (Again->Steals) {
    // As in the last execution, but for the epoch; nothing to be timed.
    if (At != Again->In || OwnGroupEnded || Ticks > 0)
      return false;
    const ChunkRange Group = Initial.range();
    Execution = Again->Epoch + 1u;
    Initial = SlotWord(static_cast<uint16_t>(Execution), Group);
    const uint32_t Size = usualPiece(Group.size());
    if (!OwnSlot->arrive(Initial, Size))
      return false;
    ++Again->Epoch;
    Own = Chunks.iterations({Group.Begin, Group.Begin + Size});
    Then = Size < Group.size() ? Mode::Claiming : Mode::Elsewhere;
    Now = Mode::Ready;
  } else {
    getReady(Again->Share, Mode::Drained);
  }
  --Again->Left;
  if (By.Thread == 0) {
    Counts->add(Count::Executions, 1);
    Counts->add(Count::PlanHits, 1);
  }
  return true;
}

/// Of an execution with stealing, whatever it may be like.
inline void Activation::beginStealing(uint16_t Epoch, ChunkRange Group) {
  Now = Mode::Elsewhere;
  OwnSlot = At->slots() + By.Thread;
  Initial = SlotWord(Epoch, Group);
  OwnGroupEnded = Group.empty();
  Ticks = 0;
}

/// Claims the first piece of the own group, which is not empty.
__attribute__((always_inline)) inline ChunkRange
Activation::claimFirst(ChunkRange Group) {
  const uint32_t Size = pieceOf(Group.size());
  if (!OwnSlot->arrive(Initial, Size))
    return claimOwn();
  Now = Size < Group.size() ? Mode::Claiming : Mode::Elsewhere;
  return {Group.Begin, Group.Begin + Size};
}

inline bool Activation::give(IterationRange Range) {
  Own = Range;
  ++Dispatches;
  return true;
}

inline bool Activation::give(ChunkRange Range) {
  return give(Chunks.iterations(Range));
}

inline bool Activation::takeReady() {
  if (Now != Mode::Ready)
    return false;
  Now = Then;
  ++Dispatches;
  return true;
}

inline bool Activation::takeRest() {
  if (Now != Mode::Claiming || By.has(Measured | Recorded) ||
      At->someoneIsIdle(Execution))
    return false;
  const ChunkRange Rest = OwnSlot->takeRest(Initial, Pieces.least());
  if (Rest.empty())
    return false;
  Now = Mode::Elsewhere;
  return give(Rest);
}

/// After a group with which nothing happened, if others have nothing left.
inline bool Activation::endQuietly() {
  // In a large team, to look at all others may not be worth it. (Without a plan
  // there is no group, and so none to end.)
  constexpr uint32_t MostLooks = 16;
  if (Now != Mode::Elsewhere || OwnGroupEnded || Ticks > 0 ||
      By.Threads > MostLooks || By.has(Recorded | USERSCHED_LAST_IS_LAST) ||
      !OwnSlot->isRunOut(Initial))
    return false;
  const Slot *Slots = At->slots();
  for (uint32_t T = 0; T < By.Threads; ++T)
    if (!Slots[T].isEmpty(Initial.epoch()))
      return false;
  At->noteIdle(Execution);
  Now = Mode::Drained;
  return true;
}

inline bool Activation::next() {
  return takeReady() || (Now >= Mode::Claiming && findMore());
}

} // namespace usersched

#endif
