//===- AdaptationTest.cpp - plans that follow loads and times -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refinement and staleness at once, on a team whose iterations take a time that
// the load tells only in part. One thread plays all members: whose time is
// least goes on, as if all ran at once.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"
#include "TestClock.h"

using namespace usersched;
using namespace usersched::test;

namespace {

constexpr uint64_t N = 10000;
/// In nanoseconds.
constexpr uint64_t PerLoad = 100, PerIteration = 2000;

class AdaptationTest : public testing::TestWithParam<uint32_t> {
protected:
  const uint32_t Threads = GetParam();
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  StepOf Explicit{0};
  uint64_t Now = 1;
  /// The last member's core takes so many times as long as the others.
  uint64_t Slowness = 1;
  /// A range takes cost() over this.
  uint64_t Quickness = 1;
  /// Where the few iterations with much load are, and how much that is.
  bool IsHeavyFirst = true;
  uint64_t HeavyLoad = 90;
  /// False: the pragma says that all iterations have the same load.
  bool SaysLoad = true;
  TestLoop Loop{[this](uint64_t I) { return SaysLoad ? load(I) : 1; }, 0};
  std::vector<Activation> Members{Threads, outside()};
  usersched_statistics Start = Counters::sum();

  AdaptationTest() { Region.begin(); }

  uint64_t load(uint64_t I) const {
    return (IsHeavyFirst ? I < N / 10 : I >= N - N / 10) ? HeavyLoad : 10;
  }
  uint64_t slowness(uint32_t T) const {
    return T + 1 == Threads ? Slowness : 1;
  }
  uint64_t cost(IterationRange R) const {
    uint64_t Sum = 0;
    for (uint64_t I = R.Begin; I < R.End; ++I)
      Sum += PerLoad * load(I) + PerIteration;
    return Sum;
  }

  /// One execution, with a barrier before it. Returns how long it took over
  /// what it would have taken had all members been busy until its end, on cores
  /// of which none is slow.
  double execute() {
    std::vector<IterationRange> Ran;
    const uint64_t End = executeByTime(
        Members, Region, Now,
        [&](uint32_t T) { return Loop.call(N, T, Threads); },
        [&](uint32_t T, IterationRange R) {
          return cost(R) * slowness(T) / Quickness;
        },
        Ran);
    EXPECT_TRUE(areAllOnce(Ran, N));
    const double Took = static_cast<double>(End - Now);
    Now = End;
    return Took / (static_cast<double>(cost({0, N}) / Quickness) / Threads);
  }

  void execute(int Times) {
    for (int E = 0; E < Times; ++E)
      execute();
  }

  /// Executions take about Ideal, without much stealing: a fifteenth of the
  /// iterations, since a slow core's last ones are known by their time on
  /// thieves'.
  void expectHardlyAnyHelp(double Ideal) {
    const uint64_t Before = count(&usersched_statistics::stolen_iterations);
    for (int E = 0; E < 50; ++E)
      EXPECT_LT(execute(), 1.1 * Ideal);
    EXPECT_LT(count(&usersched_statistics::stolen_iterations) - Before,
              50 * N / 15);
  }

  /// Calls Do(plan) with the plan that is kept, or null.
  template <typename Function> void withPlan(Function Do) {
    Hazard Protect;
    Cache.enlist(Protect);
    Do(Cache.find(Cache.plansOf(Loop.Descriptor),
                  Loop.call(N, 0, Threads).key(), Protect));
    Cache.delist(Protect);
  }

  /// Since the test began.
  uint64_t count(uint64_t usersched_statistics::*Of) const {
    return Counters::sum().*Of - Start.*Of;
  }
};

TEST_P(AdaptationTest, APlanByTimeIsNotStale) {
  execute(300);
  EXPECT_GE(count(&usersched_statistics::plans_refined), 1u);
  EXPECT_EQ(count(&usersched_statistics::stale_plans), 0u);
  EXPECT_EQ(count(&usersched_statistics::plans_made), 1u);
}

TEST_P(AdaptationTest, APlanByTimeNeedsHardlyAnyHelp) {
  execute(100);
  expectHardlyAnyHelp(1);
}

TEST_P(AdaptationTest, ChangedLoadsBehindAPlanByTimeAreInspectedAgain) {
  execute(100);
  const uint64_t Refined = count(&usersched_statistics::plans_refined);
  EXPECT_GE(Refined, 1u);
  for (uint64_t Round = 1; Round <= 5; ++Round) {
    IsHeavyFirst = !IsHeavyFirst;
    // Executions are long, so that the first one with other loads is checked.
    execute(1);
    EXPECT_EQ(count(&usersched_statistics::stale_plans), Round);
    EXPECT_EQ(count(&usersched_statistics::plans_made), 1 + Round);
    EXPECT_LT(execute(), 1.02)
        << "what an iteration costs is known since the first plan";
    execute(98);
    EXPECT_EQ(count(&usersched_statistics::stale_plans), Round);
    EXPECT_LT(execute(), 1.02);
  }
  EXPECT_EQ(count(&usersched_statistics::plans_refined), Refined);
}

/// What other techniques take tells whether a plan of a short loop is worth it.
TEST_P(AdaptationTest, WhatWasDisturbedIsTimedAgainWherePlansBecomeStale) {
  Loop.Descriptor.flags = USERSCHED_SUBSPACE_IS_THREAD; // who runs what is open
  const uint64_t Usual = cost({0, N}) / Threads / (20 * Microsecond);
  Quickness = Usual / 2;
  for (int Place = 0; Place < 200; ++Place) {
    IsHeavyFirst = !IsHeavyFirst;
    execute(8);
    if (Place == 2)
      Quickness = Usual;
  }
  const SizeKnowledge Known = Cache.plansOf(Loop.Descriptor).sizes().of(N);
  EXPECT_LT(Known.makespan(Known.bestWithoutLook(), N), 30 * Microsecond);
}

/// Neither load nor past times tell where the heavy iterations are.
TEST_P(AdaptationTest, APlanInVainIsComparedWithinSixteenExecutions) {
  Loop.Descriptor.flags = USERSCHED_SUBSPACE_IS_THREAD; // who runs what is open
  SaysLoad = false;
  HeavyLoad = 900;
  Quickness = cost({0, N}) / Threads / (20 * Microsecond);
  for (int E = 0; E < 16; ++E) {
    IsHeavyFirst = !IsHeavyFirst;
    execute();
  }
  const SizeKnowledge Known = Cache.plansOf(Loop.Descriptor).sizes().of(N);
  EXPECT_TRUE(Known.isKnown(Technique::Balanced));
  EXPECT_TRUE(Known.isKnown(Known.bestWithoutLook()));
}

TEST_P(AdaptationTest, WhatIterationsCostIsLearntAgainAfterAReset) {
  execute(100);
  for (uint64_t Round = 1; Round <= 5; ++Round) {
    const uint64_t Refined = count(&usersched_statistics::plans_refined);
    IsHeavyFirst = !IsHeavyFirst;
    Cache.reset();
    // In a region that has begun, executions that repeat come first.
    Region.begin();
    execute(20);
    EXPECT_EQ(count(&usersched_statistics::plans_made), 1 + Round);
    EXPECT_GT(count(&usersched_statistics::plans_refined), Refined);
    for (int E = 0; E < 20; ++E)
      EXPECT_LT(execute(), 1.05);
  }
}

/// So that all cores end at once, which stealing alone would have to see to
/// each time.
TEST_P(AdaptationTest, ASlowCoreGetsLess) {
  Slowness = 3;
  const double Ideal = Threads / (Threads - 1 + 1.0 / Slowness);
  execute(100);
  EXPECT_GE(count(&usersched_statistics::plans_refined), 1u);
  expectHardlyAnyHelp(Ideal);
  EXPECT_EQ(count(&usersched_statistics::stale_plans), 0u);
}

TEST_P(AdaptationTest, ACoreThatBecomesSlowGetsLess) {
  execute(1000);
  for (const uint64_t Now : {3, 1}) {
    Slowness = Now;
    const double Ideal =
        Threads / (Threads - 1 + 1.0 / static_cast<double>(Slowness));
    execute(1000);
    expectHardlyAnyHelp(Ideal);
  }
  EXPECT_EQ(count(&usersched_statistics::stale_plans), 0u);
}

TEST_P(AdaptationTest, ACellIsMeasuredOfWhichAChunkIsHeldBack) {
  Loop.Descriptor.flags = USERSCHED_LAST_IS_LAST;
  execute(2);
  withPlan([this](const KnownPlan *P) {
    ASSERT_TRUE(P);
    for (uint32_t T = 0; T < Threads; ++T)
      for (uint32_t K = 0; K < Refinement::Cells; ++K)
        EXPECT_GT(P->Measured->ticks(T, K), 0u) << T << ' ' << K;
    EXPECT_GT(P->Exposed.longestTicks(), 0u);
  });
}

/// As if what is moved to another thread took longer there. Thieves even out
/// what the loads do not tell.
TEST_P(AdaptationTest, ACorrectionThatMakesExecutionsLongerIsTakenBack) {
  int Corrected = 0;
  for (int E = 0; E < 500; ++E) {
    Quickness = 10;
    withPlan([&](const KnownPlan *P) {
      if (P && P->Inspected) {
        ++Corrected;
        Quickness = 9; // 1.11 times as long
      }
    });
    execute();
  }
  EXPECT_GE(Corrected, 6) << "it is tried";
  EXPECT_LT(Corrected, 100);
  EXPECT_EQ(count(&usersched_statistics::plans_made), 1u);
}

INSTANTIATE_TEST_SUITE_P(Threads, AdaptationTest, testing::Values(2, 3, 8),
                         testing::PrintToStringParamName());

} // namespace
