//===- ActivationTest.cpp - every iteration runs exactly once -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole executions with std::threads: plans, drafts, stealing, absent threads,
// threads that leave early, threads loops apart. What depends on who comes
// first is played by one thread.
//
//===----------------------------------------------------------------------===//
#include "TestClock.h"
#include "TestLoop.h"
#include "team/PlayedThread.h"

#include <gtest/gtest.h>

#include <vector>

using namespace usersched;
using namespace usersched::test;

namespace {

class ActivationTest : public testing::Test {
protected:
  PlanCache Cache{1 << 24};
  Team Region{Cache};

  /// One execution by one thread: enter, run all, leave.
  void execute(Activation &A, const Call &Entered, Tally &Runs) {
    enter(A, Entered, &Region);
    IterationRange R;
    while (A.next(R))
      Runs.run(R);
    A.leave();
  }

  /// Times executions in one region, without waiting in between.
  void expectExactlyOnce(TestLoop &Loop, uint64_t N, uint32_t Threads,
                         uint32_t Times = 3, uint64_t Chunk = 0,
                         uint64_t Subspaces = 0) {
    Tally Runs(N);
    Region.begin();
    runTeam(Threads, [&](uint32_t T) {
      Activation A = outside();
      for (uint32_t E = 0; E < Times; ++E) {
        Call Entered = Loop.call(N, T, Threads);
        Entered.Chunk = Chunk;
        Entered.Subspaces = Subspaces;
        Entered.Flags |= USERSCHED_NOWAIT;
        execute(A, Entered, Runs);
      }
    });
    EXPECT_TRUE(Runs.isExactly(Times))
        << N << " iterations, " << Threads << " threads";
  }
};

constexpr uint32_t AllFlags[] = {0,
                                 USERSCHED_SUBSPACE_IS_THREAD,
                                 USERSCHED_NO_STEAL,
                                 USERSCHED_NO_STEAL |
                                     USERSCHED_SUBSPACE_IS_THREAD,
                                 USERSCHED_NO_PROFILE,
                                 USERSCHED_NO_PROFILE | USERSCHED_NO_STEAL,
                                 USERSCHED_LOAD_IS_FLOAT,
                                 USERSCHED_LAST_IS_LAST,
                                 USERSCHED_LAST_IS_LAST | USERSCHED_NO_STEAL,
                                 USERSCHED_LAST_IS_LAST | USERSCHED_NO_PROFILE};

TEST_F(ActivationTest, AnyTripCountAndTeamSize) {
  for (uint32_t Flags : AllFlags)
    for (uint32_t Threads : {1u, 2u, 3u, 8u})
      for (uint64_t N : {1u, 2u, 3u, 7u, 8u, 9u, 1000u}) {
        TestLoop Loop([](uint64_t I) { return I % 5; }, Flags);
        expectExactlyOnce(Loop, N, Threads);
      }
}

TEST_F(ActivationTest, AnyNumberOfSubspacesAndChunkLoad) {
  for (uint32_t Flags : AllFlags)
    for (uint64_t Subspaces : {1u, 2u, 5u, 100u, 5000u})
      for (uint64_t Chunk : {0u, 1u, 1000u}) {
        TestLoop Loop([](uint64_t I) { return I % 5; }, Flags);
        Loop.Subspace = [](int32_t) { return -3; };
        expectExactlyOnce(Loop, 1000, 4, 2, Chunk, Subspaces);
      }
}

TEST_F(ActivationTest, PrefixLoopsWithAndWithoutStealing) {
  for (uint32_t Flags : AllFlags)
    for (uint64_t N : {1u, 5u, 1000u}) {
      TestLoop Loop([](uint64_t I) { return I < 500 ? 0 : 1 + I * I; }, Flags);
      Loop.makePrefix();
      expectExactlyOnce(Loop, N, 4);
    }
}

TEST_F(ActivationTest, ThreadsManyLoopsApart) {
  TestLoop Loop([](uint64_t I) { return I; });
  for (uint32_t Threads : {2u, 4u, 9u})
    expectExactlyOnce(Loop, 50, Threads, 1000);
}

TEST_F(ActivationTest, TheWorkOfAnAbsentThreadIsDoneByOthers) {
  for (uint32_t Flags : {0u, uint32_t(USERSCHED_NO_PROFILE)}) {
    TestLoop Loop([](uint64_t) { return 1; }, Flags | USERSCHED_NOWAIT);
    Tally Runs(1000);
    Region.begin();
    Activation A = outside(), B = outside();
    for (uint32_t E = 1; E <= 5; ++E) {
      execute(A, Loop.call(1000, 0, 2), Runs);
      EXPECT_TRUE(Runs.isExactly(E));
    }
    for (uint32_t E = 1; E <= 5; ++E)
      execute(B, Loop.call(1000, 1, 2), Runs);
    EXPECT_TRUE(Runs.isExactly(5));
  }
}

TEST_F(ActivationTest, LoadsThatLieAreRescuedByStealing) {
  // All time is in the first group, which the loads do not tell. One thread
  // plays both, or the outcome would depend on when the system runs which.
  TestLoop Loop([](uint64_t) { return 1; });
  expectExactlyOnce(Loop, 1000, 2, 1);
  const uint64_t Before = Counters::sum().stolen_iterations;
  Region.begin();
  Activation Slow = outside(), Quick = outside();
  enter(Slow, Loop.call(1000, 0, 2), &Region);
  enter(Quick, Loop.call(1000, 1, 2), &Region);
  Tally Runs(1000);
  IterationRange R;
  ASSERT_TRUE(Slow.next(R));
  EXPECT_LT(R.End, 500u) << "nothing is left to steal";
  Runs.run(R);
  bool Helped = false;
  while (Quick.next(R)) {
    Runs.run(R);
    Helped |= R.Begin < 500;
  }
  EXPECT_TRUE(Helped);
  EXPECT_GT(Counters::sum().stolen_iterations, Before);
  while (Slow.next(R))
    Runs.run(R);
  EXPECT_TRUE(Runs.isExactly(1));
}

TEST_F(ActivationTest, WithoutStealingEachThreadRunsItsOwnGroup) {
  TestLoop Loop([](uint64_t) { return 1; },
                USERSCHED_NO_STEAL | USERSCHED_SUBSPACE_IS_THREAD);
  Region.begin();
  std::vector<Activation> Threads(4, outside());
  for (uint32_t E = 0; E < 3; ++E)
    for (uint32_t T = 0; T < 4; ++T) {
      Tally Runs(1000);
      enter(Threads[T], Loop.call(1000, T, 4), &Region);
      IterationRange R;
      ASSERT_TRUE(Threads[T].next(R));
      EXPECT_EQ(R.Begin, 250 * T);
      EXPECT_EQ(R.End, 250 * (T + 1));
      EXPECT_FALSE(Threads[T].next(R));
    }
}

TEST_F(ActivationTest, AKnownLoopIsNotInspectedAgain) {
  TestLoop Loop([](uint64_t I) { return I; });
  expectExactlyOnce(Loop, 1000, 4, 1);
  const uint64_t Made = Counters::sum().plans_made;
  expectExactlyOnce(Loop, 1000, 4, 10);
  EXPECT_EQ(Counters::sum().plans_made, Made);
  Cache.reset();
  expectExactlyOnce(Loop, 1000, 4, 1);
  EXPECT_EQ(Counters::sum().plans_made, Made + 1);
}

TEST_F(ActivationTest, ALoopThatNeverRecursStopsMakingPlans) {
  TestLoop Loop([](uint64_t I) { return I % 7; });
  const uint64_t Made = Counters::sum().plans_made;
  constexpr uint64_t Executions = 1000;
  for (uint64_t E = 0; E < Executions; ++E)
    expectExactlyOnce(Loop, 1000 + E, 2, 1);
  EXPECT_EQ(Counters::sum().plans_made - Made, 1u) << "in the first execution";
}

TEST_F(ActivationTest, WithProfileOffEachExecutionInspects) {
  TestLoop Loop([](uint64_t I) { return I; }, USERSCHED_NO_PROFILE);
  expectExactlyOnce(Loop, 1000, 4, 1);
  uint64_t Calls = Loop.InspectCalls;
  expectExactlyOnce(Loop, 1000, 4, 1);
  EXPECT_EQ(Loop.InspectCalls, 2 * Calls);
}

TEST_F(ActivationTest, ABalancedLoopTakesFewDispatches) {
  const StepOf Time(10);
  TestLoop Loop([](uint64_t) { return 1; });
  expectExactlyOnce(Loop, 100000, 2, 1);
  Region.begin();
  Activation A = outside();
  enter(A, Loop.call(100000, 0, 2), &Region);
  IterationRange R;
  uint32_t Ranges = 0;
  while (A.next(R) && R.Begin < 50000)
    ++Ranges;
  EXPECT_LE(Ranges, 20u) << "of 256 chunks, while the plan is measured";
}

/// One thread inspects its half of 20000 iterations, and nobody steals. Returns
/// the ranges that it gets.
static std::vector<IterationRange> firstRanges(Team &Region, TestLoop &Loop) {
  std::vector<IterationRange> Result;
  Region.begin();
  Activation A = outside();
  enter(A, Loop.call(20000, 0, 2), &Region);
  IterationRange R;
  while (A.next(R) && R.End <= 10000)
    Result.push_back(R);
  return Result;
}

TEST_F(ActivationTest, NoPieceOfTheFirstExecutionHasMostOfTheLoad) {
  const StepOf Time(10);
  // A sixteenth of the half has two fifths of its load.
  const auto Load = [](uint64_t I) -> uint64_t {
    return I >= 5000 && I < 5625 ? 10 : 1;
  };
  TestLoop Loop(Load);
  const std::vector<IterationRange> Ranges = firstRanges(Region, Loop);
  ASSERT_FALSE(Ranges.empty());
  for (IterationRange R : Ranges) {
    uint64_t Sum = 0;
    for (uint64_t I = R.Begin; I < R.End; ++I)
      Sum += Load(I);
    EXPECT_LE(Sum, 15625u / 7) << R.Begin << " to " << R.End;
  }
}

TEST_F(ActivationTest, WhatTakesLongGoesOutInSmallPieces) {
  TestLoop Loop([](uint64_t) { return 1; });
  size_t Few = 0;
  {
    const StepOf Time(10);
    Few = firstRanges(Region, Loop).size();
  }
  Cache.reset();
  // A piece takes 100 us, however small it is.
  const std::vector<IterationRange> Ranges = firstRanges(Region, Loop);
  EXPECT_GE(Ranges.size(), 10 * Few);
  EXPECT_GE(Few, 4u);
}

TEST_F(ActivationTest, AThreadMayLeaveEarlyAndTheTeamGoesOn) {
  TestLoop Loop([](uint64_t) { return 1; }, USERSCHED_NOWAIT);
  for (uint32_t Round = 0; Round < 50; ++Round) {
    Tally Runs(1000);
    Region.begin();
    runTeam(4, [&](uint32_t T) {
      Activation A = outside();
      for (uint32_t E = 0; E < 4; ++E) {
        enter(A, Loop.call(1000, T, 4), &Region);
        IterationRange R;
        A.next(R); // and cancelled, with or without leave()
        if (E % 2)
          A.leave();
      }
      execute(A, Loop.call(1000, T, 4), Runs);
    });
    EXPECT_TRUE(Runs.isExactly(1));
  }
}

TEST_F(ActivationTest, LeavingTwiceOrWithoutEnteringDoesNothing) {
  Activation A = outside();
  EXPECT_FALSE(A.leave());
  TestLoop Loop([](uint64_t) { return 1; });
  enter(A, Loop.call(10, 0, 1), nullptr);
  EXPECT_TRUE(A.leave());
  EXPECT_FALSE(A.leave());
  IterationRange R;
  EXPECT_FALSE(A.next(R));
}

TEST_F(ActivationTest, EpochsWrapWithoutLosingIterations) {
  TestLoop Loop([](uint64_t) { return 1; });
  Tally Runs(8);
  constexpr uint32_t Times = 5 * 65536;
  Region.begin();
  std::vector<Activation> Threads(2, outside());
  for (uint32_t E = 0; E < Times; ++E)
    for (uint32_t T = 0; T < 2; ++T)
      execute(Threads[T], Loop.call(8, T, 2), Runs);
  EXPECT_TRUE(Runs.isExactly(Times));
}

TEST_F(ActivationTest, NothingRunsAfterTheLastIterationIfAsked) {
  for (uint32_t More :
       {0u, uint32_t(USERSCHED_NO_PROFILE), uint32_t(USERSCHED_NO_STEAL)})
    for (uint64_t N : {1u, 2u, 3u, 100u}) {
      TestLoop Loop([](uint64_t I) { return I % 3; },
                    USERSCHED_LAST_IS_LAST | USERSCHED_NOWAIT | More);
      Region.begin();
      runTeam(3, [&](uint32_t T) {
        Activation A = outside();
        for (uint32_t E = 0; E < 200; ++E) {
          enter(A, Loop.call(N, T, 3), &Region);
          IterationRange R;
          bool RanLast = false;
          while (A.next(R)) {
            EXPECT_FALSE(RanLast);
            RanLast = R.End == N;
          }
        }
      });
    }
}

TEST_F(ActivationTest, LoopsTakeTurnsInOneRegion) {
  TestLoop Even([](uint64_t I) { return I; }, USERSCHED_NOWAIT);
  TestLoop Odd([](uint64_t I) { return 100 - I; },
               USERSCHED_NO_STEAL | USERSCHED_NOWAIT);
  Tally Runs(100);
  Region.begin();
  runTeam(3, [&](uint32_t T) {
    Activation A = outside();
    for (uint32_t E = 0; E < 500; ++E)
      execute(A, (E % 2 ? Odd : Even).call(100, T, 3), Runs);
  });
  EXPECT_TRUE(Runs.isExactly(500));
}

TEST_F(ActivationTest, ResetsMeanwhileLoseNothing) {
  TestLoop Loop([](uint64_t I) { return I; });
  std::atomic<bool> Stop{false};
  std::thread Resetter([&] {
    while (!Stop) {
      Cache.reset();
      std::this_thread::yield();
    }
  });
  for (uint32_t Round = 0; Round < 10; ++Round)
    expectExactlyOnce(Loop, 200, 3, 200);
  Stop = true;
  Resetter.join();
}

} // namespace
