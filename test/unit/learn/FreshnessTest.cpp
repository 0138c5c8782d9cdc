//===- FreshnessTest.cpp - data that changes in place is noticed ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread per team member would make no difference: the check is up to who
// sets the execution up. So one thread plays the team, member by member.
//
//===----------------------------------------------------------------------===//
#include "TestLoop.h"
#include "base/Thresholds.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

constexpr uint32_t Threads = 4;

struct FreshnessTest : testing::Test {
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  uint64_t N = 1000;
  uint64_t Seed = 1;
  TestLoop Loop{
      [this](uint64_t I) { return Seed * (I + 7) * 2654435761u >> 20 & 1023; },
      USERSCHED_NO_STEAL | USERSCHED_SUBSPACE_IS_THREAD};
  std::vector<Activation> Members{Threads, outside()};
  usersched_statistics Start = Counters::sum();

  FreshnessTest() { Region.begin(); }

  /// Executes the loop Times times; all iterations must run each time.
  void execute(uint32_t Times, Team *In = nullptr) {
    for (uint32_t E = 0; E < Times; ++E) {
      Tally Runs(N);
      for (uint32_t T = 0; T < Threads; ++T) {
        enter(Members[T], Loop.call(N, T, Threads), In ? In : &Region);
        IterationRange R;
        while (Members[T].next(R))
          Runs.run(R);
      }
      EXPECT_TRUE(Runs.isExactly(1));
    }
  }

  uint64_t stalePlans() const {
    return Counters::sum().stale_plans - Start.stale_plans;
  }
};

TEST_F(FreshnessTest, ChangedLoadsAreNoticedWithin32Executions) {
  execute(100);
  EXPECT_EQ(stalePlans(), 0u);
  Seed = 77;
  execute(33);
  EXPECT_EQ(stalePlans(), 1u);
  const uint64_t Hits = Counters::sum().plan_hits;
  execute(2);
  EXPECT_EQ(Counters::sum().plan_hits, Hits + 2) << "the new plan is used";
}

TEST_F(FreshnessTest, ConstantLoadsAreNotInspectedAgain) {
  for (uint64_t Length : {3u, 64u, 1000u, 30000u}) {
    N = Length;
    execute(500);
  }
  EXPECT_EQ(stalePlans(), 0u);
}

TEST_F(FreshnessTest, ChecksCostLittle) {
  execute(100);
  const uint64_t Calls = Loop.InspectCalls;
  execute(320);
  EXPECT_LE(Loop.InspectCalls - Calls, 8u * 11);
}

TEST_F(FreshnessTest, ChecksTakeLittleOfTheTime) {
  auto ChecksIn1000 = [](uint64_t CheckTicks, uint64_t ExecutionTicks) {
    Freshness F;
    uint32_t Checks = 0;
    for (int Use = 0; Use < 1000; ++Use)
      if (F.checkIsDue()) {
        ++Checks;
        F.pace(CheckTicks, ExecutionTicks);
      }
    return Checks;
  };
  EXPECT_EQ(ChecksIn1000(1, 10000), 1000u);
  // After 1, 2, 4, 8, 16, 16, ... uses.
  EXPECT_EQ(ChecksIn1000(10, 2048), 4u + (1000 - 15) / 16);
  EXPECT_LE(ChecksIn1000(10, 512), 6u + (1000 - 63) / 64);
  EXPECT_LE(ChecksIn1000(1, 0), 6u + (1000 - 63) / 64) << "time unknown";
}

TEST_F(FreshnessTest, LoadsThatAreNeverTheSameAreAskedForLessAndLess) {
  std::atomic<uint64_t> Looks{0};
  Loop.Load = [&](uint64_t) { return 50 + ++Looks * 2654435761u % 101; };
  execute(4000);
  // After 1, 2, 4, ... executions, 1024 at most.
  EXPECT_GE(stalePlans(), 10u);
  EXPECT_LE(stalePlans(), 13u);
}

/// Their groups are about the same each time, and the threads may run others.
TEST_F(FreshnessTest, WhereLoadsAreNeverTheSamePlansGetRare) {
  Loop.Descriptor.flags = USERSCHED_SUBSPACE_IS_THREAD;
  std::atomic<uint64_t> Looks{0};
  Loop.Load = [&](uint64_t) {
    return ++Looks * 2654435761u % 101 < 10 ? 1000 : 1;
  };
  execute(4000);
  EXPECT_GE(stalePlans(), 4000u / threshold::PlanRetry / 2);
  EXPECT_LE(stalePlans(), 4000u / threshold::PlanRetry + 16);
}

/// Of two threads, the only cut may be the same by chance.
TEST_F(FreshnessTest, GroupsThatAreTheSameOnceAreNotBelievedForLong) {
  Loop.Load = [](uint64_t I) { return I / 10 == 30 ? 1000 : 1; };
  execute(20);
  Loop.Load = [](uint64_t I) { return I / 10 == 30 ? 2000 : 1; };
  execute(20);
  ASSERT_EQ(stalePlans(), 1u);
  Loop.Load = [](uint64_t I) { return I / 10 == 70 ? 2000 : 1; };
  execute(16);
  EXPECT_EQ(stalePlans(), 2u);
}

TEST_F(FreshnessTest, ChangesThatMoveTheCutsAreNoticedAgainAndAgain) {
  execute(10);
  for (uint64_t Round = 1; Round <= 10; ++Round) {
    Loop.Load = [=](uint64_t I) { return I % 10 + (Round % 2 ? I : 1000 - I); };
    execute(200);
    EXPECT_EQ(stalePlans(), Round);
  }
}

TEST_F(FreshnessTest, PrefixSumsAreCheckedToo) {
  uint64_t Heavy = 100;
  TestLoop Prefix([&](uint64_t I) { return I + (I > Heavy ? 10000 : 0); },
                  USERSCHED_NO_STEAL);
  Prefix.makePrefix();
  PlanKey Key = {N, 0, 2};
  const KnownPlan P(
      Plan(Key, {0, 50, 100, 1000}, {0, 50, 100, 11000}, {0, 2, 3}));
  Inspector Loads = Prefix.inspector();
  EXPECT_FALSE(P.Fresh.finds(P, Loads, 10));
  Heavy = 20;
  EXPECT_TRUE(P.Fresh.finds(P, Loads, 10));
}

TEST_F(FreshnessTest, LoadThatLeavesFewChunksIsMissedAtOnce) {
  // Ten of a thousand chunks have nearly all of the load.
  uint64_t Heavy = 480;
  TestLoop Clustered(
      [&](uint64_t I) { return I / 10 == Heavy / 10 ? 100000 : 1; });
  std::vector<uint64_t> Bound{0};
  std::vector<double> Cumulative{0};
  for (uint64_t I = 0; I < N; ++I) {
    Bound.push_back(I + 1);
    Cumulative.push_back(Cumulative.back() + double(Clustered.Load(I)));
  }
  const KnownPlan P(Plan({N, 0, 2}, Bound, Cumulative, {0, 485, 1000}));
  Inspector Loads = Clustered.inspector();
  for (int Check = 0; Check < 20; ++Check) {
    Heavy = 480;
    EXPECT_FALSE(P.Fresh.finds(P, Loads, 10));
    Heavy = 70;
    EXPECT_TRUE(P.Fresh.finds(P, Loads, 10)) << Check;
  }
}

/// As a loop over the active ones of all vertices: the heavy iterations are
/// elsewhere in each execution.
TEST_F(FreshnessTest, LoadsThatMoveEachTimeAreNotRunWithThePlanOfThePast) {
  Loop.Descriptor.flags = USERSCHED_SUBSPACE_IS_THREAD;
  uint64_t Heavy = 0;
  Loop.Load = [&](uint64_t I) { return I / 100 == Heavy % 10 ? 1000 : 1; };
  for (; Heavy < 500; ++Heavy)
    execute(1);
  const usersched_statistics Now = Counters::sum();
  EXPECT_EQ(Now.plan_hits - Start.plan_hits, 0u);
  EXPECT_LE(Now.plans_made - Start.plans_made, 30u) << "they are in vain";
  EXPECT_GE(Now.plans_made - Start.plans_made, 10u) << "that may change";

  execute(200);
  EXPECT_GE(Counters::sum().plan_hits - Now.plan_hits, 100u) << "it has";
}

TEST_F(FreshnessTest, WithoutStealingLoadsThatMoveAreBalancedAnewEachTime) {
  uint64_t Heavy = 0;
  Loop.Load = [&](uint64_t I) { return I / 100 == Heavy % 10 ? 1000 : 1; };
  for (; Heavy < 100; ++Heavy)
    execute(1);
  EXPECT_GE(Counters::sum().plans_made - Start.plans_made, 95u);
}

TEST_F(FreshnessTest, AfterAChangeNoExecutionsFollowWithoutALookForAWhile) {
  Loop.Load = [](uint64_t I) { return I; };
  execute(200);
  LoopPlans &Plans = Cache.plansOf(Loop.Descriptor);
  EXPECT_FALSE(Plans.isErratic());
  Loop.Load = [](uint64_t I) { return 1000 - I; };
  execute(100);
  ASSERT_EQ(stalePlans(), 1u);
  EXPECT_TRUE(Plans.isErratic());
  execute(1100);
  EXPECT_FALSE(Plans.isErratic());
}

TEST_F(FreshnessTest, ThresholdZeroNeverChecks) {
  PlanCache Trusting(1 << 24, 0);
  Team Trusted(Trusting);
  Trusted.begin();
  execute(5, &Trusted);
  Seed = 77;
  const uint64_t Calls = Loop.InspectCalls;
  execute(100, &Trusted);
  EXPECT_EQ(Loop.InspectCalls, Calls);
}

TEST_F(FreshnessTest, ChangesMeanwhileLoseNoIterations) {
  Loop.Descriptor.flags = USERSCHED_NOWAIT;
  std::atomic<uint64_t> Version{1};
  Loop.Load = [&](uint64_t I) { return I * Version % 1000; };
  Tally Runs(N);
  Region.begin();
  runTeam(Threads, [&](uint32_t T) {
    Activation A = outside();
    for (uint32_t E = 0; E < 300; ++E) {
      if (T == 0 && E % 20 == 0)
        Version += 12345;
      enter(A, Loop.call(N, T, Threads), &Region);
      IterationRange R;
      while (A.next(R))
        Runs.run(R);
    }
  });
  EXPECT_TRUE(Runs.isExactly(300));
}

} // namespace
