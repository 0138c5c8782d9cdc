//===- EvenChunksTest.cpp - chunks of equally many iterations -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "learn/Pieces.h"
#include "plan/ChunkTable.h"

#include <gtest/gtest.h>

using namespace usersched;

namespace {

constexpr uint64_t Largest = (uint64_t(1) << 57) - 1;

IterationRange chunk(const EvenChunks &Chunks, uint32_t C) {
  return Chunks.iterations({C, C + 1});
}

TEST(EvenChunksTest, GroupsAreTheEvenSharesAndNoChunkIsEmpty) {
  for (const uint32_t Threads : {2u, 3u, 7u, 112u})
    for (const uint64_t N : {uint64_t(Threads), uint64_t(Threads) + 1,
                             uint64_t(1000), uint64_t(12345), Largest}) {
      const EvenChunks Chunks(N, Threads);
      for (uint32_t T = 0; T < Threads; ++T) {
        const ChunkRange Group = Chunks.group(T);
        EXPECT_EQ(Chunks.iterations(Group), evenShare(N, T, Threads))
            << N << ' ' << T;
        for (uint32_t C = Group.Begin; C < Group.End; ++C)
          EXPECT_GT(chunk(Chunks, C).size(), 0u) << N << ' ' << C;
      }
    }
}

TEST(EvenChunksTest, ChunksOfAShareDifferByOneIterationAtMost) {
  for (const uint64_t N : {uint64_t(100), uint64_t(777), uint64_t(123456)})
    for (const uint32_t Threads : {2u, 5u, 48u}) {
      const EvenChunks Chunks(N, Threads);
      for (uint32_t T = 0; T < Threads; ++T) {
        const ChunkRange Group = Chunks.group(T);
        const uint64_t Least = evenShare(N, T, Threads).size() / Group.size();
        for (uint32_t C = Group.Begin; C < Group.End; ++C) {
          const uint64_t Length = chunk(Chunks, C).size();
          EXPECT_GE(Length, Least);
          EXPECT_LE(Length, Least + 1);
        }
      }
    }
}

/// So that a bound takes a shift, not a division.
TEST(EvenChunksTest, AShareHasAPowerOfTwoOfChunks) {
  for (uint64_t N = 2; N < 1u << 20; N = N * 5 / 4 + 1) {
    const uint32_t Size = EvenChunks(N, 2).group(0).size();
    EXPECT_EQ(Size & (Size - 1), 0u) << N;
    EXPECT_LE(Size, std::min<uint64_t>(N / 2, 64)) << N;
    EXPECT_GT(2 * Size, std::min<uint64_t>(N / 2, 64)) << N;
  }
  EXPECT_EQ(EvenChunks(1000, 2).group(1).size(), 64u);
}

TEST(EvenChunksTest, TheFirstPieceIsAnEighthAndTheLastIsOneChunk) {
  const PieceSizes Sizes = evenPieces(64);
  std::vector<uint32_t> Pieces;
  for (uint32_t Left = 64; Left > 0; Left -= Pieces.back())
    Pieces.push_back(Sizes.of(Left));
  EXPECT_EQ(Pieces, (std::vector<uint32_t>{8, 8, 8, 8, 8, 8, 8, 4, 2, 1, 1}));
  EXPECT_EQ(evenPieces(1).of(1), 1u);
  EXPECT_EQ(evenPieces(2).of(2), 1u);
}

TEST(EvenChunksTest, EachThreadNeedsAnIteration) {
  EXPECT_FALSE(EvenChunks::arePossible(2, 3));
  EXPECT_TRUE(EvenChunks::arePossible(3, 3));
}

TEST(EvenChunksTest, NumbersMustFit) {
  EXPECT_TRUE(EvenChunks::arePossible(Largest, 2));
  EXPECT_FALSE(EvenChunks::arePossible(Largest + 1, 2));
  EXPECT_FALSE(EvenChunks::arePossible(~uint64_t(0), 2));
  EXPECT_FALSE(EvenChunks::arePossible(Largest, 1u << 19));
  // The number after the last chunk's is the largest that a slot has room for.
  const uint32_t Most = MaxChunkNumber / 64;
  EXPECT_TRUE(EvenChunks::arePossible(Largest, Most));
  EXPECT_LE(EvenChunks(Largest, Most).group(Most).Begin, MaxChunkNumber);
}

/// Where a share has so many iterations. Fewer are dealt out one by one.
TEST(FirstBlockTest, AThreadHasAtLeastSixteen) {
  EXPECT_EQ(firstBlock(1000, 0, 2), (IterationRange{0, 31}));
  EXPECT_EQ(firstBlock(1000, 1, 2), (IterationRange{31, 62}));
  EXPECT_EQ(firstBlock(100, 6, 7), (IterationRange{6, 7}));
  EXPECT_EQ(firstBlock(3, 2, 7), (IterationRange{2, 3}));
  EXPECT_EQ(firstBlock(3, 3, 7).size(), 0u);
  EXPECT_EQ(firstBlock(3, 6, 7).size(), 0u);
  const uint64_t All = ~uint64_t(0);
  EXPECT_EQ(firstBlock(All, 0, 1 << 20).size(), All >> 24);
}

TEST(EvenChunksTest, ATableOfEvenChunksHasIterationsAsLoads) {
  const ChunkTable Chunks = {nullptr, nullptr, {1001, 3}};
  ASSERT_TRUE(Chunks.isEven());
  EXPECT_EQ(Chunks.iterations({0, 64}).End, 334u);
  EXPECT_EQ(Chunks.load({0, 64}), 334);
  EXPECT_EQ(Chunks.load({128, 192}), 333);
  EXPECT_EQ(Chunks.middle({10, 11}), 10u) << "one chunk is not cut";
  EXPECT_EQ(Chunks.middle({10, 14}), 12u);
  EXPECT_EQ(Chunks.middle({10, 13}), 11u) << "the thief has the larger half";
}

} // namespace
