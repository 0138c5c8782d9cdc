//===- ShortLoopTest.cpp - loops that are done before they are known ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of a graph search (paper 001): many short executions, hardly any
// two of the same iteration space. Their loads are not looked at once it is
// known that this costs more than it saves.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"

using namespace usersched;
using namespace usersched::test;

namespace {

class ShortLoopTest : public testing::Test {
protected:
  static constexpr uint32_t Threads = 2;
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  StepOf Explicit{0};
  uint64_t Now = 1;
  /// In nanoseconds.
  uint64_t PerIteration = 10;
  uint64_t Executions = 0;
  std::vector<Activation> Members{Threads, outside()};

  ShortLoopTest() { Region.begin(); }

  std::vector<IterationRange> execute(TestLoop &Loop, uint64_t N,
                                      uint64_t Chunk = 0) {
    std::vector<IterationRange> Ran;
    Now = executeByTime(
        Members, Region, Now,
        [&](uint32_t T) {
          Call By = Loop.call(N, T, Threads);
          By.Chunk = Chunk;
          return By;
        },
        [&](uint32_t, IterationRange R) { return R.size() * PerIteration; },
        Ran);
    EXPECT_TRUE(areAllOnce(Ran, N));
    return Ran;
  }

  /// Never twice of the same size.
  void executeOthers(TestLoop &Loop, int Times, uint64_t Chunk = 0) {
    for (int E = 0; E < Times; ++E)
      execute(Loop, 600 + Executions++ % 400, Chunk);
  }

  /// Of so many executions, how often the loads were looked at.
  uint64_t inspections(TestLoop &Loop, int Times, uint64_t Chunk = 0) {
    uint64_t Result = 0;
    for (int E = 0; E < Times; ++E) {
      const uint64_t Before = Loop.InspectCalls;
      executeOthers(Loop, 1, Chunk);
      Result += Loop.InspectCalls > Before;
    }
    return Result;
  }
};

TEST_F(ShortLoopTest, RunsEvenSharesOfWhatNeverRecurs) {
  TestLoop Loop([](uint64_t I) { return I % 7; });
  executeOthers(Loop, 100);
  EXPECT_LE(inspections(Loop, 128), 2u) << "but for those that try a plan";
  for (uint64_t N : {600, 601, 999, 1}) {
    execute(Loop, N);
    const uint64_t Before = Loop.InspectCalls;
    const std::vector<IterationRange> Ran = execute(Loop, N);
    if (Loop.InspectCalls == Before && Ran.size() > 1)
      EXPECT_LE(Ran[0].size(), N / 2 + 1) << N;
  }
}

TEST_F(ShortLoopTest, LooksAtTheLoadsOfLongExecutions) {
  TestLoop Loop([](uint64_t I) { return I % 7; });
  PerIteration = 100; // 30 microseconds a thread and more
  executeOthers(Loop, 100);
  EXPECT_EQ(inspections(Loop, 50), 50u);
}

TEST_F(ShortLoopTest, ALoopThatBecomesLongIsLookedAtAgain) {
  TestLoop Loop([](uint64_t I) { return I % 7; });
  executeOthers(Loop, 100);
  PerIteration = 100;
  executeOthers(Loop, 8);
  EXPECT_EQ(inspections(Loop, 50), 50u);
  PerIteration = 10;
  executeOthers(Loop, 50);
  EXPECT_LE(inspections(Loop, 64), 1u);
}

TEST_F(ShortLoopTest, SizesAreKnownApart) {
  TestLoop Loop([](uint64_t I) { return I % 7; });
  executeOthers(Loop, 100);
  const uint64_t Before = Loop.InspectCalls;
  execute(Loop, 100000);
  EXPECT_GT(Loop.InspectCalls, Before);
  EXPECT_LE(inspections(Loop, 64), 1u) << "a long one says nothing about them";
}

TEST_F(ShortLoopTest, OneDisturbanceDoesNotMakeALoopLong) {
  TestLoop Loop([](uint64_t I) { return I % 7; });
  executeOthers(Loop, 100);
  PerIteration = 1000000;
  executeOthers(Loop, 1);
  PerIteration = 10;
  executeOthers(Loop, 8);
  EXPECT_LE(inspections(Loop, 64), 1u);
}

TEST_F(ShortLoopTest, WhatTheUserAsksForIsDone) {
  const auto Load = [](uint64_t I) { return I % 7; };
  TestLoop Chunked(Load),
      NoProfile(Load, USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NO_PROFILE),
      OwnSubspace(Load, 0);
  executeOthers(Chunked, 100, 20);
  EXPECT_EQ(inspections(Chunked, 50, 20), 50u);
  executeOthers(NoProfile, 100);
  EXPECT_EQ(inspections(NoProfile, 50), 50u);
  executeOthers(OwnSubspace, 100);
  EXPECT_EQ(inspections(OwnSubspace, 50), 50u);
}

TEST_F(ShortLoopTest, WhatRecursGetsAPlan) {
  TestLoop Loop([](uint64_t I) { return I % 7; });
  const uint64_t Before = Counters::sum().plans_made;
  for (int E = 0; E < 100; ++E)
    execute(Loop, 600);
  EXPECT_EQ(Counters::sum().plans_made, Before + 1);
}

/// To measure the parts of short groups would cost more than to be uneven a few
/// times, but not than to be uneven for ever.
TEST_F(ShortLoopTest, APlanIsMeasuredIfItLasts) {
  TestLoop Loop([](uint64_t) { return 1; });
  const uint64_t Before = Counters::sum().plans_refined;
  const auto Uneven = [&](int Times) {
    std::vector<IterationRange> Ran;
    for (int E = 0; E < Times; ++E)
      Now = executeByTime(
          Members, Region, Now,
          [&](uint32_t T) { return Loop.call(600, T, Threads); },
          [&](uint32_t T, IterationRange R) { return R.size() * (T ? 20 : 5); },
          Ran);
  };
  Uneven(10);
  EXPECT_EQ(Counters::sum().plans_refined, Before);
  Uneven(1000);
  EXPECT_GT(Counters::sum().plans_refined, Before);
  const uint64_t Start = Now;
  Uneven(1);
  EXPECT_LT(Now - Start, 3000u) << "of 2400 at best, 6000 at first";
}

} // namespace
