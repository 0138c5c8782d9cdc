//===- Activation.h - one thread in the loops of one function -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread's side of the scheduler: enter, next until there is nothing more,
// leave. Valid when zeroed. Only its thread touches it. For a loop of a region
// it lives in the team, where the next region finds it as this one left it, for
// others in usersched_frame::runtime.
//
// Invariant: every iteration of an execution is handed out exactly once, over
// all threads, as long as all threads ask until they get nothing.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_ACTIVATION_H
#define USERSCHED_ACTIVATION_H

#include "base/Clock.h"
#include "base/Statistics.h"
#include "run/Repetition.h"

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
    Sharing,   ///< what is left is claimed from one counter
    Kept       ///< as Ready, if recorded: next() must take the long way
  };

  /// The execution and its number, in a loop that needs the team.
  Instance *At;
  uint64_t Execution;
  /// What the thread does is noted there; null if nothing is recorded.
  Recording *Seen;
  Mode Now, Then;
  /// Whether there is nothing left of the own group.
  bool OwnGroupEnded;
  /// Whether the own group may be ended in few steps: nothing is to be noted
  /// about it.
  bool IsQuiet;
  /// Whether the plan is told how long the parts of the own group take.
  bool IsMeasured;
  /// Whether the loop is told how long the execution takes: see Selection.
  bool IsTimed;
  /// Whether somebody is to know that the thread leaves: it is recorded or
  /// timed.
  bool IsWatched;
  /// Then, in an execution that goes as an earlier one.
  Mode Later;
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
  /// What the thread knows of the loop's next executions: nothing, if it does
  /// not need the team.
  Repetition *Again;
  /// Without a plan: the subspace to claim next, or Draft::None.
  uint32_t NextSubspace;
  /// From whom the last theft was, as the place in the order of victims.
  uint32_t LastVictim;

  static Counters &counts() { return Counters::mine(); }
  void countDispatches(Counters &Mine) {
    Mine.add(Count::Dispatches, Dispatches);
    Dispatches = 0;
  }
  void startTimer() {
    Ticks = clock::ticks();
    IsQuiet = false;
  }
  void beginStealing(uint16_t Epoch, ChunkRange Group);
  ChunkRange claimFirst(ChunkRange Group);
  void leaveUnusual();
  void beginPlanned(const KnownPlan &P);
  void beginUnplanned();
  double loadOf(IterationRange Range) const;
  uint32_t pieceOf(uint32_t Left) const;
  ChunkRange claimOwn();
  bool give(ChunkRange Range);
  bool give(IterationRange Range);
  void getReady(IterationRange First, Mode After);
  bool enterShort(Repetition &Known, uint64_t TripCount, uint64_t Data);
  /// With Technique::Hybrid, in the execution that has this number in In:
  /// claims of the rest what comes next.
  __attribute__((noinline)) void shareRest(Instance &In, uint64_t Number) {
    At = &In;
    Execution = Number;
    IsQuiet = false;
    Then = Mode::Sharing;
    if (Now == Mode::Drained)
      Now = Then;
  }
  bool findMore();
  bool findRecorded();
  bool findNext();
  bool takeShared();
  void endOwnGroup(const KnownPlan &P);
  void noteOwnGroup(const KnownPlan &P);
  void tellPlan(uint32_t End, uint64_t Time) const;
  bool findDrafted();
  bool takeSubspace(IterationRange &Iterations);
  void makePlan();
  bool isWorthStealing(ChunkRange Left) const;
  uint32_t victimAt(uint32_t Place) const;
  ChunkRange stealFrom(uint32_t Victim);
  uint32_t findVictim(uint32_t Place) const;
  uint32_t countUnbegun(uint32_t Place, uint32_t &Best) const;
  ChunkRange steal();
  ChunkRange stealFromAny(uint32_t Place);
  bool giveLast();

public:
  /// To be set before enter(), outside of any loop.
  Call &call() { return By; }

  // Who enters calls observe() if something is recorded, and then one of the
  // three that begin.

  /// From now on Its notes what the thread does. Throws std::bad_alloc, and
  /// then nothing is noted.
  void observe(Recording &Its) {
    Its.enter(By.Thread);
    Seen = &Its;
    IsWatched = true;
  }
  Recording *seen() { return Seen; }
  /// Begins an execution in which the thread has nothing to do with others.
  void beginAlone();
  /// Begins the execution In, which is set up. Known is what the thread knows
  /// of the loop's next ones.
  void begin(Instance &In, Repetition &Known);
  /// Begins an execution that goes as an earlier one, as Known says, which has
  /// counted it.
  void beginAgain(Repetition &Known);

  /// Enters the loop of call(), if that takes few steps: the thread has left
  /// Loop, which was the last one that it entered here, in this region or in
  /// one that this one goes on with, and enters it again. False: it has not
  /// entered.
  bool enterAgain(const usersched_loop *Loop, uint64_t TripCount,
                  uint64_t Data);

  /// Whether Entered is the loop and the thread of the last execution here.
  bool wasAs(const Call &Entered) const {
    return By.Loop == Entered.Loop && By.Thread == Entered.Thread &&
           By.Threads == Entered.Threads && By.Flags == Entered.Flags;
  }

  /// Whether there are iterations for this thread, which are given then.
  bool next();
  /// What next() usually does, in few steps. False means that next() has to be
  /// asked. Gives what is at hand:
  bool takeReady();
  /// If isQuiet() and isClaiming(): gives all that is left of the own group, if
  /// that is one piece.
  bool takeRest() noexcept;
  /// If isQuiet() and neither isDrained() nor isClaiming(): finds that there is
  /// nothing.
  bool endQuietly() noexcept;
  /// Whether next() certainly has nothing, or may have some of the own group.
  bool isDrained() const { return Now == Mode::Drained; }
  bool isClaiming() const { return Now == Mode::Claiming; }
  bool isQuiet() const { return IsQuiet; }
  /// What next() gave; never empty.
  const IterationRange &given() const { return Own; }

  bool next(IterationRange &Result) {
    if (!next())
      return false;
    Result = Own;
    return true;
  }

  bool isInside() const { return Now != Mode::Outside; }

  /// Leaves the loop, even if there is more to do (`cancel`). False if the
  /// thread is in none.
  bool leave() {
    if (!isInside())
      return false;
    Now = Mode::Outside;
    countDispatches(counts());
    if (IsWatched)
      leaveUnusual();
    return true;
  }
  /// The same, if that takes few steps. False: it has not left.
  bool leaveQuietly() {
    if (!isInside())
      return true;
    Counters *Mine = Counters::known();
    if (!Mine || IsWatched)
      return false;
    Now = Mode::Outside;
    countDispatches(*Mine);
    return true;
  }

  /// If the thread never left the last loop, because it ended in it: so that
  /// another one can enter.
  void abandon() {
    if (isInside())
      *this = {};
  }

  /// Another activation of the thread, of an orphaned loop, goes on with what
  /// the thread knows: this one, which is outside, is not as that says any
  /// more.
  void forget() { By.Loop = nullptr; }

  uint64_t tripCount() const { return By.TripCount; }
  uint32_t thread() const { return By.Thread; }
  uint32_t threads() const { return By.Threads; }
};

/// Of so many pieces, others may want all but one: the larger the team, the
/// more.
inline uint32_t piecesWhileIdle(uint32_t Threads) {
  return std::min(4 * Threads, 32u);
}

/// For chunks of which nothing is known: they may have the load of the whole
/// loop, so the larger the team, the smaller a part of them is a piece.
inline PieceSizes unknownPieces(uint32_t Size, uint32_t Threads) {
  const uint32_t Pieces = piecesWhileIdle(Threads);
  return {std::max(Size / Pieces / 2, 1u), std::max(Size / Pieces, 1u), 1};
}

/// The same for even shares of so many chunks: the first piece is half of one,
/// as in guided self-scheduling.
inline PieceSizes evenPieces(uint32_t Size, uint32_t Threads) {
  return {unknownPieces(Size, Threads).least(), std::max(Size / 2, 1u), 1};
}

/// How many of Left chunks a thread hands itself at once: less when someone is
/// idle.
inline uint32_t Activation::pieceOf(uint32_t Left) const {
  if (!At->someoneIsIdle(Execution))
    return Pieces.of(Left);
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

/// An execution that is known to be short.
__attribute__((always_inline)) inline bool
Activation::enterShort(Repetition &Known, uint64_t TripCount, uint64_t Data) {
  const Selection::Shortness::Kind Its = Known.Short.of(TripCount);
  if (!Known.isLeft(Its))
    return false;
  if (By.Thread == 0) {
    Counters *Mine = Counters::known();
    if (!Mine)
      return false;
    Mine->add(Count::Executions, 1);
  }
  By.TripCount = Known.TripCount = TripCount;
  By.Data = Known.Data = Data;
  Known.Left -= Its.Weight;
  Own = By.share(Its.As);
  Then = Mode::Drained;
  Now = Own.Begin < Own.End ? Mode::Ready : Mode::Drained;
  if (Its.As == Technique::Hybrid)
    shareRest(*Known.In, Known.shortExecution());
  return true;
}

__attribute__((always_inline)) inline bool
Activation::enterAgain(const usersched_loop *Loop, uint64_t TripCount,
                       uint64_t Data) {
  // What the thread knows is of the last loop, or Left is 0.
  Repetition *Known = Again;
  if (isInside() || By.Loop != Loop || Known->Left == 0)
    return false;
  if (Known->isShort())
    return enterShort(*Known, TripCount, Data);
  if (By.TripCount != TripCount || By.Data != Data)
    return false;
  Counters *Mine = nullptr;
  if (By.Thread == 0) {
    Mine = Counters::known();
    if (!Mine)
      return false;
  }
  if (Known->Steals) {
    // As in the last execution, but for the epoch.
    const auto Epoch = static_cast<uint16_t>(Known->Epoch + 1);
    const SlotWord Group = Initial.inEpoch(Epoch);
    if (Known->First == 0 || !OwnSlot->arrive(Group, Known->First))
      return false;
    Execution = Known->Epoch = Epoch;
    Initial = Group;
    Then = Later;
    Now = Mode::Ready;
  } else {
    Then = Mode::Drained;
    Now = Known->Share.Begin < Known->Share.End ? Mode::Ready : Mode::Drained;
  }
  --Known->Left;
  Own = Known->Share;
  if (Mine) {
    Mine->add(Count::Executions, 1);
    Mine->add(Count::PlanHits, 1);
  }
  return true;
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

inline bool Activation::takeRest() noexcept {
  if (At->someoneIsIdle(Execution))
    return false;
  uint64_t Begin, End;
  if (!OwnSlot->takeRest(Pieces.least(), Begin, End))
    return false;
  Now = Mode::Elsewhere;
  return give(IterationRange{Chunks.Bound[Begin], Chunks.Bound[End]});
}

/// After a group with which nothing happened, if others have nothing left.
inline bool Activation::endQuietly() noexcept {
  if (!OwnSlot->isRunOut(Initial))
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
