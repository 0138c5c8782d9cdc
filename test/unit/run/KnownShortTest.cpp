//===- KnownShortTest.cpp - executions that are not set up ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of short executions of a loop saves the next ones the search
// for a plan, and the common start.
//
//===----------------------------------------------------------------------===//
#include "ShortLoops.h"

#include <map>

using namespace usersched;
using namespace usersched::test;

namespace {

class KnownShortTest : public ShortLoops {
protected:
  /// The executions of some trip counts in turn, of which so many found a plan.
  uint64_t inTurns(TestLoop &Loop, int Times,
                   std::initializer_list<uint64_t> TripCounts) {
    const uint64_t Before = Counters::sum().plan_hits;
    for (int Turn = 0; Turn < Times; ++Turn)
      for (const uint64_t N : TripCounts)
        execute(Loop, N);
    return Counters::sum().plan_hits - Before;
  }
};

TEST_F(KnownShortTest, WhatIsKnownToBeShortIsNotSetUp) {
  for (const uint64_t Share : {0, 5000}) {
    TestLoop Loop(even());
    PerIteration = 5;
    ToShare = Share;
    unprepared(Loop, 2000, 1000);
    EXPECT_GE(unprepared(Loop, 320, 1000), 320u * 3 / 4);
    // As much is stated of executions as is known of their size.
    EXPECT_LE(unprepared(Loop, 64, 100 * Long), 32u);
    Region.begin();
  }
}

/// The levels of a search on a road network have one vertex, or a few.
TEST_F(KnownShortTest, WhatHasOneIterationIsNotSetUp) {
  for (const uint64_t Most : {1, 3}) {
    TestLoop Loop(even());
    unprepared(Loop, 2000, Most);
    EXPECT_GE(unprepared(Loop, 320, Most), 320u * 3 / 4) << Most;
    Region.begin();
  }
}

TEST_F(KnownShortTest, AResetForgetsInTheNextRegion) {
  TestLoop Loop(even());
  PerIteration = 5;
  unprepared(Loop, 2000, 1000);
  EXPECT_GE(unprepared(Loop, 320, 1000), 320u * 3 / 4);
  Cache.reset();
  Region.begin();
  EXPECT_EQ(unprepared(Loop, 1, 1000), 0u);
  const uint64_t Looks = Loop.InspectCalls;
  executeOther(Loop);
  EXPECT_GT(Loop.InspectCalls, Looks);
}

/// Searches from several sources on one graph: more trip counts than the cache
/// has room for, so that some plans come to be used, but never pay.
TEST_F(KnownShortTest, WhatIsShortNeedsNoPlans) {
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
TEST_F(KnownShortTest, ATripCountThatLastsGetsItsPlan) {
  TestLoop Loop(even());
  PerIteration = 5;
  executeOthers(Loop, 1000);
  const usersched_statistics Before = Counters::sum();
  const int Times = 60 * int(threshold::PlanRetry) + 200;
  for (int E = 0; E < Times; ++E)
    execute(Loop, 600);
  const usersched_statistics After = Counters::sum();
  EXPECT_EQ(After.plans_made, Before.plans_made + 1);
  EXPECT_GE(After.plan_hits, Before.plan_hits + 150);
}

/// Nor does one with a plan, in between, end what is known of short ones.
TEST_F(KnownShortTest, WhatIsShortIsKnownAfterAPlan) {
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
        E % 8 ? 1 + ++Executions * 0x9e3779b97f4a7c15u % 1000 : Long;
    const Call Entered = Loop.call(N, 0, Threads);
    SetUp += !Region.repetition(Region.arrive(Entered), Entered).isOf(Entered);
    execute(Loop, N);
  }
  EXPECT_EQ(Counters::sum().plan_hits, PlanHits + 10);
  EXPECT_EQ(SetUp, 10u) << "the long ones";
}

/// All threads, from the trip count alone, and nobody looks at the clock.
TEST_F(KnownShortTest, WhatIsShortIsEnteredInFewSteps) {
  for (const uint64_t Share : {0, 5000}) {
    TestLoop Loop(even());
    PerIteration = 5;
    ToShare = Share; // then thread 0 alone, else all
    unprepared(Loop, 6000, 1000);
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
      if (N >= 100) // of smaller ones, too few were executed to be compared
        EXPECT_EQ(Ran.size(), Share ? 1 : Threads) << N;
    }
    EXPECT_GE(Few, 130u) << "7 of 8";
    Region.begin();
  }
}

TEST_F(KnownShortTest, ARegionGoesOnWithWhatIsShort) {
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

/// A multigrid solver's levels: a plan for each would be found, but costs more
/// than it saves.
TEST_F(KnownShortTest, WhatRecursInTurnsNeedsNoPlansIfItIsEven) {
  for (const uint64_t Share : {0, 5000}) {
    TestLoop Loop(even());
    PerIteration = 10; // 3 to 7 microseconds in all
    ToShare = Share;
    inTurns(Loop, 100, {300, 500, 700});
    // Of 300: tries, in which thefts cost nothing here.
    EXPECT_LE(inTurns(Loop, 100, {300, 500, 700}), 40u);
    Region.begin();
  }
}

/// A plan that saves something is used, though executions of the same loop that
/// need none come in between. All that is heavy is in the piece that a thread
/// takes first of its even share.
TEST_F(KnownShortTest, WhatRecursInTurnsKeepsItsPlansIfItIsUneven) {
  LoadOf = [](uint64_t I) { return I < 20 ? 80 : 1; };
  TestLoop Loop(LoadOf);
  PerIteration = 10; // 21 to 26 microseconds in all
  inTurns(Loop, 100, {700, 900, 1100});
  EXPECT_GE(inTurns(Loop, 100, {700, 900, 1100}), 280u);
}

/// The levels of a search are the same each time: what is looked at must not be
/// the same one of them for ever.
TEST_F(KnownShortTest, EachSizeIsLookedAt) {
  PerIteration = 3; // at most 1.4 microseconds
  const std::vector<uint64_t> Levels = {2,  20, 90,  300, 900, 500,
                                        12, 60, 150, 10,  5};
  for (const std::size_t Count : {8, 9, 10, 11}) {
    TestLoop Loop(even());
    std::map<uint64_t, uint64_t> Looks;
    for (int Search = 0; Search < 2000; ++Search)
      for (std::size_t L = 0; L < Count; ++L) {
        const Call Entered = Loop.call(Levels[L], 0, Threads);
        Looks[L] +=
            !Region.repetition(Region.arrive(Entered), Entered).isOf(Entered);
        execute(Loop, Levels[L], 0, ++Executions);
      }
    uint64_t All = 0;
    for (std::size_t L = 0; L < Count; ++L) {
      EXPECT_GE(Looks[L], 10u) << Levels[L] << ", of " << Count;
      All += Looks[L];
    }
    EXPECT_LE(All, 1000 * Count / 12);
    Region.begin();
  }
}

TEST_F(KnownShortTest, WhatRecursGetsAPlan) {
  TestLoop Loop(even());
  const uint64_t Before = Counters::sum().plans_made;
  for (int E = 0; E < 100; ++E)
    execute(Loop, 600);
  EXPECT_EQ(Counters::sum().plans_made, Before + 1);
}

/// The execution that makes the first plan tells what a look costs.
TEST_F(KnownShortTest, WhereLoadsChangeEachTimeNoLookComesTwiceAtFirst) {
  uint64_t Heavy = 0;
  LoadOf = [&Heavy](uint64_t I) { return I / 50 == Heavy % 12 ? 20 : 1; };
  TestLoop Loop(looked());
  const uint64_t Before = Counters::sum().plans_made;
  const auto Known = [&](Technique As) {
    return makespan(Cache.plansOf(Loop.Descriptor).sizes(), 600, As) > 0;
  };
  execute(Loop, 600);
  EXPECT_TRUE(Known(Technique::Balanced));
  for (int E = 0; E < 3; ++E) {
    Heavy += 5;
    execute(Loop, 600);
    EXPECT_TRUE(Known(Technique::Chunked));
  }
  EXPECT_EQ(Counters::sum().plans_made, Before + 1);
}

/// To measure the parts of short groups would cost more than to be uneven a few
/// times, but not than to be uneven for ever.
TEST_F(KnownShortTest, APlanIsMeasuredIfItLasts) {
  const auto Last = [&](uint64_t Slowness) { // of all threads but the first
    TestLoop Loop([](uint64_t) { return 1; });
    const uint64_t Before = Counters::sum().plans_refined;
    uint64_t Took = 0;
    const auto Uneven = [&](int Times) {
      std::vector<IterationRange> Ran;
      for (int E = 0; E < Times; ++E) {
        const uint64_t Start = Now;
        Now = executeByTime(
            Members, Region, Now,
            [&](uint32_t T) { return Loop.call(600, T, Threads); },
            [&](uint32_t T, IterationRange R) {
              return R.size() * 5 * (T ? Slowness : 1);
            },
            Ran);
        Took = Now - Start;
      }
    };
    Uneven(10);
    EXPECT_EQ(Counters::sum().plans_refined, Before);
    Uneven(1000);
    EXPECT_GT(Counters::sum().plans_refined, Before);
    return Took;
  };
  EXPECT_LT(Last(2), 2250u) << "of 2000 at best, 3000 at first";
  EXPECT_LE(Last(4), 3000u) << "of 2400 at best, 6000 at first, 3000 if one "
                               "thread runs all";
}

} // namespace
