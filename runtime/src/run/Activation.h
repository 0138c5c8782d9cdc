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
//   Sharing   claimer  claims from the common counter           Sharing
//   Drained            gives nothing
//
// From each state with nothing left in the loop: to Drained, if need be with
// the chunk that was held back (giveLast()). From any state by leave(): to
// Outside. The owner's steps are in Activation.cpp, the thief's in Thief.cpp,
// the drafter's in Drafter.cpp.
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

  /// In an order that tells three kinds apart: see next().
  enum class State : uint8_t {
    Outside,
    Drained,
    Ready,
    Claiming,
    Ended,
    Stealing,
    Looting,
    Drafting,
    Hoarding,
    Sharing
  };

  /// The execution, in a loop that needs the team; and its number there.
  Instance *At;
  uint64_t Execution;
  /// What the thread does is noted there; null if nothing is recorded.
  Recording *Seen;
  State Present, AfterReady;
  /// AfterReady of an execution that repeats this one.
  State AfterRepeated;
  /// True if the own group may be ended in few steps: nothing is to be noted
  /// about it.
  bool IsQuiet;
  /// True if the plan is told how long the parts of the own group take.
  bool IsMeasured;
  /// True if the loop is told how long the execution takes: see
  /// Instance::depart().
  bool IsTimed;
  /// True if somebody is to know that the thread leaves: the execution is
  /// recorded or timed.
  bool IsWatched;
  /// Ranges that were given since the last count.
  uint32_t Dispatches;
  /// What is given next, or was given last.
  IterationRange Given;

  // The own slot, with the group that the thread began with, and the sizes of
  // the pieces in which it hands the chunks there to itself.
  Slot *OwnSlot;
  SlotWord Initial;
  PieceSizes Pieces;
  ChunkTable Chunks;

  Call Entered;
  /// Ticks when the own group was begun, or when an execution without a plan
  /// was; 0 if that is not timed.
  uint64_t Began;
  /// Ticks that the own group took, or usually takes; 0 if that is not known.
  uint64_t OwnTicks;
  /// What the thread knows of the loop's next executions: nothing, if it does
  /// not need the team.
  Repetition *Repeats;
  /// The drafter's: the subspace to claim next, or Draft::None.
  uint32_t NextSubspace;
  /// The thief's: the place of the last victim in the order of victims.
  uint32_t LastVictim;

  static Counters &counts() { return Counters::mine(); }
  void countDispatches(Counters &Mine) {
    Mine.add(Count::Dispatches, Dispatches);
    Dispatches = 0;
  }
  void beginWithSlot(uint16_t Epoch, ChunkRange Group, State WithoutGroup);
  void beginPlanned(const KnownPlan &P);
  void beginUnplanned();
  void startTimer() {
    Began = clock::ticks();
    IsQuiet = false;
  }
  ChunkRange claimFirst(ChunkRange Group);
  ChunkRange claimOwn(State WithMore, State WithoutMore);
  uint32_t pieceOf(uint32_t Left) const;
  void getReady(IterationRange First, State After);
  /// With Technique::Hybrid, in the execution that has this number in In:
  /// claims of the rest what comes next.
  __attribute__((noinline)) void shareRest(Instance &In, uint64_t Number) {
    At = &In;
    Execution = Number;
    IsQuiet = false;
    AfterReady = State::Sharing;
    if (Present == State::Drained)
      Present = State::Sharing;
  }
  bool give(ChunkRange Range);
  bool give(IterationRange Range);
  bool giveLast();
  bool findRecorded();
  bool findNext();
  bool claimShared();
  void endOwnGroup();
  void noteOwnGroup(const KnownPlan &P);
  double loadOf(IterationRange Range) const;
  void leaveUnusual();

public:
  /// To be set before enter(), outside of any loop.
  Call &call() { return Entered; }

  // Who enters calls observe() if something is recorded, and then one of the
  // three that begin.

  /// From now on Notes notes what the thread does. Throws std::bad_alloc, and
  /// then nothing is noted.
  void observe(Recording &Notes) {
    Notes.enter(Entered.Thread);
    Seen = &Notes;
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

  /// Enters Loop, if that takes few steps: it was the last one that the thread
  /// entered here, in this region or in one that this one goes on with. Returns
  /// false if it has not entered.
  __attribute__((always_inline)) bool
  enterAgain(const usersched_loop *Loop, uint64_t TripCount, uint64_t Data) {
    if (!mayEnterAgain(Loop))
      return false;
    return knowsShort() ? enterShort(TripCount, Data)
                        : enterPlanned(TripCount, Data);
  }
  // Its parts. The first one says whether the others may be asked: one of them,
  // as the second one says.
  bool mayEnterAgain(const usersched_loop *Loop) const {
    // What the thread knows is of the last loop, or Left is 0.
    return !isInside() && Entered.Loop == Loop && Repeats->Left > 0;
  }
  bool knowsShort() const { return Repeats->isShort(); }
  bool enterShort(uint64_t TripCount, uint64_t Data) noexcept;
  bool enterPlanned(uint64_t TripCount, uint64_t Data) noexcept;

  /// Returns true if Other is of the loop and the thread of the last execution
  /// here.
  bool wasAs(const Call &Other) const {
    return Entered.Loop == Other.Loop && Entered.Thread == Other.Thread &&
           Entered.Threads == Other.Threads && Entered.Flags == Other.Flags;
  }

  /// Returns true if there are iterations for this thread, which given() has
  /// then.
  bool next() {
    return takeReady() ||
           (Present >= State::Claiming && (Seen ? findRecorded() : findNext()));
  }
  // What next() usually does, in few steps. False means that next() has to be
  // asked.

  /// Gives what is at hand.
  bool takeReady();
  /// If isQuiet() and isClaiming(): gives all that is left of the own group, if
  /// that is one piece.
  bool takeRest() noexcept;
  /// If isQuiet() and neither isDrained() nor isClaiming(): finds that there is
  /// nothing.
  bool endQuietly() noexcept;
  /// True if next() certainly has nothing, or may have some of the own group.
  bool isDrained() const { return Present == State::Drained; }
  bool isClaiming() const { return Present == State::Claiming; }
  bool isQuiet() const { return IsQuiet; }
  /// What next() gave; never empty.
  const IterationRange &given() const { return Given; }

  bool next(IterationRange &Result) {
    if (!next())
      return false;
    Result = Given;
    return true;
  }

  bool isInside() const { return Present != State::Outside; }

  /// Leaves the loop, even if there is more to do (`cancel`). Returns false if
  /// the thread is in none.
  bool leave() {
    if (!isInside())
      return false;
    Present = State::Outside;
    countDispatches(counts());
    if (IsWatched)
      leaveUnusual();
    return true;
  }
  /// Leaves the loop, if that takes few steps. Returns false if it has not
  /// left.
  bool leaveQuietly() {
    if (!isInside())
      return true;
    Counters *Mine = Counters::known();
    if (!Mine || IsWatched)
      return false;
    Present = State::Outside;
    countDispatches(*Mine);
    return true;
  }

  /// If the thread never left the last loop, because it ended in it: so that
  /// another one can enter.
  void abandon() {
    if (isInside())
      *this = {};
  }

  /// Another activation of the thread, of an orphaned loop, took over what the
  /// thread knows; this one, which is outside, is no longer valid.
  void forget() { Entered.Loop = nullptr; }

  uint64_t tripCount() const { return Entered.TripCount; }
  uint32_t thread() const { return Entered.Thread; }
  uint32_t threads() const { return Entered.Threads; }
};

/// Returns how many of Left chunks the thread hands itself at once.
inline uint32_t Activation::pieceOf(uint32_t Left) const {
  return At->someoneIsIdle(Execution)
             ? pieceWhileIdle(Left, Pieces, Entered.Threads)
             : Pieces.of(Left);
}

/// Claims a piece of what is in the own slot; an empty range if that is empty.
/// The next state is WithMore if more is left there.
inline ChunkRange Activation::claimOwn(State WithMore, State WithoutMore) {
  bool IsLast = true;
  const ChunkRange Piece = OwnSlot->takeFront(Initial, [&](uint32_t Left) {
    const uint32_t Size = pieceOf(Left);
    IsLast = Size == Left;
    return Size;
  });
  // Nobody else puts anything there.
  Present = IsLast ? WithoutMore : WithMore;
  return Piece;
}

/// Enters an execution that is known to be short.
__attribute__((always_inline)) inline bool
Activation::enterShort(uint64_t TripCount, uint64_t Data) noexcept {
  Repetition &Known = *Repeats;
  const ShortVerdict Kind = Known.Short.of(TripCount);
  if (!Kind.isShort())
    return false;
  if (Entered.Thread == 0) {
    Counters *Mine = Counters::known();
    if (!Mine)
      return false;
    Mine->add(Count::Executions, 1);
  }
  Entered.TripCount = Known.TripCount = TripCount;
  Entered.Data = Known.Data = Data;
  --Known.Left;
  Given = Entered.share(Kind.isSerial(), Kind.isClaimed());
  AfterReady = State::Drained;
  Present = Given.Begin < Given.End ? State::Ready : State::Drained;
  if (Kind.isClaimed())
    shareRest(*Known.In, Known.shortExecution());
  return true;
}

/// Enters an execution that goes as the last one, with the same plan.
__attribute__((always_inline)) inline bool
Activation::enterPlanned(uint64_t TripCount, uint64_t Data) noexcept {
  Repetition &Known = *Repeats;
  if (Entered.TripCount != TripCount || Entered.Data != Data)
    return false;
  Counters *Mine = nullptr;
  if (Entered.Thread == 0) {
    Mine = Counters::known();
    if (!Mine)
      return false;
  }
  if (Known.How == Sequel::Stealing) {
    // As in the last execution, but for the epoch.
    const auto Epoch = static_cast<uint16_t>(Known.Epoch + 1);
    const SlotWord Group = Initial.inEpoch(Epoch);
    if (Known.First == 0 || !OwnSlot->arrive(Group, Known.First))
      return false;
    Execution = Known.Epoch = Epoch;
    Initial = Group;
    AfterReady = AfterRepeated;
    Present = State::Ready;
  } else {
    AfterReady = State::Drained;
    Present =
        Known.Share.Begin < Known.Share.End ? State::Ready : State::Drained;
  }
  --Known.Left;
  Given = Known.Share;
  if (Mine) {
    Mine->add(Count::Executions, 1);
    Mine->add(Count::PlanHits, 1);
  }
  return true;
}

inline bool Activation::give(IterationRange Range) {
  Given = Range;
  ++Dispatches;
  return true;
}

inline bool Activation::give(ChunkRange Range) {
  return give(Chunks.iterations(Range));
}

inline bool Activation::takeReady() {
  if (Present != State::Ready)
    return false;
  Present = AfterReady;
  ++Dispatches;
  return true;
}

inline bool Activation::takeRest() noexcept {
  if (At->someoneIsIdle(Execution))
    return false;
  uint64_t Begin, End;
  if (!OwnSlot->takeRest(Pieces.least(), Begin, End))
    return false;
  Present = State::Ended;
  return give(IterationRange{Chunks.Bound[Begin], Chunks.Bound[End]});
}

/// After a group with which nothing happened, if others have nothing left.
inline bool Activation::endQuietly() noexcept {
  if (!OwnSlot->isRunOut(Initial))
    return false;
  const Slot *Slots = At->slots();
  for (uint32_t T = 0; T < Entered.Threads; ++T)
    if (!Slots[T].isEmpty(Initial.epoch()))
      return false;
  At->noteIdle(Execution);
  Present = State::Drained;
  return true;
}

} // namespace usersched

#endif
