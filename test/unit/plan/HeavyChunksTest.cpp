//===- HeavyChunksTest.cpp - chunks that turn out heavy are cut -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chunk that takes much of a thread's share is cut into iterations, and
// joined again when it has become light. The inspected chunks and their loads
// remain.
//
//===----------------------------------------------------------------------===//
#include "plan/Balancer.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace usersched;

namespace {

/// So many chunks of Length iterations, each iteration with a load of 1.
Plan flatPlan(uint32_t Chunks, uint64_t Length, uint32_t Threads,
              Granularity Grain = Granularity::Chosen) {
  std::vector<uint64_t> Bound;
  for (uint32_t J = 0; J <= Chunks; ++J)
    Bound.push_back(J * Length);
  const std::vector<double> Cumulative(Bound.begin(), Bound.end());
  return balance({Bound.back(), 0, Threads},
                 {{{Bound.data(), Cumulative.data()}, Chunks}}, Grain);
}

/// What the chunks of P weigh if iteration I weighs Weight(I).
template <typename Function>
std::vector<double> weigh(const Plan &P, Function Weight) {
  std::vector<double> Sums{0};
  for (uint32_t J = 0; J <= P.lastChunk(); ++J) {
    Sums.push_back(Sums.back());
    for (uint64_t I = P.Bound[J]; I < P.Bound[J + 1]; ++I)
      Sums.back() += Weight(I);
  }
  return Sums;
}

/// P with its chunks cut by what iteration I weighs.
template <typename Function> Plan cut(const Plan &P, Function Weight) {
  Chunks All = cutHeavy(P, weigh(P, Weight));
  std::vector<uint32_t> Groups(P.Key.Threads + 1, All.size());
  Groups[0] = 0;
  return {P, std::move(All.Bound), std::move(All.Cumulative), std::move(Groups),
          false};
}

/// The heaviest chunk of several iterations, in shares.
double heaviest(const Plan &P) {
  double Most = 0;
  for (uint32_t J = 0; J <= P.lastChunk(); ++J)
    if (P.chunks().iterations({J, J + 1}).size() > 1)
      Most = std::max(Most, P.chunks().load({J, J + 1}));
  return Most / P.Cumulative.back() * P.Key.Threads;
}

void expectInspectedChunks(const Plan &P) {
  EXPECT_TRUE(std::includes(P.Bound.begin(), P.Bound.end(),
                            P.inspected().Bound.begin(),
                            P.inspected().Bound.end()));
  EXPECT_TRUE(std::is_sorted(P.Cumulative.begin(), P.Cumulative.end()));
}

TEST(HeavyChunks, AreCutIntoPartsOfAShare) {
  const Plan First = flatPlan(1000, 4, 8);
  // The chunk of iterations 2000 to 2003 takes as long as two shares.
  const Plan P = cut(First, [](uint64_t I) { return I / 4 == 500 ? 500 : 1; });
  EXPECT_LE(heaviest(P), 1.0 / 32);
  EXPECT_EQ(P.Bound.size(), First.Bound.size() + 3);
  EXPECT_EQ(P.Bound[501], 2001u);
  EXPECT_EQ(P.Cumulative[501] - P.Cumulative[500], 500);
  expectInspectedChunks(P);
}

TEST(HeavyChunks, AreCutNoFinerThanNeeded) {
  const Plan P = cut(flatPlan(64, 1000, 2),
                     [](uint64_t I) { return I / 1000 == 7 ? 10.0 : 1.0; });
  // 64 parts of 1141 each, and the chunk has 10000.
  EXPECT_EQ(P.Bound.size(), 65u + 8);
  EXPECT_LE(heaviest(P), 1.0 / 32);
}

TEST(HeavyChunks, StayWhereNoneIsHeavy) {
  const Plan First = flatPlan(1000, 4, 8);
  EXPECT_EQ(cut(First, [](uint64_t I) { return 1 + I % 3; }).Bound,
            First.Bound);
}

TEST(HeavyChunks, OfWhichTheLoadIsKnownStay) {
  // One iteration has half of the load and of the time: cut in the middle, the
  // chunk would seem to be two of half the weight.
  const Plan First({1000, 0, 8}, {0, 2, 4, 1000}, {0, 2, 998, 1994},
                   {0, 0, 1, 1, 1, 1, 1, 2, 3});
  const Chunks Same = cutHeavy(First, {0, 2, 998, 1994});
  EXPECT_EQ(Same.Bound, First.Bound);
  EXPECT_EQ(cutHeavy(First, {0, 500, 501, 1000}).Bound,
            (std::vector<uint64_t>{0, 1, 2, 4, 1000}));
}

TEST(HeavyChunks, AreJoinedWhenTheyHaveBecomeLight) {
  const Plan First = flatPlan(1000, 8, 8);
  const auto Hot = [](uint64_t Chunk) {
    return [Chunk](uint64_t I) { return I / 8 == Chunk ? 500.0 : 1.0; };
  };
  Plan P = cut(First, Hot(100));
  EXPECT_GT(P.Bound.size(), First.Bound.size());
  P = cut(P, Hot(900));
  EXPECT_EQ(P.Bound.size(), First.Bound.size() + 7);
  EXPECT_TRUE(std::binary_search(P.Bound.begin(), P.Bound.end(), 7201u));
  EXPECT_FALSE(std::binary_search(P.Bound.begin(), P.Bound.end(), 801u));
  EXPECT_EQ(cut(P, [](uint64_t) { return 1.0; }).Bound, First.Bound);
}

TEST(HeavyChunks, NeverBecomeMoreThanTwoForEachPartWhereverTheTimeGoes) {
  const Plan First = flatPlan(100, 10000, 3);
  Plan P = First;
  std::mt19937 Random(1);
  for (int Times = 0; Times < 10; ++Times) {
    const uint64_t At = Random() % 900000, Length = 1 + Random() % 100000;
    P = cut(P, [=](uint64_t I) { return I - At < Length ? 1000.0 : 0.01; });
    EXPECT_LE(heaviest(P), 2.0 / 32) << "a part may have an iteration more";
    EXPECT_LE(P.Bound.size(), First.Bound.size() + 2 * 32 * 3);
    expectInspectedChunks(P);
  }
}

TEST(HeavyChunks, OfAUserAreNotCut) {
  const Plan First = flatPlan(100, 10, 4, Granularity::Given);
  const auto Weight = [](uint64_t I) { return I < 10 ? 1000.0 : 1.0; };
  EXPECT_EQ(cut(First, Weight).Bound, First.Bound);
  EXPECT_EQ(cut(cut(First, Weight), Weight).Bound, First.Bound);
}

TEST(HeavyChunks, MayWeighNothingOrEverything) {
  const Plan First = flatPlan(10, 10, 4);
  for (const double Each : {0.0, std::numeric_limits<double>::infinity()})
    EXPECT_EQ(cut(First, [Each](uint64_t) { return Each; }).Bound, First.Bound);
}

TEST(HeavyChunks, KeepTheLoadsOfTheInspection) {
  // Chunk J of the inspection has a load of J.
  std::vector<uint64_t> Bound{0};
  std::vector<double> Cumulative{0};
  for (uint32_t J = 0; J < 100; ++J) {
    Bound.push_back(Bound.back() + 10);
    Cumulative.push_back(Cumulative.back() + J);
  }
  const Plan First({1000, 0, 2}, Bound, Cumulative, {0, 50, 100});
  const Plan P =
      cut(First, [](uint64_t I) { return I / 10 == 20 ? 1000.0 : 1.0; });
  ASSERT_EQ(P.Bound.size(), 101u + 9);
  EXPECT_EQ(P.totalLoad(), Cumulative.back());
  const std::vector<double> Loads = P.loads();
  EXPECT_EQ(Loads[20], Cumulative[20]);
  EXPECT_DOUBLE_EQ(Loads[25] - Loads[20], 10) << "half of its iterations";
  EXPECT_EQ(Loads[30], Cumulative[21]);
  EXPECT_EQ(Loads.back(), Cumulative.back());
  const Plan Again = cut(P, [](uint64_t) { return 1.0; });
  EXPECT_EQ(&Again.inspected(), &P.inspected());
  EXPECT_EQ(Again.loads(), Cumulative);
}

} // namespace
