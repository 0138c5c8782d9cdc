//===- PartitionTest.cpp - the heaviest group -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against the best contiguous groups, found by trying all.
//
//===----------------------------------------------------------------------===//
#include "plan/Partition.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

using namespace usersched;

namespace {

std::vector<double> sums(const std::vector<double> &Loads) {
  std::vector<double> Result{0};
  for (double Load : Loads)
    Result.push_back(Result.back() + Load);
  return Result;
}

std::vector<uint32_t> nearest(const std::vector<double> &Sums,
                              uint32_t Groups) {
  std::vector<uint32_t> Begin{0};
  for (uint32_t K = 1; K < Groups; ++K) {
    const double Target = Sums.back() * K / Groups;
    uint32_t Best = Begin.back();
    for (uint32_t J = Best; J < Sums.size(); ++J)
      if (std::abs(Sums[J] - Target) < std::abs(Sums[Best] - Target))
        Best = J;
    Begin.push_back(Best);
  }
  Begin.push_back(static_cast<uint32_t>(Sums.size() - 1));
  return Begin;
}

double heaviest(const std::vector<double> &Sums,
                const std::vector<uint32_t> &Begin) {
  double Most = 0;
  for (std::size_t K = 1; K < Begin.size(); ++K)
    Most = std::max(Most, Sums[Begin[K]] - Sums[Begin[K - 1]]);
  return Most;
}

/// Of the best contiguous groups: dynamic programming.
double best(const std::vector<double> &Sums, uint32_t Groups) {
  std::vector<double> Now(Sums.size());
  for (std::size_t J = 0; J < Sums.size(); ++J)
    Now[J] = Sums[J];
  for (uint32_t K = 1; K < Groups; ++K) {
    std::vector<double> Next(Sums.size(),
                             std::numeric_limits<double>::infinity());
    for (std::size_t J = 0; J < Sums.size(); ++J)
      for (std::size_t I = 0; I <= J; ++I)
        Next[J] = std::min(Next[J], std::max(Now[I], Sums[J] - Sums[I]));
    Now = Next;
  }
  return Now.back();
}

void expectBest(const std::vector<double> &Loads, uint32_t Groups) {
  const std::vector<double> Sums = sums(Loads);
  std::vector<uint32_t> Begin = nearest(Sums, Groups);
  const double Before = heaviest(Sums, Begin);
  lightenHeaviest(Sums, Begin);
  ASSERT_EQ(Begin.size(), Groups + 1);
  EXPECT_EQ(Begin.front(), 0u);
  EXPECT_EQ(Begin.back() + 1, Sums.size());
  EXPECT_TRUE(std::is_sorted(Begin.begin(), Begin.end()));
  const double Share = Sums.back() / Groups;
  EXPECT_LE(heaviest(Sums, Begin), best(Sums, Groups) + 0.003 * Share);
  EXPECT_LE(heaviest(Sums, Begin), Before);
}

TEST(Partition, IsAsLightAsCanBe) {
  unsigned Seed = 1;
  for (uint32_t Groups : {1u, 2u, 3u, 7u, 16u})
    for (int Size : {1, 2, 5, 40, 90})
      for (unsigned Skew : {1u, 10u, 1000u}) {
        std::vector<double> Loads;
        for (int I = 0; I < Size; ++I) {
          Seed = Seed * 1664525 + 1013904223;
          const unsigned Random = Seed >> 16;
          Loads.push_back(Random % 7 == 0 ? Random % Skew : Random % 10);
        }
        expectBest(Loads, Groups);
      }
}

TEST(Partition, AHeavyChunkAtACutMovesTheCutsBefore) {
  // Nearest: 50 + 40 | ...; moved: each hub has a group of its own.
  expectBest({30, 10, 40, 10, 30, 30, 10, 40}, 4);
}

TEST(Partition, EvenGroupsStayAsTheyAre) {
  const std::vector<double> Sums = sums(std::vector<double>(1000, 1));
  std::vector<uint32_t> Begin = nearest(Sums, 3);
  const auto Before = Begin;
  lightenHeaviest(Sums, Begin);
  EXPECT_EQ(Begin, Before);
}

/// What Begin's groups, for thieves, must be like.
void expectForThieves(const std::vector<double> &Sums,
                      const std::vector<uint32_t> &Begin) {
  const auto Groups = static_cast<uint32_t>(Begin.size() - 1);
  const double Share = Sums.back() / Groups;
  const double Alone = leastWeight(Sums, Groups) * 1.0011;
  EXPECT_EQ(Begin.front(), 0u);
  EXPECT_EQ(Begin.back() + 1, Sums.size());
  ASSERT_TRUE(std::is_sorted(Begin.begin(), Begin.end()));
  for (uint32_t K = 0; K < Groups; ++K) {
    const double Before = Sums[Begin[K]];
    EXPECT_LE(Sums[Begin[K + 1]] - Before, 1.51 * Alone);
    for (uint32_t J = Begin[K]; J < Begin[K + 1]; ++J)
      if (Sums[J + 1] - Sums[J] > Share / 7.9)
        EXPECT_LE(Sums[J + 1] - Before, Alone) << "group " << K;
  }
}

/// Whatever chunks thieves take.
bool leaveToThieves(const std::vector<double> &Sums,
                    std::vector<uint32_t> &Begin) {
  return usersched::leaveToThieves(Sums, Begin, Sums.back());
}

/// Heavy chunks side by side, of which one group can take one but not two.
TEST(Partition, ThievesGetWhatHeavyChunksLeave) {
  std::vector<double> Loads(1000, 1);
  Loads.insert(Loads.end(), 4, 140);
  Loads.insert(Loads.end(), 440, 1);
  const std::vector<double> Sums = sums(Loads); // shares of 200
  std::vector<uint32_t> Begin = nearest(Sums, 10);
  lightenHeaviest(Sums, Begin);
  EXPECT_GT(heaviest(Sums, Begin), 220);
  EXPECT_EQ(heaviestGroup(Sums, Begin), heaviest(Sums, Begin));
  EXPECT_EQ(leastWeight(Sums, 10), 200);
  ASSERT_TRUE(leaveToThieves(Sums, Begin));
  expectForThieves(Sums, Begin);
}

TEST(Partition, ThievesEvenOutWhatIsLightAndNotWhatIsHeavy) {
  // Shares of 100, of which a heavy chunk has more than 12.5.
  const auto Weight = [](const std::vector<double> &Loads,
                         const std::vector<uint32_t> &Begin) {
    return weightWithThieves(sums(Loads), Begin);
  };
  const std::vector<double> Light(20, 10);
  EXPECT_EQ(Weight(Light, {0, 2, 20}), 100) << "all of it is light";
  const std::vector<double> Heavy = {60, 60, 10, 10, 10, 10, 10, 10, 10, 10};
  EXPECT_EQ(Weight(Heavy, {0, 1, 10}), 100);
  EXPECT_EQ(Weight(Heavy, {0, 2, 10}), 120) << "one thread begins both";
  EXPECT_EQ(Weight(Heavy, {0, 3, 10}), 120);
  const std::vector<double> Late = {80, 80, 60, 80};
  EXPECT_EQ(Weight(Late, {0, 3, 4, 4}), 160)
      << "after a share, thieves begin what is left";
  EXPECT_EQ(Weight({200, 0}, {0, 1, 2}), 200) << "the heaviest chunk";
  EXPECT_EQ(Weight({0, 0}, {0, 1, 2}), 0);
}

TEST(Partition, LeavesToThievesWhateverTheLoads) {
  unsigned Seed = 1;
  int Left = 0;
  for (uint32_t Groups : {2u, 7u, 64u})
    for (int Size : {1, 300, 5000})
      for (unsigned Rare : {2u, 50u, 500u}) {
        std::vector<double> Loads;
        for (int I = 0; I < Size; ++I) {
          Seed = Seed * 1664525 + 1013904223;
          Loads.push_back((Seed >> 16) % Rare ? 1 : (Seed >> 8) % 997);
        }
        const std::vector<double> Sums = sums(Loads);
        std::vector<uint32_t> Begin = nearest(Sums, Groups);
        const auto Before = Begin;
        if (leaveToThieves(Sums, Begin)) {
          expectForThieves(Sums, Begin);
          ++Left;
        } else {
          EXPECT_EQ(Begin, Before);
        }
      }
  EXPECT_GT(Left, 5);
  EXPECT_LT(Left, 25);
}

/// Each group has room for a light chunk and a heavy one, and for no more.
TEST(Partition, RoundingDoesNotPartWhatFits) {
  for (const uint32_t Groups : {10u, 64u, 1000u}) {
    std::vector<double> Loads;
    for (uint32_t K = 0; K < Groups; ++K)
      Loads.insert(Loads.end(), {0.1, 0.7});
    const std::vector<double> Sums = sums(Loads);
    std::vector<uint32_t> Begin = nearest(Sums, Groups);
    const auto Fitting = Begin;
    EXPECT_TRUE(leaveToThieves(Sums, Begin)) << Groups;
    EXPECT_EQ(Begin, Fitting) << Groups;
  }
}

TEST(Partition, NothingIsLeftToThievesWhereAllIsHeavy) {
  const std::vector<double> Sums = sums({3, 3, 3, 3, 3, 3});
  std::vector<uint32_t> Begin = nearest(Sums, 4);
  const auto Before = Begin;
  EXPECT_FALSE(leaveToThieves(Sums, Begin));
  EXPECT_EQ(Begin, Before);
}

/// A thief cannot even out less than it takes at once.
TEST(Partition, NothingIsLeftToThievesThatWeighsMoreThanItSaves) {
  std::vector<double> Loads(1000, 1);
  Loads.insert(Loads.end(), 4, 140);
  Loads.insert(Loads.end(), 440, 1);
  const std::vector<double> Sums = sums(Loads);
  const std::vector<uint32_t> Before = nearest(Sums, 10);
  std::vector<uint32_t> Begin = Before;
  // Light chunks weigh 1, which is 1 / 200 of a share, heavy ones must be
  // more than 1 / 128 of one.
  EXPECT_FALSE(usersched::leaveToThieves(Sums, Begin, 200 / 129.0));
  EXPECT_EQ(Begin, Before);
  EXPECT_TRUE(usersched::leaveToThieves(Sums, Begin, 200 / 127.0));
}

TEST(Partition, WithoutAnyLoadThereIsNothingToLeave) {
  const std::vector<double> Sums(11, 0);
  std::vector<uint32_t> Begin = {0, 3, 6, 10};
  leaveToThieves(Sums, Begin);
  EXPECT_EQ(Begin.back(), 10u);
  EXPECT_TRUE(std::is_sorted(Begin.begin(), Begin.end()));
}

TEST(Partition, WithoutAnyLoadNothingMoves) {
  const std::vector<double> Sums(11, 0);
  std::vector<uint32_t> Begin = {0, 3, 6, 10};
  lightenHeaviest(Sums, Begin);
  EXPECT_EQ(Begin, (std::vector<uint32_t>{0, 3, 6, 10}));
}

#ifdef __SSE2__
/// Programs of -ffast-math compute with these, without subnormal numbers.
TEST(Partition, TheSmallestLoadsEndWithoutSubnormalNumbers) {
  std::vector<double> Loads;
  for (int I = 0; I < 2000; ++I)
    Loads.push_back(I % 50 ? 2.3e-308 : 8e-308);
  const std::vector<double> Sums = sums(Loads);
  const unsigned Before = _mm_getcsr();
  _mm_setcsr(Before | 0x8040); // flush to zero, and denormals are zeros
  std::vector<uint32_t> Begin(5, 0);
  Begin.back() = 2000;
  lightenHeaviest(Sums, Begin);
  leaveToThieves(Sums, Begin);
  _mm_setcsr(Before);
  EXPECT_TRUE(std::is_sorted(Begin.begin(), Begin.end()));
  EXPECT_EQ(Begin.back(), 2000u);
}
#endif

TEST(Partition, LoadsOfAnySizeLoseNoChunk) {
  for (double Scale : {1e-300, 1e-5, 1e15, 1e300}) {
    std::vector<double> Loads;
    for (int I = 0; I < 200; ++I)
      Loads.push_back(Scale * (1 + I * 37 % 101) / (1 + I % 13));
    const std::vector<double> Sums = sums(Loads);
    std::vector<uint32_t> Begin(34, 0);
    Begin.back() = 200;
    lightenHeaviest(Sums, Begin);
    EXPECT_TRUE(std::is_sorted(Begin.begin(), Begin.end()));
    EXPECT_EQ(Begin.back(), 200u);
    EXPECT_LT(heaviest(Sums, Begin), 1.5 * Sums.back() / 33);
  }
}

} // namespace
