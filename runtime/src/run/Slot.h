//===- Slot.h - the chunks of one thread that nobody has claimed yet ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One 64-bit word: {epoch:16, begin:24, end:24}. A thread has a pair of slots
// in an instance, one for executions with an even epoch and one for those with
// an odd one. The thread is the slot's owner; its group is what it has before
// anybody claims anything.
//
// Invariant: within one epoch, a chunk is in at most one word or has been
// claimed. The word does not point to the unclaimed chunks, it is them: a
// compare-and-swap of the whole word succeeds only if exactly the expected
// chunks are unclaimed here at that moment, and it takes some of them out of
// circulation in the same step. So it does not matter whether the word changed
// and changed back since it was read (ABA).
//
//   the word is        changed by     by                  it becomes
//   -----------------  -------------  ------------------  ---------------------
//   of another epoch:  owner          arrive(),           filled with the rest,
//   it stands for the                 takeFront()         or empty
//   owner's group,     thief          takeBack(), of all  empty
//   unclaimed          owner with an  publish()           filled
//                      empty group
//   filled:            owner          takeFront()         filled from a later
//   begin < end                                           begin, or empty
//                      owner          tryTakeFront()      the same
//                      thief          takeBack()          filled up to an
//                                                         earlier end, or empty
//   empty:             owner          publish(), of what  filled
//   begin == end                      it stole or
//                                     inspected
//   any, and nobody    who sets an    reset()             of another epoch
//   uses the instance  execution up
//
// All but publish() and reset(), which are stores, are compare-and-swaps. When
// the next epoch begins, each word is of another one without being written: so
// nobody has to set up P words to start an execution, and the group of a thread
// that is late can be taken before it comes. test/model/slot.pml checks this.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SLOT_H
#define USERSCHED_SLOT_H

#include "base/CacheLine.h"
#include "base/ThreadSanitizer.h"
#include "plan/ChunkTable.h"

#include <atomic>

namespace usersched {

/// The value of a slot.
class SlotWord {
  uint64_t Bits = 0;

public:
  SlotWord() = default;
  explicit SlotWord(uint64_t Bits) : Bits(Bits) {}
  SlotWord(uint16_t Epoch, ChunkRange Range)
      : Bits(uint64_t(Epoch) << 48 | uint64_t(Range.Begin) << 24 | Range.End) {}

  uint64_t bits() const { return Bits; }
  uint16_t epoch() const { return static_cast<uint16_t>(Bits >> 48); }
  ChunkRange range() const {
    return {static_cast<uint32_t>(Bits >> 24) & MaxChunkNumber,
            static_cast<uint32_t>(Bits) & MaxChunkNumber};
  }
  /// Returns this word; Initial if this word has another epoch.
  SlotWord orInitial(SlotWord Initial) const {
    return (Bits ^ Initial.Bits) >> 48 == 0 ? *this : Initial;
  }
  /// Returns the same chunks in another epoch.
  SlotWord inEpoch(uint16_t Epoch) const {
    return SlotWord((Bits & ~uint64_t(0) >> 16) | uint64_t(Epoch) << 48);
  }
  /// Returns the word without the first Size chunks.
  SlotWord withoutFront(uint32_t Size) const {
    return SlotWord(Bits + (uint64_t(Size) << 24));
  }
  /// Returns the word without the last Size chunks.
  SlotWord withoutBack(uint32_t Size) const { return SlotWord(Bits - Size); }
};

/// The chunks of one thread that nobody has claimed. Initial, a parameter of
/// its functions, is what the slot stands for until its owner arrives: the
/// current epoch and the owner's group.
class alignas(NoSharing) Slot {
  std::atomic<uint64_t> Word{0};

  /// Changes the word from Old to New. Returns false if the word was not Old;
  /// then stores the word in Old.
  bool change(uint64_t &Old, SlotWord New) {
    return Word.compare_exchange_strong(
        Old, New.bits(), std::memory_order_acq_rel, std::memory_order_acquire);
  }

public:
  /// Epochs in use are 1 to 65535.
  static constexpr uint16_t NoEpoch = 0;

  /// Returns the slot of the pair for Epoch, called on the other one. Thieves
  /// look at all slots at the end of an execution; the next one begins in a
  /// slot whose cache line is back with its owner, which has called fetch()
  /// meanwhile.
  Slot &other(uint16_t Epoch) { return this[Epoch % 2 * 2 - 1]; }
  /// Lets the processor fetch the slot for writing.
  void fetch() { __builtin_prefetch(this, /*rw=*/1); }

  /// Gives the word NoEpoch. Nobody else may be using the slot.
  void reset() { Word.store(0, std::memory_order_relaxed); }

  /// Owner only, when its word and its group are empty: makes the chunks of New
  /// claimable. A thread that claims some of them sees what the owner wrote
  /// before, such as the chunk table.
  void publish(SlotWord New) {
    tsan::release(this);
    Word.store(New.bits(), std::memory_order_release);
  }

  /// Returns true if a thief would find nothing. May return false although a
  /// thief finds nothing, if the owner has not arrived and its group is empty.
  bool isEmpty(uint16_t Epoch) const {
    const uint64_t Bits = Word.load(std::memory_order_relaxed);
    const uint64_t IsOther = Bits >> 48 ^ Epoch;
    const uint64_t IsFilled = (Bits >> 24 ^ Bits) & MaxChunkNumber;
    return (IsOther | IsFilled) == 0;
  }

  /// Returns true if nobody has claimed any of the slot's chunks in Epoch.
  bool isUnbegun(uint16_t Epoch) const {
    return Word.load(std::memory_order_relaxed) >> 48 != Epoch;
  }

  /// Owner only, when its word is empty: returns true if nothing of its group
  /// was stolen.
  bool isRunOut(SlotWord Initial) const {
    const uint64_t Bits = Word.load(std::memory_order_relaxed);
    return SlotWord(Bits).range().Begin == Initial.range().End;
  }

  /// Returns the chunks that a thief would find.
  ChunkRange peek(SlotWord Initial) const {
    return SlotWord(Word.load(std::memory_order_acquire))
        .orInitial(Initial)
        .range();
  }

  /// Owner only: arrives and claims the first Size chunks of its group. Returns
  /// false and changes nothing if a thief has claimed some of the group.
  bool arrive(SlotWord Initial, uint32_t Size) {
    uint64_t Old = Word.load(std::memory_order_relaxed);
    return (Old ^ Initial.bits()) >> 48 != 0 &&
           change(Old, Initial.withoutFront(Size));
  }

  /// Owner only: claims PieceOf(what is left) chunks from the front, at least 1
  /// and at most all; returns an empty range if nothing is left.
  template <typename Function>
  ChunkRange takeFront(SlotWord Initial, Function PieceOf) {
    uint64_t Old = Word.load(std::memory_order_acquire);
    for (;;) {
      const SlotWord Current = SlotWord(Old).orInitial(Initial);
      const ChunkRange Left = Current.range();
      if (Left.empty())
        return {};
      const uint32_t Size = PieceOf(Left);
      if (change(Old, Current.withoutFront(Size)))
        return {Left.Begin, Left.Begin + Size};
    }
  }

  /// Owner only, after it has arrived: returns the word, whose chunks it may
  /// claim.
  SlotWord word() const {
    return SlotWord(Word.load(std::memory_order_acquire));
  }
  /// Owner only: claims the first Size chunks of Old, which word() has
  /// returned. Returns false if a thief has claimed some of them meanwhile.
  bool tryTakeFront(SlotWord Old, uint32_t Size) {
    uint64_t Bits = Old.bits();
    return change(Bits, Old.withoutFront(Size));
  }

  /// Thieves: claims the back half, by load, of what is left, or all if the
  /// owner has not arrived; returns an empty range if nothing is left.
  ChunkRange takeBack(SlotWord Initial, const ChunkTable &Chunks) {
    uint64_t Old = Word.load(std::memory_order_acquire);
    for (;;) {
      const SlotWord Current = SlotWord(Old).orInitial(Initial);
      const ChunkRange Left = Current.range();
      if (Left.empty())
        return {};
      const bool IsAbsent = SlotWord(Old).epoch() != Initial.epoch();
      const uint32_t Cut = IsAbsent ? Left.Begin : Chunks.middle(Left);
      if (!change(Old, Current.withoutBack(Left.End - Cut)))
        continue;
      tsan::acquire(this);
      return {Cut, Left.End};
    }
  }
};

} // namespace usersched

#endif
