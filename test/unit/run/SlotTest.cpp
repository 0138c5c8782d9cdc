//===- SlotTest.cpp - chunks are claimed exactly once ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Slot.h.
//
//===----------------------------------------------------------------------===//
#include "run/Slot.h"

#include "TestLoop.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

/// A table of Count chunks of one iteration and the given load each.
struct Table {
  std::vector<uint64_t> Bound;
  std::vector<double> Cumulative;

  explicit Table(uint32_t Count, double (*Load)(uint32_t) = nullptr)
      : Bound(Count + 1), Cumulative(Count + 1) {
    for (uint32_t J = 0; J < Count; ++J) {
      Bound[J + 1] = J + 1;
      Cumulative[J + 1] = Cumulative[J] + (Load ? Load(J) : 1);
    }
  }
  ChunkTable get() const { return {Bound.data(), Cumulative.data()}; }
};

uint32_t one(ChunkRange) { return 1; }
uint32_t all(ChunkRange Left) { return Left.size(); }

TEST(Slot, AWordOfAnotherEpochIsTheAbsentOwnersGroup) {
  Slot S;
  EXPECT_EQ(S.peek(SlotWord(1, {10, 20})).size(), 10u);
  S.publish(SlotWord(1, {3, 4}));
  EXPECT_EQ(S.peek(SlotWord(1, {10, 20})).size(), 1u);
  EXPECT_EQ(S.peek(SlotWord(2, {10, 20})).size(), 10u);
}

TEST(Slot, IsEmptyOnlyIfItsOwnerWasThere) {
  Slot S;
  EXPECT_FALSE(S.isEmpty(1));
  S.publish(SlotWord(1, {3, 4}));
  EXPECT_FALSE(S.isEmpty(1));
  S.takeFront(SlotWord(1, {0, 4}), all);
  EXPECT_TRUE(S.isEmpty(1));
  EXPECT_FALSE(S.isEmpty(2));
}

TEST(Slot, AnAbsentOwnersGroupCanBeTakenBeforeItComes) {
  Slot S;
  Table Chunks(100);
  ChunkRange Stolen = S.takeBack(SlotWord(1, {0, 100}), Chunks.get());
  EXPECT_EQ(Stolen.Begin, 0u);
  EXPECT_EQ(Stolen.End, 100u);
  EXPECT_FALSE(S.arrive(SlotWord(1, {0, 100}), 1));
  EXPECT_TRUE(S.takeFront(SlotWord(1, {0, 100}), all).empty());
}

TEST(Slot, ThievesLeaveHalfToAnOwnerThatHasArrived) {
  Slot S;
  Table Chunks(100);
  EXPECT_TRUE(S.arrive(SlotWord(1, {0, 100}), 20));
  ChunkRange Stolen = S.takeBack(SlotWord(1, {0, 100}), Chunks.get());
  EXPECT_EQ(Stolen.Begin, 60u);
  EXPECT_EQ(Stolen.End, 100u);
  ChunkRange Left = S.takeFront(SlotWord(1, {0, 100}), all);
  EXPECT_EQ(Left.Begin, 20u);
  EXPECT_EQ(Left.End, 60u);
}

TEST(Slot, AnOwnerThatHasArrivedClaimsInFewSteps) {
  Slot S;
  Table Chunks(100);
  EXPECT_TRUE(S.arrive(SlotWord(1, {0, 100}), 20));
  const SlotWord Before = S.word();
  EXPECT_EQ(Before.range().Begin, 20u);
  EXPECT_EQ(Before.range().End, 100u);
  EXPECT_TRUE(S.tryTakeFront(Before, 30));
  const SlotWord Between = S.word();
  EXPECT_EQ(Between.range().Begin, 50u);
  // A thief comes in between: the claim fails, and nothing is lost.
  EXPECT_EQ(S.takeBack(SlotWord(1, {0, 100}), Chunks.get()).Begin, 75u);
  EXPECT_FALSE(S.tryTakeFront(Between, 1));
  EXPECT_EQ(S.word().range().Begin, 50u);
  EXPECT_EQ(S.word().range().End, 75u);
  EXPECT_TRUE(S.tryTakeFront(S.word(), 25));
  EXPECT_TRUE(S.isEmpty(1));
}

TEST(Slot, ThievesTakeHalfOfTheLoadNotOfTheChunks) {
  Slot S;
  Table Chunks(100, [](uint32_t J) { return J == 0 ? 99.0 : 1.0; });
  S.publish(SlotWord(1, {0, 100}));
  ChunkRange Stolen = S.takeBack(SlotWord(1, {0, 100}), Chunks.get());
  EXPECT_EQ(Stolen.Begin, 1u);
}

TEST(Slot, ThievesTakeHalfOfTheChunksIfThereIsNoLoad) {
  Slot S;
  Table Chunks(100, [](uint32_t) { return 0.0; });
  S.publish(SlotWord(1, {0, 100}));
  EXPECT_EQ(S.takeBack(SlotWord(1, {0, 100}), Chunks.get()).Begin, 50u);
}

TEST(Slot, TheLastChunkCanBeStolen) {
  Slot S;
  Table Chunks(1);
  EXPECT_EQ(S.takeBack(SlotWord(1, {0, 1}), Chunks.get()).size(), 1u);
  EXPECT_TRUE(S.takeBack(SlotWord(1, {0, 1}), Chunks.get()).empty());
}

TEST(Slot, HoldsTheLargestChunkNumbers) {
  Slot S;
  S.publish(SlotWord(65535, {MaxChunkNumber - 1, MaxChunkNumber}));
  ChunkRange R = S.takeFront(SlotWord(65535, {}), all);
  EXPECT_EQ(R.Begin, MaxChunkNumber - 1);
  EXPECT_EQ(R.End, MaxChunkNumber);
}

TEST(ChunkTable, APieceHasNoMoreOfTheLoadThanOfTheChunks) {
  const Table Even(100), Rising(100, [](uint32_t J) { return J + 1.0; });
  const Table Falling(100, [](uint32_t J) { return 100.0 - J; });
  const Table Giant(100, [](uint32_t J) { return J == 0 ? 99.0 : 0.0; });
  const Table None(100, [](uint32_t) { return 0.0; });
  for (const Table *T : {&Even, &Rising, &None})
    EXPECT_EQ(T->get().light({0, 100}, 25), 25u);
  // 100 + 99 + ... + 89 is 1134, a quarter of all is 1262.
  EXPECT_EQ(Falling.get().light({0, 100}, 25), 13u);
  EXPECT_EQ(Falling.get().light({0, 100}, 100), 100u);
  EXPECT_EQ(Falling.get().light({99, 100}, 1), 1u);
  EXPECT_EQ(Giant.get().light({0, 100}, 25), 1u);
  EXPECT_EQ(Giant.get().light({1, 100}, 25), 25u);
  const ChunkTable Shares = {nullptr, nullptr, {1000, 2}};
  EXPECT_EQ(Shares.light(Shares.Even.group(1), 7), 7u);
}

/// Threads claim all of Count chunks from one another's slots: each its own
/// from the front, piece by piece, then others' from the back.
void contend(uint32_t Threads, uint32_t Count,
             uint32_t (*PieceOf)(ChunkRange)) {
  Table Chunks(Count);
  std::vector<Slot> Slots(Threads);
  for (uint16_t Epoch = 1; Epoch <= 20; ++Epoch) {
    Tally Claims(Count);
    auto Group = [&](uint32_t T) {
      return ChunkRange{Count * T / Threads, Count * (T + 1) / Threads};
    };
    runTeam(Threads, [&](uint32_t T) {
      for (bool HasArrived = false;; HasArrived = true) {
        ChunkRange R;
        const SlotWord Word = Slots[T].word();
        const ChunkRange Left = Word.range();
        if (!HasArrived || Left.empty())
          R = Slots[T].takeFront(SlotWord(Epoch, Group(T)), PieceOf);
        else if (Slots[T].tryTakeFront(Word, PieceOf(Left)))
          R = {Left.Begin, Left.Begin + PieceOf(Left)};
        else
          continue;
        for (uint32_t V = 0; R.empty() && V < Threads; ++V)
          R = Slots[V].takeBack(SlotWord(Epoch, Group(V)), Chunks.get());
        if (R.empty())
          return;
        if (R.size() > 1) {
          Slots[T].publish(SlotWord(Epoch, {R.Begin + 1, R.End}));
          R.End = R.Begin + 1;
        }
        Claims.run({R.Begin, R.End});
      }
    });
    EXPECT_TRUE(Claims.isExactly(1)) << Threads << " threads, " << Count;
  }
}

TEST(Slot, ManyThreadsClaimEveryChunkExactlyOnce) {
  for (uint32_t Threads : {2u, 3u, 5u, 8u})
    for (uint32_t Count : {1u, 2u, 7u, 8u, 9u, 1000u})
      contend(Threads, Count, one);
}

} // namespace
