//===- FewSteps.h - what a thread usually does in a loop ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of Activation that run in nearly every execution, or for every
// piece. They are inline, so that the calls from compiled loops take few
// instructions: bench/count_instructions.py counts them. Included at the end of
// Activation.h alone.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_FEWSTEPS_H
#define USERSCHED_FEWSTEPS_H

namespace usersched {

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
/// Returns Size, or less, so that a piece of Left does not take too long.
inline uint32_t Activation::pacedPieceOf(ChunkRange Left, uint32_t Size) const {
  if (LogPiece == Unpaced)
    return Size;
  const uint32_t Paced = std::min(Size, 1u << LogPiece);
  return Current->plan() ? Paced : Chunks.light(Left, Paced);
}

/// Makes the next piece last about Ticks, if pieces are paced.
inline void Activation::pace(uint64_t Ticks, uint64_t Now) {
  if (PieceTicks > 0)
    LogPiece = logPieceAfter(LogPiece, Now - PieceTicks, Ticks);
}
inline void Activation::beganPiece(ChunkRange Piece, uint64_t Now) {
  if (IsMeasured)
    Current->plan()->Measured->start(Entered.Thread, Piece, Now);
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

/// Begins an execution with As, a technique without chunks.
__attribute__((always_inline)) inline void
Activation::beginShare(Technique As) {
  if (As == Technique::Cyclic)
    IsQuiet = false;
  getReady(Entered.share(As),
           As == Technique::Cyclic ? State::Dealing : State::Drained);
}

/// Begins an execution that is known to be short, and not set up.
__attribute__((always_inline)) inline void Activation::beginShort() {
  const Technique As = OwnRepeats->technique(Entered);
  if (!hasChunks(As))
    return beginShare(As);
  Current = OwnRepeats->RepeatInstance;
  Execution = ++OwnRepeats->Epoch;
  beginChunked(OwnRepeats->Epoch);
}

/// Enters an execution that is known to be short. Returns false if it is not.
__attribute__((always_inline)) inline bool
Activation::enterShort(uint64_t TripCount, uint64_t Data) noexcept {
  Repetition &Repeats = *OwnRepeats;
  const ShortVerdict Verdict = Repeats.Short.of(TripCount);
  if (!Verdict.isShort() ||
      (Verdict.technique() == Technique::Chunked && !Entered.maySlotsRepeat()))
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

/// From the begin of one block to that of the thread's next one, there is one
/// block of each thread. Only the last block of all is shorter, and none
/// follows it.
inline bool Activation::takeBlock() noexcept {
  const uint64_t Size = Given.size(), Step = Entered.Threads * Size;
  if (Entered.TripCount - Given.Begin <= Step) {
    Present = State::Drained;
    return false;
  }
  const uint64_t Begin = Given.Begin + Step;
  return give(
      IterationRange{Begin, Begin + std::min(Size, Entered.TripCount - Begin)});
}

template <bool HasEvenChunks, bool SomeoneIsIdle>
inline bool Activation::claim() noexcept {
  const SlotWord Word = OwnSlot->word();
  const ChunkRange Left = Word.range();
  if (Left.empty())
    return false;
  const uint32_t Size =
      SomeoneIsIdle ? pieceWhileIdle(Left.size(), Pieces, Entered.Threads)
                    : Pieces.of(Left.size());
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
