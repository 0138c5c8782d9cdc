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

  /// In an order that tells kinds apart in few steps: see next(), mayClaim().
  enum class State : uint8_t {
    Outside,
    Drained,
    Ready,
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
  /// True if the plan is told how long the parts of the own group take.
  bool IsMeasured;
  /// True if the loop is told how long the execution takes: see
  /// Instance::depart().
  bool IsTimed;
  /// True if somebody is to know that the thread leaves: the execution is
  /// recorded or timed.
  bool IsWatched;
  /// The next piece has at most 2^LogPiece chunks: as many as take the pace, as
  /// far as the last piece tells. Unpaced where the loads tell enough.
  uint8_t LogPiece;
  static constexpr uint8_t Unpaced = 31;
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
  /// The thief's: the place of the last victim in the order of victims.
  uint32_t LastVictim;

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
  void beginChunked(uint16_t Epoch, Technique As);
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
    IsWatched = true;
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

  /// Returns true if the last execution here had the loop and the thread of
  /// Other.
  bool wasAs(const Call &Other) const {
    return Entered.Loop == Other.Loop && Entered.Thread == Other.Thread &&
           Entered.Threads == Other.Threads && Entered.Flags == Other.Flags;
  }

  /// Finds the next range for this thread, which given() returns then. Returns
  /// false if there is none.
  bool next() {
    return takeReady() || (Present >= State::Claiming &&
                           (Notes ? findRecorded() : findNext()));
  }
  // What next() usually does, in few steps. If one of them returns false,
  // next() has to be called.

  /// In the state Ready: gives the range that was found before.
  bool takeReady();
  /// Claims the next piece of what the thread has in its slot. Called only if
  /// mayClaim(), with what hasEvenChunks() and someoneIsIdle() say. If it
  /// returns false, a thief may have come in between, and next() may have more.
  template <bool HasEvenChunks, bool SomeoneIsIdle> bool claim() noexcept;
  /// Returns true if no thread has anything left. Called only if isQuiet() and
  /// neither isDrained() nor isClaiming().
  bool endQuietly() noexcept;
  /// Returns true if next() certainly has nothing.
  bool isDrained() const { return Present == State::Drained; }
  /// Returns true if next() may have chunks of the own group.
  bool isClaiming() const { return Present == State::Claiming; }
  /// Returns true if next() may have chunks of the own slot, whose pieces are
  /// neither paced nor recorded. If isQuiet(), the same as isClaiming().
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
    if (IsWatched)
      leaveUnusual();
    countDispatches(counts());
    return true;
  }
  /// Leaves the loop if that takes few steps. Returns false if it has not left.
  bool leaveQuietly() {
    if (!isInside())
      return true;
    Counters *Counts = Counters::known();
    if (!Counts || IsWatched)
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

/// Returns how many of the chunks Left the thread hands itself at once. Those
/// of a plan have about the same load. Those that the thread has just inspected
/// may not: then the piece has no larger share of the load than of the chunks.
inline uint32_t Activation::pieceOf(ChunkRange Left) const {
  return pacedPieceOf(Left,
                      someoneIsIdle()
                          ? pieceWhileIdle(Left.size(), Pieces, Entered.Threads)
                          : Pieces.of(Left.size()));
}
/// Returns how many chunks of the own group, which is not begun, are the first
/// piece. Whether somebody is idle, which others have written, does not matter
/// yet.
inline uint32_t Activation::firstPieceOf(ChunkRange Group) const {
  return pacedPieceOf(Group, Pieces.of(Group.size()));
}
/// Returns Size, or less, so that a piece of Left has neighbouring iterations
/// and does not take too long.
inline uint32_t Activation::pacedPieceOf(ChunkRange Left, uint32_t Size) const {
  if (LogPiece == Unpaced)
    return Chunks.adjacent(Left, Size);
  const uint32_t Paced = std::min(Size, 1u << LogPiece);
  const KnownPlan *P = Current->plan();
  if (!P)
    return Chunks.light(Left, Paced);
  return IsMeasured ? std::min(Paced, Refinement::leftOfPart(
                                          P->group(Entered.Thread), Left.Begin))
                    : Paced;
}

/// Makes the next piece last about Ticks, if pieces are paced.
inline void Activation::pace(uint64_t Ticks, uint64_t Now) {
  if (PieceTicks > 0)
    LogPiece = logPieceAfter(LogPiece, Now - PieceTicks, Ticks);
}
inline void Activation::beganPiece(ChunkRange Piece, uint64_t Now) {
  LogPiece = static_cast<uint8_t>(31 - __builtin_clz(Piece.size()));
  PieceTicks = Now;
}

/// Claims a piece from the own slot. Returns an empty range if the slot is
/// empty. The next state is WithMore if chunks are left in the slot, else
/// WithoutMore.
inline ChunkRange Activation::claimOwn(State WithMore, State WithoutMore) {
  bool IsLast = true;
  const ChunkRange Piece = OwnSlot->takeFront(Initial, [&](ChunkRange Left) {
    const uint32_t Size = pieceOf(Left);
    IsLast = Size == Left.size();
    return Size;
  });
  // Only the owner puts chunks into its slot. A piece that was not claimed may
  // have been asked for more than once: thieves were quicker.
  Present = IsLast || Piece.empty() ? WithoutMore : WithMore;
  return Piece;
}

/// Makes First the next range to give, and After the state after that. If First
/// is empty, goes on to After at once.
inline void Activation::getReady(IterationRange First, State After) {
  Given = First;
  AfterReady = After;
  Present = After;
  if (First.Begin >= First.End)
    return;
  Present = State::Ready;
  if (Notes)
    Notes->given(Entered.Thread, First, loadOf(First));
}

/// Begins an execution that is known to be short, and not set up.
__attribute__((always_inline)) inline void Activation::beginShort() {
  const Technique As = OwnRepeats->technique(Entered);
  if (!usesEvenChunks(As))
    return getReady(Entered.share(As), State::Drained);
  Current = OwnRepeats->RepeatInstance;
  Execution = ++OwnRepeats->Epoch;
  beginChunked(OwnRepeats->Epoch, As);
}

/// Enters an execution that is known to be short. Returns false if it is not.
__attribute__((always_inline)) inline bool
Activation::enterShort(uint64_t TripCount, uint64_t Data) noexcept {
  Repetition &Repeats = *OwnRepeats;
  const ShortVerdict Verdict = Repeats.Short.of(TripCount);
  if (!Verdict.isShort() ||
      (usesEvenChunks(Verdict.technique()) && !Entered.maySlotsRepeat()))
    return false;
  if (Entered.Thread == 0) {
    Counters *Counts = Counters::known();
    if (!Counts)
      return false;
    Counts->add(Count::Executions, 1);
  }
  Entered.TripCount = Repeats.TripCount = TripCount;
  Entered.Data = Repeats.Data = Data;
  --Repeats.Left;
  beginShort();
  return true;
}

/// Enters an execution that goes as the last one, with the same plan. Returns
/// false if its trip count or data are others, or part of the own group is
/// gone.
__attribute__((always_inline)) inline bool
Activation::enterPlanned(uint64_t TripCount, uint64_t Data) noexcept {
  Repetition &Repeats = *OwnRepeats;
  if (Entered.TripCount != TripCount || Entered.Data != Data)
    return false;
  Counters *Counts = nullptr;
  if (Entered.Thread == 0) {
    Counts = Counters::known();
    if (!Counts)
      return false;
  }
  if (Repeats.Next == Sequel::Stealing) {
    // As in the last execution, except for the epoch.
    const auto Epoch = static_cast<uint16_t>(Repeats.Epoch + 1);
    const SlotWord Group = Initial.inEpoch(Epoch);
    Slot &Last = *OwnSlot, &Next = Last.other(Epoch);
    if (Repeats.FirstPiece == 0 || !Next.arrive(Group, Repeats.FirstPiece))
      return false;
    Last.fetch();
    OwnSlot = &Next;
    Execution = Repeats.Epoch = Epoch;
    Initial = Group;
    AfterReady = AfterRepeated;
    Present = State::Ready;
  } else {
    AfterReady = State::Drained;
    Present =
        Repeats.Share.Begin < Repeats.Share.End ? State::Ready : State::Drained;
  }
  --Repeats.Left;
  Given = Repeats.Share;
  if (Counts) {
    Counts->add(Count::Executions, 1);
    Counts->add(Count::PlanHits, 1);
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

template <bool HasEvenChunks, bool SomeoneIsIdle>
inline bool Activation::claim() noexcept {
  const SlotWord Word = OwnSlot->word();
  const ChunkRange Left = Word.range();
  if (Left.empty())
    return false;
  uint32_t Size = SomeoneIsIdle
                      ? pieceWhileIdle(Left.size(), Pieces, Entered.Threads)
                      : Pieces.of(Left.size());
  if constexpr (HasEvenChunks)
    Size = std::min(Size, Chunks.Even.leftOfBlock(Left.Begin));
  if (!OwnSlot->tryTakeFront(Word, Size))
    return false;
  if (Size == Left.size())
    Present = Present == State::Claiming ? State::Ended : State::Stealing;
  const ChunkRange Piece = {Left.Begin, Left.Begin + Size};
  if constexpr (HasEvenChunks)
    return give(Chunks.Even.iterations(Piece));
  else
    return give(
        IterationRange{Chunks.Bound[Piece.Begin], Chunks.Bound[Piece.End]});
}

/// Ends a group of which nothing was stolen, if no thread has anything left.
inline bool Activation::endQuietly() noexcept {
  if (!OwnSlot->isRunOut(Initial))
    return false;
  const uint16_t Epoch = Initial.epoch();
  const Slot *Theirs = &Current->slot(0, Epoch);
  for (uint32_t T = 0; T < Entered.Threads; ++T, Theirs += 2)
    if (!Theirs->isEmpty(Epoch))
      return false;
  Current->noteIdle(Execution);
  Present = State::Drained;
  return true;
}

} // namespace usersched

#endif
