//===- SizeHistoryTest.cpp - what executions took, and what follows ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without teams: the tests say how long an execution took under the technique
// that was chosen. ShortLoopTest has the same with teams.
//
//===----------------------------------------------------------------------===//
#include "learn/SizeHistory.h"

#include "TestClock.h"
#include "TriedSizes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace usersched;
using namespace usersched::test;

namespace {

class SizeHistoryTest : public testing::Test {
protected:
  static constexpr uint64_t N = 1000;
  TriedSizes Selected;
  /// Of an execution under each technique, in microseconds; and how many
  /// threads are busy on average.
  double Inspected = 30, Even = 30, Hybrid = 90, Alone = 30;
  double Busy = 1.5;
  bool MayBeAlone = true;
  /// How often each was chosen.
  uint64_t Count[Techniques] = {};

  Technique execute(uint64_t TripCount = N) {
    const Technique S = Selected.choose(TripCount, MayBeAlone);
    const double Took = S == Technique::Balanced ? Inspected
                        : S == Technique::Even   ? Even
                        : S == Technique::Hybrid ? Hybrid
                                                 : Alone;
    const auto Makespan = static_cast<uint64_t>(Took * Microsecond);
    Selected.note(TripCount, S, Makespan,
                  static_cast<uint64_t>(static_cast<double>(Makespan) * Busy));
    ++Count[static_cast<int>(S)];
    return S;
  }

  void repeat(int Times) {
    for (uint64_t &C : Count)
      C = 0;
    for (int E = 0; E < Times; ++E)
      execute();
  }
  uint64_t count(Technique S) const { return Count[static_cast<int>(S)]; }

  /// The first trip count that is not as Is says.
  template <class Function> uint64_t endOf(Function Is) const {
    const ShortVerdicts Short = Selected.verdicts(true);
    uint64_t Result = 1;
    while (Is(Short, Result))
      ++Result;
    return Result;
  }
};

TEST_F(SizeHistoryTest, InspectsWhatIsNotKnown) {
  EXPECT_EQ(Selected.choose(N, true), Technique::Balanced);
  EXPECT_EQ(Selected.choose(N, true), Technique::Balanced) << "none ended yet";
}

TEST_F(SizeHistoryTest, TriesTheOthersAtOnce) {
  Inspected = Even = Hybrid = Alone = 10;
  EXPECT_EQ(execute(), Technique::Balanced);
  EXPECT_EQ(execute(), Technique::Even);
  EXPECT_EQ(execute(), Technique::Hybrid);
  EXPECT_EQ(execute(), Technique::Serial);
}

TEST_F(SizeHistoryTest, TakesTheLeastMakespan) {
  Inspected = 12, Even = 10, Alone = 11;
  repeat(100);
  EXPECT_GE(count(Technique::Even), 84u);
  Selected.forget();
  Inspected = 8;
  repeat(100);
  EXPECT_GE(count(Technique::Balanced), 84u);
  Selected.forget();
  Alone = 7;
  repeat(100);
  EXPECT_GE(count(Technique::Serial), 84u);
}

TEST_F(SizeHistoryTest, InDoubtSharesAreEven) {
  Inspected = 9.2, Even = 10, Alone = 10.1;
  repeat(100);
  EXPECT_GE(count(Technique::Even), 84u);
}

TEST_F(SizeHistoryTest, OneThreadNeedsNoLead) {
  Inspected = 9.2, Even = 10, Alone = 9.9;
  repeat(100);
  EXPECT_GE(count(Technique::Serial), 84u);
}

/// A counter that all claim from must be worth it.
TEST_F(SizeHistoryTest, SharesARestWhereThatIsShorter) {
  Inspected = 12, Even = 10, Hybrid = 9.9, Alone = 11;
  repeat(200);
  EXPECT_LE(count(Technique::Hybrid), 20u) << "no more than chance";
  Hybrid = 9;
  repeat(2000);
  EXPECT_GE(count(Technique::Hybrid), 1900u);
  const auto Kind = Selected.verdicts(true).of(N);
  EXPECT_TRUE(Kind.isShort());
  EXPECT_EQ(Kind.technique(), Technique::Hybrid);
  EXPECT_EQ(Selected.verdicts(false).of(N).technique(), Technique::Even)
      << "without a barrier";
  Alone = 7;
  repeat(2000);
  EXPECT_EQ(Selected.verdicts(true).of(N).technique(), Technique::Serial);
  Busy = 4; // then nobody is alone, and what is next is best
  repeat(2000);
  EXPECT_EQ(Selected.verdicts(true).of(N).technique(), Technique::Hybrid);
}

TEST_F(SizeHistoryTest, SharesNoRestWhereThatCannotPay) {
  MayBeAlone = false;
  Hybrid = 1;
  repeat(1000);
  EXPECT_EQ(count(Technique::Hybrid), 0u) << "threads may be loops apart";
  Selected.forget();
  MayBeAlone = true;
  Inspected = Even = Alone = 3.9;
  repeat(1000);
  EXPECT_EQ(count(Technique::Hybrid), 0u) << "4 us at least";
}

/// However short it once was: what is executed so is measured so.
TEST_F(SizeHistoryTest, SharesNoRestOnceThatIsSlower) {
  Inspected = 12, Even = 4.5, Hybrid = 3.7, Alone = 8;
  repeat(200);
  EXPECT_EQ(Selected.verdicts(true).of(N).technique(), Technique::Hybrid);
  EXPECT_GE(count(Technique::Hybrid), 180u);
  Even = 15, Hybrid = Alone = 25;
  repeat(500);
  EXPECT_EQ(Selected.verdicts(true).of(N).technique(), Technique::Even);
  Inspected = 300, Even = 200, Hybrid = Alone = 250;
  repeat(500);
  EXPECT_FALSE(Selected.verdicts(true).of(N).isShort());
  Selected.forget();
  Inspected = 12, Even = 5, Hybrid = 3.4, Alone = 3.6;
  repeat(200);
  EXPECT_EQ(Selected.verdicts(true).of(N).technique(), Technique::Hybrid);
  Hybrid = 9;
  repeat(500);
  EXPECT_EQ(Selected.verdicts(true).of(N).technique(), Technique::Serial);
}

TEST_F(SizeHistoryTest, TriesAgainEverMoreRarely) {
  Inspected = 10, Even = Alone = 12;
  repeat(3);
  int Last = 0;
  std::vector<int> Gaps;
  for (int E = 0; E < 5000; ++E)
    if (execute() == Technique::Even) {
      Gaps.push_back(E - Last);
      Last = E;
    }
  ASSERT_GE(Gaps.size(), 10u);
  EXPECT_LE(Gaps.size(), 13u);
  for (std::size_t G = 1; G < Gaps.size(); ++G) {
    const int Wait = std::min(4 << G, 1024);
    EXPECT_GE(Gaps[G], Wait);
    EXPECT_LE(Gaps[G], Wait + 3) << "one trial at a time";
  }
}

TEST_F(SizeHistoryTest, WhatBecomesBetterIsTriedSoonAgain) {
  Inspected = 10, Even = 20, Alone = 30;
  repeat(5000);
  Even = 5;
  repeat(1200);
  EXPECT_GT(count(Technique::Even), 50u);
  repeat(100);
  EXPECT_GE(count(Technique::Even), 98u);
}

TEST_F(SizeHistoryTest, WhatWasTheBestIsTriedSoonAgain) {
  Inspected = 12, Even = 10;
  MayBeAlone = false;
  repeat(5000);
  Even = 24; // for long enough to be the worse one
  repeat(8);
  EXPECT_LE(count(Technique::Even), 4u);
  Even = 10;
  repeat(100);
  EXPECT_GE(count(Technique::Even), 70u);
}

/// The trip counts of a few sizes that one thread runs, as far as they are
/// short.
std::vector<uint64_t> alone(const ShortVerdicts &Short) {
  std::vector<uint64_t> Result;
  for (uint64_t N : {2, 20, 50, 80, 200, 300, 1000, 2000})
    if (Short.of(N).isShort() && Short.of(N).technique() == Technique::Serial)
      Result.push_back(N);
  return Result;
}

TEST_F(SizeHistoryTest, FewerIterationsAreShorter) {
  using Trips = std::vector<uint64_t>;
  const auto End = [&] {
    return endOf(
        [](const auto &Short, uint64_t N) { return Short.of(N).isShort(); });
  };
  const auto PlanlessEnd = [&] {
    return endOf(
        [](const auto &Short, uint64_t N) { return Short.of(N).isPlanless(); });
  };
  EXPECT_EQ(End(), 1u) << "nothing is known";
  // One size is alone best, one with even shares, one is not so short that
  // plans would be in vain, one is long.
  const auto Learn = [&](uint64_t TripCount) {
    for (int E = 0; E < 20; ++E)
      execute(TripCount);
  };
  Inspected = 3, Even = 2, Alone = 1;
  Learn(20);
  Inspected = 3, Even = 2, Alone = 3;
  Learn(200);
  EXPECT_EQ(End(), 256u);
  EXPECT_EQ(PlanlessEnd(), 256u);
  const auto IsShort = [&](uint64_t TripCount) {
    return Selected.verdicts(true).of(TripCount).isShort();
  };
  Inspected = 18, Even = 12, Alone = 18;
  Learn(1100);
  EXPECT_TRUE(IsShort(1100));
  EXPECT_FALSE(IsShort(1600)) << "not known; may be long";
  EXPECT_FALSE(IsShort(700)) << "not known; may be long";
  EXPECT_EQ(PlanlessEnd(), 256u);
  Inspected = 180, Even = 120, Alone = 180;
  Learn(1100);
  EXPECT_FALSE(IsShort(1100));
  EXPECT_EQ(alone(Selected.verdicts(true)), Trips({2, 20}));
  // Each size has its own best one; what is not known, that of the next above.
  Inspected = 6, Even = 5, Alone = 4;
  Learn(90);
  EXPECT_EQ(alone(Selected.verdicts(true)), Trips({2, 20, 50, 80}));
  Inspected = 6, Even = 4, Alone = 5;
  Learn(50);
  EXPECT_EQ(alone(Selected.verdicts(true)), Trips({2, 20, 80}));
  // What is inspected is not short.
  Inspected = 1, Even = 4, Alone = 5;
  Learn(80);
  EXPECT_EQ(End(), 64u);
  EXPECT_EQ(alone(Selected.verdicts(true)), Trips({2, 20}));
  Learn(9);
  EXPECT_EQ(End(), 1u);
}

/// The last size has no end: nothing follows for it from the one before.
TEST_F(SizeHistoryTest, AnyNumberOfIterationsIsNotShort) {
  Inspected = 6, Even = 5, Alone = 4;
  for (uint64_t TripCount : {600000, 700000})
    for (int E = 0; E < 20; ++E)
      execute(TripCount);
  EXPECT_TRUE(Selected.verdicts(true).of(600000).isShort());
  for (uint64_t TripCount = 786432; TripCount > 0; TripCount *= 2)
    EXPECT_FALSE(Selected.verdicts(true).of(TripCount).isShort()) << TripCount;
}

/// As soon as it is out of the question, not only after the next execution.
TEST_F(SizeHistoryTest, NobodyIsAloneInWhatIsShortWhereThreadsHelp) {
  const auto Best = [&] { return Selected.verdicts(true).of(N).technique(); };
  Inspected = Even = 3, Alone = 1;
  repeat(100);
  EXPECT_EQ(Best(), Technique::Serial);
  for (int E = 0; E < 4; ++E)
    Selected.note(N, Technique::Even, 3 * Microsecond, 24 * Microsecond);
  EXPECT_EQ(Best(), Technique::Even);
  EXPECT_TRUE(Selected.verdicts(true).of(N).isShort());
  Selected.forget();
  EXPECT_FALSE(Selected.verdicts(true).isAny());
}

TEST_F(SizeHistoryTest, InspectsLongExecutions) {
  Inspected = 100, Even = Alone = 50;
  repeat(1000);
  EXPECT_EQ(count(Technique::Balanced), 1000u);
  Inspected = 99;
  repeat(1000);
  EXPECT_GT(count(Technique::Even), 900u);
}

TEST_F(SizeHistoryTest, LongGrownExecutionsAreInspected) {
  Inspected = 6, Even = 5, Alone = 4;
  repeat(1000);
  Inspected = Even = Hybrid = Alone = 500;
  repeat(60);
  EXPECT_LE(count(Technique::Serial), 5u);
  repeat(100);
  EXPECT_EQ(count(Technique::Balanced), 100u);
}

TEST_F(SizeHistoryTest, IsAloneOnlyForAShortTime) {
  Inspected = Even = 100, Alone = 1;
  repeat(1000);
  EXPECT_EQ(count(Technique::Serial), 0u);
  Inspected = Even = 98;
  repeat(1000);
  EXPECT_GT(count(Technique::Serial), 900u);
}

TEST_F(SizeHistoryTest, IsNotAloneWhereThreadsHelp) {
  Inspected = Even = 10, Alone = 1;
  Busy = 2;
  repeat(1000);
  EXPECT_EQ(count(Technique::Serial), 0u);
  Busy = 1.99;
  repeat(1000);
  EXPECT_GT(count(Technique::Serial), 900u);
}

/// What was measured of Alone counts for nothing once it is out of the
/// question.
TEST_F(SizeHistoryTest, IsNoLongerAloneWhereThreadsHelp) {
  Inspected = 12, Even = 10, Alone = 8;
  repeat(100);
  Busy = 4;
  repeat(5000);
  repeat(1000);
  EXPECT_EQ(count(Technique::Serial), 0u);
  EXPECT_GT(count(Technique::Even), 900u);
  Inspected = Even = Hybrid = 150;
  repeat(100);
  repeat(100);
  EXPECT_EQ(count(Technique::Balanced), 100u) << "8 us are no longer known";
}

TEST_F(SizeHistoryTest, IsNotAloneIfThatIsNotPossible) {
  MayBeAlone = false;
  Inspected = Even = 10, Alone = 1;
  repeat(1000);
  EXPECT_EQ(count(Technique::Serial), 0u);
}

TEST_F(SizeHistoryTest, OneLongExecutionEndsBeingAlone) {
  Inspected = Even = 10, Alone = 5;
  repeat(100);
  Alone = 101;
  while (execute() != Technique::Serial)
    ;
  Alone = 5;
  for (int E = 0; E + 1 < static_cast<int>(threshold::FirstRetry); ++E)
    EXPECT_NE(execute(), Technique::Serial) << E;
  repeat(20);
  EXPECT_GE(count(Technique::Serial), 15u);
}

TEST_F(SizeHistoryTest, WhoIsAloneForTooLongIsTriedEverMoreRarely) {
  Inspected = Even = 10, Alone = 101;
  repeat(5000);
  EXPECT_LE(count(Technique::Serial), 13u);
  EXPECT_GE(count(Technique::Serial), 8u);
}

TEST_F(SizeHistoryTest, OneDisturbanceDoesNotDecide) {
  Inspected = 14, Even = 10, Alone = 100;
  repeat(100);
  Even = 100000;
  while (execute() != Technique::Even)
    ;
  Even = 10;
  repeat(20);
  EXPECT_GE(count(Technique::Even), 18u);
}

TEST_F(SizeHistoryTest, SizesAreKnownApart) {
  Inspected = 12, Even = 10;
  repeat(100);
  EXPECT_EQ(Selected.choose(2 * N, true), Technique::Balanced);
  EXPECT_EQ(Selected.of(2 * N).PerIteration[EvenShares],
            SizeKnowledge::Unknown);
  EXPECT_FLOAT_EQ(Selected.of(N).PerIteration[EvenShares] * N,
                  10 * Microsecond);
}

/// Per iteration, so a larger execution of the same size class is expected to
/// take longer.
TEST_F(SizeHistoryTest, ASizeIsMeasuredByItsIterations) {
  Inspected = 80, Even = 67;
  MayBeAlone = false;
  for (int E = 0; E < 100; ++E)
    execute(512);
  EXPECT_EQ(Selected.choose(767, false), Technique::Balanced) << "100.4 us";
  EXPECT_EQ(Selected.choose(750, false), Technique::Even) << "98.1 us";
}

TEST_F(SizeHistoryTest, TakesAnySize) {
  for (int Log = 0; Log < 64; ++Log)
    for (uint64_t Size : {uint64_t(1) << Log, (uint64_t(2) << Log) - 1}) {
      Selected.choose(Size, true);
      for (Technique S :
           {Technique::Balanced, Technique::Even, Technique::Serial})
        Selected.note(Size, S, ~uint64_t(0), 0);
      Selected.choose(Size, true);
      Selected.note(Size, Technique::Serial, 0, 0);
    }
}

TEST_F(SizeHistoryTest, ForgetsWhatALoopTook) {
  Inspected = 12, Even = 10, Alone = 8;
  Busy = 4;
  repeat(1000);
  Selected.forget();
  Busy = 1.5;
  EXPECT_EQ(execute(), Technique::Balanced);
  EXPECT_EQ(execute(), Technique::Even);
  EXPECT_EQ(execute(), Technique::Hybrid);
  EXPECT_EQ(execute(), Technique::Serial);
}

TEST(SizeHistory, IsSmall) { EXPECT_LE(sizeof(SizeHistory), 2700u); }

} // namespace
