//===- ShortLoopTest.cpp - loops that are done before they are known ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of a graph search (paper 001): many short executions, hardly any
// two of the same iteration space. How they run is selected by what they took;
// SelectionTest has the rules for that, TechniqueTest that nothing is lost.
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
  /// In nanoseconds: an iteration; a look at a load; for
  /// each thread but thread 0 to get what the loop reads.
  uint64_t PerIteration = 10, PerLook = 5, ToShare = 0;
  /// If set, what makes iterations differ.
  std::function<uint64_t(uint64_t)> LoadOf;
  uint64_t Executions = 0;
  std::vector<Activation> Members{Threads, outside()};

  ShortLoopTest() { Region.begin(); }

  /// Loads of 0 to 2 whose looks take time; even over any few iterations.
  std::function<uint64_t(uint64_t)> even() {
    return [this](uint64_t I) {
      setTime(clock::ticks() + PerLook);
      return I % 3;
    };
  }

  std::vector<IterationRange> execute(TestLoop &Loop, uint64_t N,
                                      uint64_t Chunk = 0, uint64_t Data = 0) {
    std::vector<IterationRange> Ran;
    Now = executeByTime(
        Members, Region, Now,
        [&](uint32_t T) {
          Call By = Loop.call(N, T, Threads);
          By.Chunk = Chunk;
          By.Data = Data;
          return By;
        },
        [&](uint32_t T, IterationRange R) {
          uint64_t Load = LoadOf ? 0 : R.size();
          for (uint64_t I = R.Begin; LoadOf && I < R.End; ++I)
            Load += LoadOf(I);
          return Load * PerIteration + (T > 0 ? ToShare : 0);
        },
        Ran);
    EXPECT_TRUE(areAllOnce(Ran, N));
    return Ran;
  }

  std::vector<IterationRange> executeOther(TestLoop &Loop, uint64_t Chunk = 0) {
    ++Executions;
    return execute(Loop, 600 + Executions % 400, Chunk, Executions);
  }

  /// Never twice with the same data; all in one size class.
  void executeOthers(TestLoop &Loop, int Times, uint64_t Chunk = 0) {
    for (int E = 0; E < Times; ++E)
      executeOther(Loop, Chunk);
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

  uint64_t unprepared(TestLoop &Loop, int Times, uint64_t Most);

  /// Of so many executions, how often one thread ran all.
  uint64_t lonely(TestLoop &Loop, int Times) {
    uint64_t Result = 0;
    for (int E = 0; E < Times; ++E)
      Result += executeOther(Loop).size() == 1;
    return Result;
  }
};

/// The levels of a search on a road network.
TEST_F(ShortLoopTest, RunsEvenSharesWhereLooksGainNothing) {
  TestLoop Loop(even());
  PerIteration = 80; // 24 to 40 microseconds a thread
  executeOthers(Loop, 100);
  EXPECT_LE(inspections(Loop, 128), 8u);
  for (uint64_t N : {600, 601, 999}) {
    execute(Loop, N);
    const uint64_t Before = Loop.InspectCalls;
    const std::vector<IterationRange> Ran = execute(Loop, N);
    ASSERT_EQ(Ran.size(), 2u);
    if (Loop.InspectCalls == Before)
      EXPECT_LE(Ran[0].size(), N / 2 + 1) << N;
  }
}

TEST_F(ShortLoopTest, LooksGetRarer) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  const uint64_t First = inspections(Loop, 1000);
  EXPECT_LE(First, 1000u / LoopPlans::TrialInterval + 10);
  EXPECT_LE(inspections(Loop, 4000), 4000u / LoopPlans::TrialInterval + 6);
}

TEST_F(ShortLoopTest, LooksAtLoadsThatAreUneven) {
  // The first few iterations take as long as all others.
  LoadOf = [](uint64_t I) { return I < 50 ? 16 : 1; };
  TestLoop Loop(LoadOf);
  PerIteration = 30;
  executeOthers(Loop, 100);
  EXPECT_GE(inspections(Loop, 500), 480u);
}

/// Who shares a loop has to get what it reads from the other one's cache.
TEST_F(ShortLoopTest, OneThreadRunsWhatIsSlowToShare) {
  TestLoop Loop(even());
  PerIteration = 5; // 3 to 5 microseconds in all
  ToShare = 5000;
  executeOthers(Loop, 100);
  EXPECT_GE(lonely(Loop, 128), 115u);
  PerIteration = 500; // 150 microseconds a thread and more
  EXPECT_LE(lonely(Loop, 100), 12u) << "7 more before one is set up";
  EXPECT_EQ(inspections(Loop, 50), 50u);
}

/// Whoever comes first, as all must agree without a look at each other.
TEST_F(ShortLoopTest, ThreadZeroRunsItAlone) {
  TestLoop Loop(even());
  PerIteration = 5;
  ToShare = 5000;
  executeOthers(Loop, 100);
  uint64_t Lonely = 0;
  for (int E = 0; E < 20; ++E) {
    const uint32_t First = E / 2 % 2;
    uint64_t Count[Threads] = {};
    setTime(Now);
    for (uint32_t T : {First, 1 - First}) {
      Call By = Loop.call(700, T, Threads);
      By.Data = Executions;
      Members[T].enter(By, &Region);
      IterationRange R;
      while (Members[T].next(R))
        Count[T] += R.size();
    }
    EXPECT_EQ(Count[0] + Count[1], 700u);
    setTime(Now += (Count[0] == 700 ? 3 : 8) * Microsecond);
    for (Activation &Member : Members)
      Member.leave();
    Lonely += Count[0] == 700;
    ++Executions;
  }
  EXPECT_GE(Lonely, 17u);
}

/// Of so many executions of any size below Most, and 1 of 16 that is long, how
/// many were not set up.
uint64_t ShortLoopTest::unprepared(TestLoop &Loop, int Times, uint64_t Most) {
  uint64_t Result = 0;
  for (int E = 0; E < Times; ++E) {
    ++Executions;
    const uint64_t N =
        E % 16 == 7 ? 20000 : 1 + Executions * 0x9e3779b97f4a7c15u % Most;
    const Call By = Loop.call(N, 0, Threads);
    Team::Member &Mine = Region.arrive(By);
    Result += Region.repetition(Mine, By).isOf(By);
    if (E % 16 == 7)
      EXPECT_FALSE(Region.repetition(Mine, By).isOf(By));
    execute(Loop, N, 0, Executions);
  }
  return Result;
}

TEST_F(ShortLoopTest, WhatIsKnownToBeShortIsNotSetUp) {
  for (const uint64_t Share : {0, 5000}) {
    TestLoop Loop(even());
    PerIteration = 5; // 100 microseconds for 20000
    ToShare = Share;
    unprepared(Loop, 2000, 1000);
    EXPECT_GE(unprepared(Loop, 320, 1000), 320u * 3 / 4);
    // As much is stated of executions as is known of their size.
    EXPECT_LE(unprepared(Loop, 64, 10000), 32u);
    Region.begin();
  }
}

/// Searches from several sources on one graph: more trip counts than the cache
/// has room for, so that some plans come to be used, but never pay.
TEST_F(ShortLoopTest, WhatIsShortNeedsNoPlans) {
  TestLoop Loop(even());
  PerIteration = 5; // 1 to 3 microseconds in all
  const auto Run = [&](int Times) {
    for (int E = 0; E < Times; ++E)
      execute(Loop,
              200 + 10 * (Executions++ * 0x9e3779b97f4a7c15u >> 40) % 400);
  };
  Run(1000);
  const usersched_statistics Before = Counters::sum();
  Run(1000);
  const usersched_statistics After = Counters::sum();
  EXPECT_EQ(After.plans_made, Before.plans_made);
  EXPECT_EQ(After.plan_hits, Before.plan_hits);
}

/// Unless it is executed with them again and again.
TEST_F(ShortLoopTest, ATripCountThatLastsGetsItsPlan) {
  TestLoop Loop(even());
  PerIteration = 5;
  executeOthers(Loop, 1000);
  const usersched_statistics Before = Counters::sum();
  const int Times = 8 * int(LoopPlans::TrialInterval) + 200;
  for (int E = 0; E < Times; ++E)
    execute(Loop, 600);
  const usersched_statistics After = Counters::sum();
  EXPECT_EQ(After.plans_made, Before.plans_made + 1);
  EXPECT_GE(After.plan_hits, Before.plan_hits + 150);
}

/// Nor does one with a plan, in between, end what is known of short ones.
TEST_F(ShortLoopTest, WhatIsShortIsKnownAfterAPlan) {
  TestLoop Loop(even());
  PerIteration = 5;
  unprepared(Loop, 2000, 1000);
  uint64_t SetUp = 0, PlanHits = 0;
  for (int E = 0; E < 8000; ++E) {
    if (E == 7920) {
      SetUp = 0;
      PlanHits = Counters::sum().plan_hits;
    }
    const uint64_t N =
        E % 8 ? 1 + ++Executions * 0x9e3779b97f4a7c15u % 1000 : 20000;
    const Call By = Loop.call(N, 0, Threads);
    SetUp += !Region.repetition(Region.arrive(By), By).isOf(By);
    execute(Loop, N);
  }
  EXPECT_EQ(Counters::sum().plan_hits, PlanHits + 10);
  EXPECT_EQ(SetUp, 10u) << "the long ones";
}

/// All threads, from the trip count alone, and nobody looks at the clock.
TEST_F(ShortLoopTest, WhatIsShortIsEnteredInFewSteps) {
  for (const uint64_t Share : {0, 5000}) {
    TestLoop Loop(even());
    PerIteration = 5;
    ToShare = Share; // then thread 0 alone, else all
    unprepared(Loop, 2000, 1000);
    uint64_t Few = 0;
    for (int E = 0; E < 160; ++E) {
      const uint64_t N = 1 + ++Executions * 0x9e3779b97f4a7c15u % 1000;
      std::vector<IterationRange> Ran;
      uint64_t Entered = 0;
      const StepOf Looks(1);
      setTime(Now);
      const uint64_t Start = clock::ticks();
      for (uint32_t T = 0; T < Threads; ++T)
        Entered += Members[T].enterAgain(&Loop.Descriptor, N, Executions);
      if (Entered == 0) {
        execute(Loop, N, 0, Executions);
        continue;
      }
      EXPECT_EQ(Entered, Threads) << "all or none";
      ++Few;
      for (Activation &Member : Members) {
        IterationRange R;
        while (Member.next(R))
          Ran.push_back(R);
        EXPECT_EQ(Member.tripCount(), N);
        Member.leave();
      }
      EXPECT_EQ(clock::ticks(), Start + 1) << "this look";
      EXPECT_TRUE(areAllOnce(Ran, N));
      EXPECT_EQ(Ran.size(), Share ? 1 : std::min<uint64_t>(N, Threads));
    }
    EXPECT_GE(Few, 130u) << "7 of 8";
    Region.begin();
  }
}

TEST_F(ShortLoopTest, ARegionGoesOnWithWhatIsShort) {
  TestLoop Loop(even(), USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NOWAIT);
  PerIteration = 5;
  unprepared(Loop, 2000, 1000);
  uint64_t Unprepared = 0;
  for (int R = 0; R < 64; ++R) {
    Region.begin();
    Unprepared += unprepared(Loop, 1 + R % 3, 1000);
  }
  EXPECT_GE(Unprepared, 90u); // of 127
}

/// With even loads nothing is known of uneven ones: those that follow are seen
/// with the next execution that is set up.
TEST_F(ShortLoopTest, WhatIsUnevenIsSetUp) {
  LoadOf = [](uint64_t I) { return I < 50 ? 64 : 1; };
  TestLoop Loop(LoadOf);
  PerIteration = 2; // 6 to 9 microseconds for one thread
  executeOthers(Loop, 1000);
  uint64_t SetUp = 0;
  for (int E = 0; E < 100; ++E) {
    const uint64_t Before = Loop.InspectCalls;
    executeOther(Loop);
    SetUp += Loop.InspectCalls > Before;
  }
  EXPECT_GE(SetUp, 95u);
}

TEST_F(ShortLoopTest, NobodyIsAloneWithoutABarrier) {
  TestLoop Loop(even(), USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NOWAIT);
  PerIteration = 5;
  ToShare = 5000;
  EXPECT_EQ(lonely(Loop, 1000), 0u);
}

TEST_F(ShortLoopTest, NobodyIsAloneWhereSharingHelps) {
  TestLoop Loop(even());
  EXPECT_LE(lonely(Loop, 1000), 8u) << "but in trials";
}

TEST_F(ShortLoopTest, LooksAtTheLoadsOfLongExecutions) {
  TestLoop Loop(even());
  PerIteration = 500;
  executeOthers(Loop, 100);
  EXPECT_EQ(inspections(Loop, 50), 50u);
}

TEST_F(ShortLoopTest, ALoopThatBecomesLongIsLookedAtAgain) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  PerIteration = 500;
  executeOthers(Loop, 64);
  EXPECT_EQ(inspections(Loop, 50), 50u);
  PerIteration = 10;
  executeOthers(Loop, 200);
  EXPECT_LE(inspections(Loop, 64), 6u);
}

TEST_F(ShortLoopTest, SizesAreKnownApart) {
  TestLoop Loop(even());
  executeOthers(Loop, 1000);
  const uint64_t Before = Loop.InspectCalls;
  execute(Loop, 100000);
  EXPECT_GT(Loop.InspectCalls, Before);
  EXPECT_LE(inspections(Loop, 64), 2u) << "a long one says nothing about them";
}

TEST_F(ShortLoopTest, OneDisturbanceDoesNotMakeALoopLong) {
  TestLoop Loop(even());
  executeOthers(Loop, 1000);
  PerIteration = 1000000;
  executeOthers(Loop, 1);
  PerIteration = 10;
  EXPECT_LE(inspections(Loop, 64), 2u);
}

TEST_F(ShortLoopTest, AnotherLoopAtTheSameAddressIsNotKnown) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  EXPECT_GT(Cache.plansOf(Loop.Descriptor)
                .selection()
                .makespan(700, Technique::Inspected),
            0);
  Loop.Descriptor.plans = nullptr; // as of a library that was just loaded
  EXPECT_EQ(Cache.plansOf(Loop.Descriptor)
                .selection()
                .makespan(700, Technique::Inspected),
            0);
}

/// Members that leave early (`cancel`), and one that never does.
TEST_F(ShortLoopTest, WhatWasCancelledIsNotLearnedFrom) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  Selection &Its = Cache.plansOf(Loop.Descriptor).selection();
  const float Even = Its.makespan(700, Technique::Even),
              Alone = Its.makespan(700, Technique::Alone);
  Members[0].enter(Loop.call(700, 0, Threads), &Region);
  setTime(Now + 100 * Microsecond);
  Members[0].leave();
  EXPECT_EQ(Its.makespan(700, Technique::Even), Even);
  EXPECT_EQ(Its.makespan(700, Technique::Alone), Alone);
  Members[1].enter(Loop.call(700, 1, Threads), &Region);
  Region.begin();
  Members.assign(Threads, outside());
  executeOthers(Loop, 1);
  EXPECT_NEAR(Its.makespan(700, Technique::Even), Even, Even / 10)
      << "the next execution counts its own members";
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
  TestLoop Loop(even());
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
