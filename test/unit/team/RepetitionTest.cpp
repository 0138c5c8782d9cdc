//===- RepetitionTest.cpp - loops that are executed again and again -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executions without an instance of their own: when there are any, that all
// threads agree on which, and that each iteration runs once in them, too.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"
#include "TestClock.h"

#include <pthread.h>

using namespace usersched;
using namespace usersched::test;

namespace {

/// Of the groups of a plan that has been measured; worth a theft, or not.
constexpr uint64_t LongStep = 100 * Microsecond, ShortStep = 1;

/// The parameter: whether activations last from region to region and are
/// entered as by compiled loops.
class RepetitionTest : public testing::TestWithParam<bool> {
protected:
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  TestLoop Loop{[](uint64_t) { return 1; }};
  uint64_t N = 1000, Data = 0;
  uint32_t Flags = 0;

  std::vector<Activation> Fresh;

  RepetitionTest() { Region.begin(); }

  /// Of the threads of the present region, for Which.
  std::vector<Activation *> members(uint32_t Threads, TestLoop &Which) {
    Fresh.assign(Threads, outside());
    std::vector<Activation *> Result;
    for (uint32_t T = 0; T < Threads; ++T)
      Result.push_back(
          GetParam() && Threads > 1
              ? &Region.activation(Region.join(T, Threads), Which.Descriptor)
              : &Fresh[T]);
    return Result;
  }
  std::vector<Activation *> members(uint32_t Threads) {
    return members(Threads, Loop);
  }

  /// In few steps.
  uint32_t EnteredAgain = 0;

  void enter(Activation &A, const Call &Entered) {
    if (GetParam() && Entered.Threads > 1 &&
        Region.enterAgain(Region.join(Entered.Thread, Entered.Threads),
                          *Entered.Loop, Entered.TripCount, Entered.Data))
      ++EnteredAgain;
    else
      usersched::enter(A, Entered, &Region);
  }

  bool next(Activation &A) { return GetParam() ? nextInFewSteps(A) : A.next(); }

  Call call(uint32_t Thread, uint32_t Threads) {
    Call Result = Loop.call(N, Thread, Threads);
    Result.Data = Data;
    Result.Flags |= Flags;
    return Result;
  }

  /// What the thread's next execution will be like, without a trace.
  bool repeats(uint32_t Thread) {
    const Call Entered = call(Thread, 2);
    Team::Member &Self = Region.arrive(Entered);
    return Region.repetition(Self, Entered).isOf(Entered);
  }

  void runWhole(const std::vector<Activation *> &Members) {
    Tally Runs(N);
    runInTurns(Members, Runs, [this](Activation &A) { return next(A); });
    EXPECT_TRUE(Runs.isExactly(1));
  }

  /// Two members execute Times times; returns how often the loop was not set
  /// up. Both must agree on that.
  uint32_t repeatsIn(uint32_t Times) {
    const std::vector<Activation *> Members = members(2);
    uint32_t Result = 0;
    for (uint32_t E = 0; E < Times; ++E) {
      const bool Repeats[] = {repeats(0), repeats(1)};
      EXPECT_EQ(Repeats[0], Repeats[1]);
      Result += Repeats[0];
      for (uint32_t T = 0; T < 2; ++T) {
        enter(*Members[T], call(T, 2));
        EXPECT_EQ(Members[T]->threads(), 2u);
      }
      runWhole(Members);
    }
    return Result;
  }
};

INSTANTIATE_TEST_SUITE_P(Activations, RepetitionTest, testing::Bool(),
                         [](const auto &Info) {
                           return Info.param ? "Lasting" : "Fresh";
                         });

TEST_P(RepetitionTest, FewExecutionsAreSetUp) {
  for (uint64_t Step : {ShortStep, LongStep}) {
    StepOf Time(Step);
    repeatsIn(200); // the plan is made, measured, and checked less and less
    const uint32_t Repeats = repeatsIn(320);
    EXPECT_GE(Repeats, 320u * 3 / 4) << Step;
    EXPECT_LE(Repeats, 320u * 63 / 64) << Step;
    Cache.reset();
    Region.begin();
  }
}

TEST_P(RepetitionTest, NotWhileThePlanIsMeasured) {
  EXPECT_EQ(repeatsIn(7), 0u);
}

TEST_P(RepetitionTest, LongGroupsNeedABarrier) {
  Loop.Descriptor.flags |= USERSCHED_NOWAIT;
  EXPECT_EQ(repeatsIn(100), 0u);
  StepOf Time(ShortStep);
  repeatsIn(320);
  EXPECT_GT(repeatsIn(64), 0u) << "short ones do not";
}

TEST_P(RepetitionTest, WithoutProfileThereIsNothingToRepeat) {
  Loop.Descriptor.flags |= USERSCHED_NO_PROFILE;
  EXPECT_EQ(repeatsIn(100), 0u);
}

TEST_P(RepetitionTest, AnotherTripCountIsSetUp) {
  repeatsIn(100);
  N = 500;
  EXPECT_EQ(repeatsIn(3), 0u);
  N = 1000;
  EXPECT_EQ(repeatsIn(1), 0u);
}

TEST_P(RepetitionTest, LoopsWhoseDataTakeTurnsAreNotRepeated) {
  for (int E = 0; E < 200; ++E) {
    Data = E % 2;
    repeatsIn(1);
  }
  for (int E = 0; E < 32; ++E) {
    Data = E % 2;
    EXPECT_EQ(repeatsIn(1), 0u);
  }
}

TEST_P(RepetitionTest, OtherDataBehindARepeatedLoopEndItForGood) {
  while (!repeats(0))
    repeatsIn(1);
  Data = 1;
  EXPECT_LT(repeatsIn(threshold::UsualCheck), threshold::UsualCheck);
  EXPECT_EQ(repeatsIn(100), 0u);
}

TEST_P(RepetitionTest, ARegionGoesOnWhereTheLastOneEnded) {
  for (const bool IsLong : {true, false}) {
    const StepOf Step(IsLong ? 10 * Microsecond : 10);
    Flags = IsLong ? 0 : USERSCHED_NO_STEAL;
    repeatsIn(200);
    uint32_t Repeats = 0;
    for (int R = 0; R < 320; ++R) {
      Region.begin();
      Repeats += repeatsIn(1);
    }
    EXPECT_GE(Repeats, 320u * 3 / 4) << IsLong;
    EXPECT_LE(Repeats, 320u * 63 / 64) << IsLong;
    EXPECT_EQ(EnteredAgain > 300, GetParam()) << IsLong;
    EnteredAgain = 0;
  }
}

TEST_P(RepetitionTest, RegionsWithSeveralExecutionsGoOnToo) {
  repeatsIn(100);
  uint32_t Repeats = 0;
  for (int R = 0; R < 200; ++R) {
    Region.begin();
    Repeats += repeatsIn(R % 5);
  }
  EXPECT_GE(Repeats, 350u); // of 400
}

TEST_P(RepetitionTest, ARegionGoesOnWithoutABarrierToo) {
  const StepOf Short(10);
  Flags = USERSCHED_NOWAIT;
  EXPECT_GT(repeatsIn(200), 0u);
  uint32_t Repeats = 0;
  for (int R = 0; R < 320; ++R) {
    Region.begin();
    Repeats += repeatsIn(1);
  }
  EXPECT_GE(Repeats, 320u * 3 / 4);
  EXPECT_LE(Repeats, 320u * 63 / 64);
}

/// Thread 1 makes and repeats other plans, with other groups, before thread 0
/// comes to the first execution of the region.
TEST_P(RepetitionTest, WithoutABarrierAThreadIsFarAhead) {
  const StepOf Short(10);
  TestLoop Skewed([this](uint64_t I) { return I < N / 2 ? 1 + 5 * Data : 1; },
                  USERSCHED_NOWAIT);
  const auto Execute = [&](Activation &A, uint32_t Thread, Tally &Runs) {
    Call Entered = Skewed.call(N, Thread, 2);
    Entered.Data = Data;
    enter(A, Entered);
    while (next(A))
      Runs.run(A.given());
    A.leave();
  };
  for (uint32_t Before = 1; Before < 150; ++Before) {
    Data = 0;
    for (uint32_t R = 0; R < Before; ++R) {
      Region.begin();
      Tally Runs(N);
      for (const uint32_t T : {0u, 1u})
        Execute(*members(2, Skewed)[T], T, Runs);
      ASSERT_TRUE(Runs.isExactly(1)) << R << " of " << Before;
    }
    Region.begin();
    constexpr uint32_t Executions = 200;
    Tally Runs(N);
    for (const uint32_t T : {1u, 0u}) {
      Activation &A = *members(2, Skewed)[T];
      for (uint32_t E = 0; E < Executions; ++E) {
        Data = E / 70;
        Execute(A, T, Runs);
      }
    }
    EXPECT_TRUE(Runs.isExactly(Executions)) << Before;
    Cache.reset();
  }
}

/// Thread 1 is one execution ahead of thread 0 when the region is cancelled.
TEST_P(RepetitionTest, ACancelledRegionLeavesNothingBehind) {
  repeatsIn(100);
  uint32_t Repeats = 0;
  for (int R = 0; R < 400; ++R) {
    Region.begin();
    if (R % 3)
      repeatsIn(R % 3);
    Activation &Ahead = *members(2)[1];
    enter(Ahead, call(1, 2));
    IterationRange Taken;
    for (int Pieces = R % 4; Pieces > 0 && Ahead.next(Taken);)
      --Pieces;
    Ahead.leave();
    Region.begin(/*MayBeCancelled=*/true);
    Repeats += repeatsIn(3); // exactly once, as everywhere here
  }
  EXPECT_GT(Repeats, 100u);
}

/// Uses of a plan are counted for executions to come. If the series ends, they
/// do not come, and must not make checks of the plan come sooner.
TEST_P(RepetitionTest, LoadsOfShortSeriesAreNotLookedAtMoreOften) {
  repeatsIn(200);
  const auto inspected = [&](bool MayBeCancelled, uint32_t Times) {
    const uint64_t Before = Counters::sum().inspected_iterations;
    for (int R = 0; R < 1280; ++R) {
      Region.begin(MayBeCancelled);
      repeatsIn(Times);
    }
    return (Counters::sum().inspected_iterations - Before) / Times;
  };
  const uint64_t InOne = inspected(false, 1);
  EXPECT_GT(InOne, 0u);
  EXPECT_LE(inspected(true, 1), 2 * InOne);
  EXPECT_LE(inspected(true, 3), 3 * InOne);
}

/// So does a region that has been serialized, of the same loop.
TEST_P(RepetitionTest, RegionsOfOneThreadInBetween) {
  const StepOf Time(LongStep);
  repeatsIn(200);
  EnteredAgain = 0;
  uint32_t Repeats = 0;
  for (int R = 0; R < 200; ++R) {
    Region.begin();
    if (R % 3 == 0) {
      const std::vector<Activation *> Alone = members(1);
      enter(*Alone[0], call(0, 1));
      runWhole(Alone);
    } else {
      Repeats += repeatsIn(1);
    }
  }
  EXPECT_GE(Repeats, 100u);
  EXPECT_EQ(EnteredAgain > 60, GetParam());
}

/// What a smaller team knew is nothing to a larger one, nor the other way, even
/// if regions without the loop come in between.
TEST_P(RepetitionTest, ATeamOfAnotherSizeBeginsAnew) {
  TestLoop Other{[](uint64_t) { return 1; }};
  auto Run = [&](TestLoop &L, uint32_t Threads) {
    Region.begin();
    const std::vector<Activation *> Members = members(Threads, L);
    for (uint32_t T = 0; T < Threads; ++T)
      enter(*Members[T], L.call(N, T, Threads));
    runWhole(Members);
  };
  for (uint32_t Round = 0; Round < 100; ++Round) {
    for (uint32_t Times = 0; Times < 20 + Round % 7; ++Times) {
      Run(Loop, 2 + Round % 3);
      if (Times % 4 == Round % 5)
        Run(Loop, 1);
    }
    for (uint32_t Times = 0; Times < Round % 4; ++Times)
      Run(Other, 2 + (Round + 1) % 3);
  }
}

TEST_P(RepetitionTest, AResetShowsInTheNextRegion) {
  repeatsIn(100);
  Cache.reset();
  Region.begin();
  const uint64_t Made = Counters::sum().plans_made;
  repeatsIn(1);
  EXPECT_EQ(Counters::sum().plans_made, Made + 1);
}

TEST_P(RepetitionTest, AnotherLoopInTheSamePlaceBeginsAnew) {
  repeatsIn(100);
  Region.begin();
  Loop.Descriptor.flags = USERSCHED_LAST_IS_LAST;
  EXPECT_EQ(repeatsIn(1), 0u);
}

/// As usersched.h promises, whenever the reset comes; and not much earlier.
TEST_P(RepetitionTest, AResetShowsWithin63Executions) {
  uint32_t Latest = 0;
  for (uint32_t Before = 100; Before < 200; ++Before) {
    repeatsIn(Before);
    Cache.reset();
    const uint64_t Made = Counters::sum().plans_made;
    uint32_t Times = 0;
    for (; Counters::sum().plans_made == Made && Times < 100; ++Times)
      repeatsIn(1);
    Latest = std::max(Latest, Times - 1);
    Region.begin();
  }
  EXPECT_EQ(Latest, 63u);
}

TEST_P(RepetitionTest, ExecutionsAreCountedOnce) {
  const usersched_statistics Before = Counters::sum();
  repeatsIn(300);
  const usersched_statistics After = Counters::sum();
  EXPECT_EQ(After.executions - Before.executions, 300u);
  EXPECT_EQ(After.plan_hits - Before.plan_hits, 299u);
}

TEST_P(RepetitionTest, EpochsOfRepeatedExecutionsWrap) {
  N = 8;
  constexpr uint32_t Times = 3 * 65536;
  EXPECT_GE(repeatsIn(Times), Times / 2);
}

constexpr uint32_t Variants[] = {0,
                                 USERSCHED_NOWAIT,
                                 USERSCHED_NO_STEAL,
                                 USERSCHED_NO_STEAL | USERSCHED_NOWAIT,
                                 USERSCHED_LAST_IS_LAST,
                                 USERSCHED_NO_PROFILE};

TEST_P(RepetitionTest, EachIterationRunsOnceInAnyOrderOfCalls) {
  const auto Seed = static_cast<uint64_t>(GTEST_FLAG_GET(random_seed));
  std::mt19937_64 Random(Seed << 16);
  for (uint32_t Round = 0; Round < 120; ++Round) {
    StepOf Time(Round % 3 == 0   ? ShortStep
                : Round % 3 == 1 ? Microsecond
                                 : LongStep);
    const uint32_t Threads = Round % 10 ? 2 + Round % 5 : 33;
    TestLoop Any([](uint64_t I) { return I % 5; }, Variants[Round % 6]);
    PlayedTeam Players(Region, Random());
    EXPECT_TRUE(Players.execute(
        Threads, 60, [&](uint32_t T) { return Any.call(200, T, Threads); }))
        << "round " << Round << " of seed " << Seed;
    Cache.reset();
  }
}

/// Several loops in one region, in an order that only a seed knows, with real
/// threads.
TEST_P(RepetitionTest, RacingThreadsAgree) {
  constexpr uint32_t Executions = 1500, Threads = 4, Length = 100;
  for (uint64_t Step : {ShortStep, LongStep}) {
    StepOf Time(Step);
    std::vector<std::unique_ptr<TestLoop>> Loops;
    for (uint32_t Flags : Variants)
      Loops.push_back(
          std::make_unique<TestLoop>([](uint64_t I) { return I % 5; }, Flags));
    pthread_barrier_t Barrier;
    ASSERT_EQ(pthread_barrier_init(&Barrier, nullptr, Threads), 0);
    Tally Runs(Length);
    Region.begin();
    runTeam(Threads, [&](uint32_t T) {
      Activation A = outside();
      std::mt19937 Random(1); // the same for all
      std::size_t Which = 0;
      for (uint32_t E = 0; E < Executions; ++E) {
        // Now one alone for a while, now several in turns.
        if (E / 100 % 2 == 0 || Random() % 20 == 0)
          Which = Random() % Loops.size();
        Call Entered = Loops[Which]->call(Length, T, Threads);
        Entered.Data = Random() % 50 == 0;
        usersched::enter(A, Entered, &Region);
        IterationRange R;
        while (A.next(R))
          Runs.run(R);
        A.leave();
        if (!Entered.has(USERSCHED_NOWAIT))
          pthread_barrier_wait(&Barrier);
      }
    });
    pthread_barrier_destroy(&Barrier);
    EXPECT_TRUE(Runs.isExactly(Executions));
    Cache.reset();
  }
}

} // namespace
