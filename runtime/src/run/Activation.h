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
// The states, and what next() does in each. A state is left only by the thread
// itself, to one in the column "then".
//
//   state     of the   next()                                   then
//   --------  -------  ---------------------------------------  ----------
//   Outside            is not called                            begin(): any
//   Ready     owner    gives what begin() found                 AfterReady
//   Dealing   owner    gives the thread's next block            Dealing
//   Claiming  owner    claims a piece of the own group          Claiming
//                                                               or Ended
//   Ended     owner    notes the time of the own group          Stealing
//   Stealing  thief    steals from another thread               Stealing
//                                                               or Looting
//   Looting   thief    claims a piece of what it stole, or      Stealing
//                      steals                                   or Looting
//   Drafting  drafter  claims and inspects a subspace, or       Drafting
//                      steals                                   or Hoarding
//   Hoarding  drafter  claims a piece of its subspace or of     Drafting
//                      what it stole                            or Hoarding
//   Drained            gives nothing
//
// From each state with nothing left in the loop: to Drained, if need be with
// the chunk that was held back (giveLast()). From any state by leave(): to
// Outside. The owner's steps are in FewSteps.h and Activation.cpp, the thief's
// in Thief.cpp, the drafter's in Drafter.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_ACTIVATION_H
#define USERSCHED_ACTIVATION_H

#include "base/Clock.h"
#include "base/Statistics.h"
#include "run/Repetition.h"

namespace usersched {

class Activation {
  friend class Thief;
  friend class Drafter;

  /// In an order that tells kinds apart in few steps: see next(), mayClaim().
  enum class State : uint8_t {
    Outside,
    Drained,
    Ready,
    Dealing,
    Claiming,
    Looting,
    Ended,
    Stealing,
    Drafting,
    Hoarding
  };

  /// The instance and the number of the execution. Valid in a loop that needs
  /// the team.
  Instance *Current;
  uint64_t Execution;
  /// The recording that notes what the thread does; null if nothing is
  /// recorded.
  Recording *Notes;
  State Present, AfterReady;
  /// The AfterReady of the next execution that repeats this one.
  State AfterRepeated;
  /// True if the own group is of a plan and may end in few steps, because
  /// nothing is to be noted about it.
  bool IsQuiet;
  /// True if the plan is told how long each piece takes.
  bool IsMeasured;
  /// True if the loop is told how long the execution takes: see
  /// Instance::depart().
  bool IsTimed;
  /// True if somebody is to know that the thread leaves: the execution is
  /// recorded or timed.
  bool TellsLeaving;
  /// The next piece has at most 2^LogPiece chunks: as many as take the pace, as
  /// far as the last piece tells. Unpaced where the loads tell enough.
  uint8_t LogPiece;
  static constexpr uint8_t Unpaced = 31;
  /// Unpaced, too, but each piece is measured: findNext() claims it.
  static constexpr uint8_t UnpacedMeasured = 30;
  /// The number of ranges that were given since they were counted last.
  uint32_t Dispatches;
  /// The drafter's: the subspace to claim next, or Draft::None.
  uint32_t NextSubspace;
  /// In the state Ready the range to give next, else the one given last.
  IterationRange Given;

  // The own slot, the group that the thread began with, what chunks are, and
  // the sizes of the pieces in which the thread claims chunks from the slot.
  Slot *OwnSlot;
  SlotWord Initial;
  ChunkTable Chunks;
  PieceSizes Pieces;

  Call Entered;
  /// Ticks when the thread began its own group, or an execution without a plan;
  /// 0 if that is not timed.
  uint64_t BeganTicks;
  union {
    /// Ticks that the own group took, or usually takes; 0 if not known.
    uint64_t OwnTicks;
    /// While pieces are paced: the ticks when the last piece began; 0: there
    /// was none.
    uint64_t PieceTicks;
  };
  /// What the thread knows of the loop's next executions, in its team. Valid if
  /// the loop needs the team.
  Repetition *OwnRepeats;

  static Counters &counts() { return Counters::mine(); }
  void countDispatches(Counters &Counts) {
    Counts.add(Count::Dispatches, Dispatches);
    Dispatches = 0;
  }
  void beginWithSlot(uint16_t Epoch, ChunkRange Group, State WithoutGroup);
  void beginPlanned(const KnownPlan &P);
  void beginUnplanned();
  void beginChunked(uint16_t Epoch);
  void beginShare(Technique As);
  void beginShort();
  void startTimer() {
    BeganTicks = clock::ticks();
    IsQuiet = false;
  }
  ChunkRange claimFirst(ChunkRange Group);
  ChunkRange claimOwn(State WithMore, State WithoutMore);
  uint32_t pieceOf(ChunkRange Left) const;
  uint32_t firstPieceOf(ChunkRange Group) const;
  uint32_t pacedPieceOf(ChunkRange Left, uint32_t Size) const;
  void pace(uint64_t Ticks, uint64_t Now);
  void beganPiece(ChunkRange Piece, uint64_t Now);
  void finishPiece(uint64_t Now);
  void getReady(IterationRange First, State After);
  bool give(ChunkRange Range);
  bool give(IterationRange Range);
  bool giveLast();
  bool findRecorded();
  bool findNext();
  void endOwnGroup();
  void noteOwnGroup(const KnownPlan &P);
  double loadOf(IterationRange Range) const;
  double stolenLoad(ChunkRange Stolen) const;
  void leaveUnusual();

public:
  /// Returns what the thread says when it enters a loop. Set before enter(),
  /// outside of any loop.
  Call &call() { return Entered; }

  // To enter a loop: observe() if the execution is recorded, then one of the
  // three functions that begin.

  /// Notes in Recorded what the thread does from now on. Throws std::bad_alloc,
  /// and then notes nothing.
  void observe(Recording &Recorded) {
    Recorded.enter(Entered.Thread);
    Notes = &Recorded;
    TellsLeaving = true;
  }
  Recording *notes() { return Notes; }
  /// Begins an execution in which the thread has nothing to do with other
  /// threads.
  void beginAlone();
  /// Begins the execution of the instance Next, which is set up. Repeats is
  /// what the thread knows of the loop's next executions.
  void begin(Instance &Next, Repetition &Repeats);
  /// Begins an execution that is not set up and goes as Repeats says. Repeats
  /// has counted it.
  void beginAgain(Repetition &Repeats);

  /// Enters Loop if that takes few steps: if Loop was the last loop that the
  /// thread entered here. Returns false if it has not entered. Called in the
  /// series in which the thread was here last.
  __attribute__((always_inline)) bool
  enterAgain(const usersched_loop *Loop, uint64_t TripCount, uint64_t Data) {
    if (!mayEnterAgain(Loop))
      return false;
    return knowsShort() ? enterShort(TripCount, Data)
                        : enterPlanned(TripCount, Data);
  }
  // The parts of enterAgain(). If mayEnterAgain(), one of enterShort() and
  // enterPlanned() may be called, as knowsShort() says.
  bool mayEnterAgain(const usersched_loop *Loop) const {
    return !isInside() && Entered.Loop == Loop && OwnRepeats->Left > 0 &&
           OwnRepeats->Flags == Loop->flags;
  }
  bool knowsShort() const { return OwnRepeats->isShort(); }
  bool enterShort(uint64_t TripCount, uint64_t Data) noexcept;
  bool enterPlanned(uint64_t TripCount, uint64_t Data) noexcept;

  /// Finds the next range for this thread, which given() returns then. Returns
  /// false if there is none.
  bool next() {
    return takeReady() ||
           (Present > State::Ready && (Notes ? findRecorded() : findNext()));
  }
  // What next() usually does, in few steps. If one of them returns false,
  // next() has to be called.

  /// In the state Ready: gives the range that was found before.
  bool takeReady();
  /// If isDealing(): gives the thread's next block. If it returns false, next()
  /// has nothing either.
  bool takeBlock() noexcept;
  /// Claims the next piece of what the thread has in its slot. Called only if
  /// mayClaim(), with what hasEvenChunks() and someoneIsIdle() say. If it
  /// returns false, a thief may have come in between, and next() may have more.
  template <bool HasEvenChunks, bool SomeoneIsIdle> bool claim() noexcept;
  /// Returns true if no thread has anything left. Called only if isQuiet() and
  /// neither isDrained() nor isClaiming().
  bool endQuietly() noexcept;
  /// Returns true if next() certainly has nothing.
  bool isDrained() const { return Present == State::Drained; }
  /// Returns true if next() may have a block, and nothing is recorded.
  bool isDealing() const { return Present == State::Dealing && !Notes; }
  /// Returns true if next() may have chunks of the own group.
  bool isClaiming() const { return Present == State::Claiming; }
  /// Returns true if next() may have chunks of the own slot, whose pieces are
  /// neither paced, measured nor recorded. If isQuiet(), the same as
  /// isClaiming().
  bool mayClaim() const {
    return (isClaiming() || Present == State::Looting) && LogPiece == Unpaced &&
           !Notes;
  }
  bool hasEvenChunks() const { return Chunks.isEven(); }
  bool someoneIsIdle() const { return Current->someoneIsIdle(Execution); }
  bool isQuiet() const { return IsQuiet; }
  /// Returns the range that next() gave; never empty.
  const IterationRange &given() const { return Given; }

  bool next(IterationRange &Result) {
    if (!next())
      return false;
    Result = Given;
    return true;
  }

  bool isInside() const { return Present != State::Outside; }

  /// Leaves the loop, even if there is more to do (`cancel`). Returns false if
  /// the thread is in no loop.
  bool leave() {
    if (!isInside())
      return false;
    Present = State::Outside;
    if (TellsLeaving)
      leaveUnusual();
    countDispatches(counts());
    return true;
  }
  /// Leaves the loop if that takes few steps. Returns false if it has not left.
  bool leaveQuietly() {
    if (!isInside())
      return true;
    Counters *Counts = Counters::known();
    if (!Counts || TellsLeaving)
      return false;
    Present = State::Outside;
    countDispatches(*Counts);
    return true;
  }

  /// Forgets a loop that was never left, because its thread ended inside, so
  /// that another thread can enter.
  void abandon() {
    if (isInside())
      *this = {};
  }

  /// Makes the next enterAgain() fail: another activation of the thread took
  /// over what the thread knows of the loop, or the next execution must take
  /// the long way in. Called outside of any loop.
  void forget() { Entered.Loop = nullptr; }

  uint64_t tripCount() const { return Entered.TripCount; }
  uint32_t thread() const { return Entered.Thread; }
  uint32_t threads() const { return Entered.Threads; }
};

} // namespace usersched

#include "run/FewSteps.h"

#endif
