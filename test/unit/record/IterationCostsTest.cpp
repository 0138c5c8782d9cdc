//===- IterationCostsTest.cpp - what each iteration has cost --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "record/IterationCosts.h"

#include <gtest/gtest.h>

using namespace usersched;

namespace {

using Costs = std::vector<double>;

/// Returns the cost of each iteration, and checks that they add up to Total.
Costs costs(const PlanRecord *Of, double Total, uint64_t TripCount) {
  Costs Each;
  for (const AlikeIterations &Part : iterationCosts(Of, Total, TripCount))
    Each.resize(Part.End, Part.CostEach);
  EXPECT_EQ(Each.size(), TripCount);
  double Sum = 0;
  for (double Cost : Each) {
    EXPECT_GE(Cost, 0);
    Sum += Cost;
  }
  EXPECT_NEAR(Sum, Total, 1e-9 * Total);
  return Each;
}

/// Chunks of 0 to 3, 4 to 7 and 8 to 11, whose iterations have the loads 1, 2
/// and 0.
PlanRecord planned() {
  return PlanRecord(
      Plan(PlanKey{12, 0, 1}, {0, 4, 8, 12}, {0, 4, 12, 12}, {0, 3}));
}

TEST(IterationCosts, AreAlikeIfNothingIsKnown) {
  EXPECT_EQ(costs(nullptr, 10, 5), Costs(5, 2));
  const PlanRecord Nothing(PlanKey{5, 0, 1});
  EXPECT_EQ(costs(&Nothing, 10, 5), Costs(5, 2));
}

TEST(IterationCosts, FollowTheLoadsWhereNothingWasTimed) {
  const PlanRecord Loads = planned();
  const Costs Each = costs(&Loads, 24, 12);
  EXPECT_NEAR(Each[0], 2, 1e-3);
  EXPECT_NEAR(Each[7], 4, 1e-3);
  EXPECT_NEAR(Each[8], 0, 1e-3);
}

TEST(IterationCosts, FollowTheTimesOfRanges) {
  PlanRecord Loads = planned();
  // A unit of load takes ten times as long in the second chunk.
  Loads.add({{0, 4}, 4, 40});
  Loads.add({{4, 8}, 8, 800});
  const Costs Each = costs(&Loads, 840, 12);
  EXPECT_NEAR(Each[3], 10, 1e-3);
  EXPECT_NEAR(Each[4], 200, 1e-3);
  EXPECT_NEAR(Each[11], 0, 1e-3);
}

TEST(IterationCosts, DivideRangesWithoutLoadsEvenly) {
  PlanRecord Times(PlanKey{10, 0, 1});
  Times.add({{0, 5}, 0, 100});
  Times.add({{5, 10}, 0, 400});
  const Costs Each = costs(&Times, 50, 10);
  EXPECT_DOUBLE_EQ(Each[0], 2);
  EXPECT_DOUBLE_EQ(Each[9], 8);
}

TEST(IterationCosts, BelieveShortRangesMore) {
  PlanRecord Times(PlanKey{100, 0, 1});
  Times.add({{0, 100}, 0, 1000});
  Times.add({{0, 10}, 0, 550});
  const Costs Each = costs(&Times, 100, 100);
  // 55 counts ten times as much as 10.
  EXPECT_NEAR(Each[0] / Each[99], (10 * 55 + 10) / 11.0 / 10, 1e-9);
}

TEST(IterationCosts, DoNotBelieveWhatWasTimedOnce) {
  PlanRecord Times(PlanKey{10, 0, 1});
  for (int Time = 0; Time < 2; ++Time) {
    Times.add({{0, 5}, 0, 50});
    Times.add({{5, 10}, 0, 50});
  }
  // The thread lost its processor.
  Times.add({{2, 3}, 0, 4000000});
  EXPECT_EQ(costs(&Times, 10, 10), Costs(10, 1));
}

TEST(IterationCosts, FollowTheTimesOfRangesWithoutLoad) {
  PlanRecord Loads = planned();
  Loads.add({{0, 4}, 4, 40});
  Loads.add({{4, 8}, 8, 800});
  Loads.add({{8, 12}, 0, 100});
  const Costs Each = costs(&Loads, 940, 12);
  EXPECT_NEAR(Each[0], 10, 1e-3);
  EXPECT_NEAR(Each[4], 200, 1e-3);
  EXPECT_NEAR(Each[11], 25, 1e-3);
}

TEST(IterationCosts, AreNumbersWhateverTheLoadsAre) {
  PlanRecord Loads(
      Plan(PlanKey{3, 0, 1}, {0, 1, 2, 3}, {0, 1e-305, 1e300, 1e300}, {0, 3}));
  Loads.add({{0, 1}, 1e-305, 1000000});
  Loads.add({{1, 3}, 1e300, 1000000});
  const Costs Each = costs(&Loads, 2, 3);
  EXPECT_NEAR(Each[0], 1, 1e-3);
  EXPECT_NEAR(Each[1], 1, 1e-3);
  PlanRecord Tiny(
      Plan(PlanKey{2, 0, 1}, {0, 1, 2}, {0, 1e-307, 2e-307}, {0, 2}));
  Tiny.add({{0, 1}, 1e-307, 3000000});
  Tiny.add({{1, 2}, 1e-307, 1000000});
  const Costs Of = costs(&Tiny, 4, 2);
  EXPECT_NEAR(Of[0], 3, 1e-3);
  EXPECT_NEAR(Of[1], 1, 1e-3);
}

} // namespace
