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
  for (uint64_t N : {1, 2, 511, 512, 513, 100000, 1000000007})
    for (uint64_t Bytes : {1, 16, 4096, 1 << 20}) {
      const ReductionBlocks B = ReductionBlocks::of(N, Bytes, Plenty);
      EXPECT_GE(B.Size, 1u);
      EXPECT_LT((B.Count - 1) * B.Size, N) << N << " " << Bytes;
      EXPECT_GE(B.Count * B.Size, N) << N << " " << Bytes;
      EXPECT_LE(B.Count * Bytes, Plenty) << N << " " << Bytes;
    }
}

TEST(ReductionBlocksTest, NoIterationsHaveNoBlock) {
  EXPECT_EQ(ReductionBlocks::of(0, 16, Plenty).Count, 0u);
}

TEST(ReductionBlocksTest, FewIterationsHaveABlockEach) {
  EXPECT_EQ(ReductionBlocks::of(512, 16, Plenty).Size, 1u);
  EXPECT_EQ(ReductionBlocks::of(512, 16, Plenty).Count, 512u);
}

TEST(ReductionBlocksTest, TheLargestTripCountHasBlocks) {
  const ReductionBlocks B = ReductionBlocks::of(UINT64_MAX, 16, Plenty);
  EXPECT_LE(B.Count, 16384u);
  EXPECT_GE(B.Size, UINT64_MAX / 16384);
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
