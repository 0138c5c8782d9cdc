//===- ReductionBlocksTest.cpp - where sums are cut, how they are combined ===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "plan/ReductionBlocks.h"

#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace usersched;

namespace {

constexpr uint64_t Plenty = uint64_t(1) << 26;

TEST(ReductionBlocksTest, BlocksAreAllIterations) {
  for (uint64_t N : {1, 2, 959, 960, 961, 1919, 100000, 1000000007})
    for (uint64_t Bytes : {1, 16, 4096, 1 << 20}) {
      const ReductionBlocks B = ReductionBlocks::of(N, Bytes, Plenty);
      EXPECT_LE(B.Count * Bytes, Plenty) << N << " " << Bytes;
      EXPECT_EQ(B.begin(0), 0u);
      EXPECT_EQ(B.begin(B.Count), N) << N << " " << Bytes;
    }
}

TEST(ReductionBlocksTest, BlocksDifferByOneUnit) {
  for (uint64_t N : {1, 959, 961, 1919, 7681, 100003, 123456789}) {
    const ReductionBlocks B = ReductionBlocks::of(N, 16, Plenty);
    const uint64_t Size = N / B.Count;
    EXPECT_TRUE(B.Unit == 1 || 4 * B.Unit <= Size) << N;
    for (uint64_t I = 0; I < B.Count; ++I) {
      EXPECT_EQ(B.begin(I) % B.Unit, 0u) << N << " " << I;
      const uint64_t Own = B.begin(I + 1) - B.begin(I);
      EXPECT_LE(Own, Size + B.Unit) << N << " " << I;
      EXPECT_GE(Own + B.Unit + (I + 1 == B.Count ? B.Unit : 0), Size)
          << N << " " << I;
      EXPECT_GE(Own, 1u);
    }
  }
}

TEST(ReductionBlocksTest, LongBlocksAreMultiplesOfVectors) {
  EXPECT_EQ(ReductionBlocks::of(10000, 16, Plenty).Unit, 2u);
  EXPECT_EQ(ReductionBlocks::of(100000, 16, Plenty).Unit, 16u);
  EXPECT_EQ(ReductionBlocks::of(1000000, 16, Plenty).Unit, 64u);
}

TEST(ReductionBlocksTest, EqualLoadsDivideEvenly) {
  for (uint64_t N : {961, 1500, 20000, 600000, 1000000, 100000000})
    for (uint64_t Threads : {2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 24, 32}) {
      const ReductionBlocks B = ReductionBlocks::of(N, 16, Plenty);
      EXPECT_EQ(B.Count % Threads, 0u) << N;
      const uint64_t Share = B.Count / Threads;
      for (uint64_t T = 0; T < Threads; ++T)
        EXPECT_LE(B.begin((T + 1) * Share) - B.begin(T * Share),
                  N / Threads + B.Unit)
            << N << " " << Threads;
    }
}

TEST(ReductionBlocksTest, NoIterationsHaveNoBlock) {
  EXPECT_EQ(ReductionBlocks::of(0, 16, Plenty).Count, 0u);
}

TEST(ReductionBlocksTest, FewIterationsHaveABlockEach) {
  for (uint64_t N : {1, 2, 959, 960}) {
    const ReductionBlocks B = ReductionBlocks::of(N, 16, Plenty);
    EXPECT_EQ(B.Count, N);
    for (uint64_t I = 0; I <= N; ++I)
      EXPECT_EQ(B.begin(I), I);
  }
}

TEST(ReductionBlocksTest, LargeTripCountsHaveBlocks) {
  for (uint64_t N : {UINT64_MAX / 4 - 63, UINT64_MAX / 4, UINT64_MAX / 4 + 1,
                     UINT64_MAX / 2, UINT64_MAX - 100000}) {
    const ReductionBlocks B = ReductionBlocks::of(N, 16, Plenty);
    EXPECT_EQ(B.Count, 15360u);
    EXPECT_EQ(B.begin(B.Count), N);
    for (uint64_t I = 0; I < B.Count; ++I)
      EXPECT_LT(B.begin(I), B.begin(I + 1));
  }
  const ReductionBlocks B = ReductionBlocks::of(UINT64_MAX, 16, Plenty);
  EXPECT_EQ(B.Count, 1u);
  EXPECT_EQ(B.begin(1), UINT64_MAX);
}

TEST(ReductionBlocksTest, VariablesOfTheSizeOfTheMemoryHaveOneBlock) {
  EXPECT_EQ(ReductionBlocks::of(1000, Plenty, Plenty).Count, 1u);
}

/// What is combined with what, in words.
class ReductionTreeTest : public testing::Test {
protected:
  std::vector<std::string> Values;

  void start(uint64_t Count) {
    Values.clear();
    for (uint64_t B = 0; B < Count; ++B)
      Values.push_back(std::to_string(B));
  }
  auto combine() {
    return [this](uint64_t Left, uint64_t Right) {
      // Built up, because GCC warns of some sums of strings.
      std::string Both = "(";
      Both += Values.at(Left);
      Both += ' ';
      Both += Values.at(Right);
      Both += ')';
      Values[Left] = Both;
    };
  }
  std::string serial(uint64_t Count) {
    start(Count);
    ReductionTree(Count).combineRange(0, Count, combine());
    return Values[0];
  }
};

TEST_F(ReductionTreeTest, NeighboursAreCombinedFirst) {
  EXPECT_EQ(serial(1), "0");
  EXPECT_EQ(serial(2), "(0 1)");
  EXPECT_EQ(serial(3), "((0 1) 2)");
  EXPECT_EQ(serial(5), "(((0 1) (2 3)) 4)");
  EXPECT_EQ(serial(7), "(((0 1) (2 3)) ((4 5) 6))");
}

TEST_F(ReductionTreeTest, AnyRangesGiveTheSameTree) {
  std::mt19937 R(1);
  for (uint64_t Count = 1; Count <= 70; ++Count) {
    const std::string Expected = serial(Count);
    for (int Round = 0; Round < 20; ++Round) {
      start(Count);
      std::vector<std::pair<uint64_t, uint64_t>> Ranges;
      for (uint64_t First = 0; First < Count;) {
        const uint64_t End = std::min<uint64_t>(
            Count, First + 1 + R() % (Round % 2 ? Count : 4));
        Ranges.emplace_back(First, End);
        First = End;
      }
      std::shuffle(Ranges.begin(), Ranges.end(), R);
      std::vector<uint64_t> EndOfRange(Count);
      for (auto [First, End] : Ranges) {
        std::fill(EndOfRange.begin() + static_cast<std::ptrdiff_t>(First),
                  EndOfRange.begin() + static_cast<std::ptrdiff_t>(End), End);
        ReductionTree(Count).combineRange(First, End, combine());
      }
      ReductionTree(Count).combineRest(EndOfRange.data(), combine());
      EXPECT_EQ(Values[0], Expected);
    }
  }
}

} // namespace
