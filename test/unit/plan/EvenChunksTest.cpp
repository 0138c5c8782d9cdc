//===- EvenChunksTest.cpp - chunks of equally many iterations -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "plan/EvenChunks.h"
#include "TestLoop.h"
#include "run/Activation.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

constexpr uint64_t Huge = uint64_t(1) << 63;

TEST(EvenChunksTest, GroupsAreTheEvenSharesAndNoChunkIsEmpty) {
  TestLoop Loop(nullptr);
  EvenChunks Chunks;
  for (const uint32_t Threads : {2u, 3u, 7u, 112u})
    for (const uint64_t N : {uint64_t(Threads), uint64_t(Threads) + 1,
                             uint64_t(1000), uint64_t(12345), Huge, ~Huge}) {
      if (N < Threads)
        continue;
      Chunks.cut(Loop.call(N, 0, Threads));
      const ChunkTable Table = Chunks.chunks();
      EXPECT_EQ(Table.Bound[Chunks.lastChunk() + 1], N);
      for (uint32_t T = 0; T < Threads; ++T) {
        const ChunkRange Group = Chunks.group(T);
        const IterationRange Share = Loop.call(N, T, Threads).evenShare();
        EXPECT_EQ(Table.Bound[Group.Begin], Share.Begin) << N << ' ' << T;
        EXPECT_EQ(Table.Bound[Group.End], Share.End) << N << ' ' << T;
        for (uint32_t C = Group.Begin; C < Group.End; ++C)
          EXPECT_LT(Table.Bound[C], Table.Bound[C + 1]) << N << ' ' << C;
      }
    }
}

TEST(EvenChunksTest, ThereAreFewButEnough) {
  TestLoop Loop(nullptr);
  EvenChunks Chunks;
  for (uint64_t N = 2; N < 1u << 20; N = N * 5 / 4 + 1) {
    Chunks.cut(Loop.call(N, 1, 2));
    EXPECT_EQ(Chunks.group(0).size(), std::min<uint64_t>(N / 2, 64));
  }
}

TEST(EvenChunksTest, TheFirstPieceIsHalfAGroup) {
  EXPECT_EQ(evenPieces(16, 2).most(), 8u);
  EXPECT_EQ(evenPieces(1, 2).most(), 1u);
  EXPECT_EQ(evenPieces(1, 2).least(), 1u);
}

TEST(EvenChunksTest, EachThreadNeedsAnIteration) {
  TestLoop Loop(nullptr);
  EXPECT_FALSE(EvenChunks::arePossible(Loop.call(2, 0, 3)));
  EXPECT_TRUE(EvenChunks::arePossible(Loop.call(3, 0, 3)));
  EXPECT_FALSE(EvenChunks::arePossible(Loop.call(Huge, 0, 1u << 18)));
}

} // namespace
