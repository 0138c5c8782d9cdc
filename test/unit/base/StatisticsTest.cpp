//===- StatisticsTest.cpp - counts add up ---------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counters are process-wide, so tests compare two sums.
//
//===----------------------------------------------------------------------===//
#include "base/Statistics.h"

#include "TestLoop.h"

#include <gtest/gtest.h>
#include <thread>

using namespace usersched;
using namespace usersched::test;

namespace {

TEST(Statistics, CountsOfThreadsThatHaveEndedRemain) {
  uint64_t Before = Counters::sum().steals;
  runTeam(8, [](uint32_t) { Counters::mine().add(Count::Steals, 5); });
  EXPECT_EQ(Counters::sum().steals, Before + 40);
}

TEST(Statistics, AThreadThatStartsLaterHasTheCountersOfOneThatEnded) {
  const auto CountersOfAThread = [] {
    const Counters *Own = nullptr;
    std::thread([&Own] { Own = &Counters::mine(); }).join();
    return Own;
  };
  const Counters *OfThisThread = &Counters::mine();
  const Counters *First = CountersOfAThread();
  EXPECT_NE(First, OfThisThread);
  EXPECT_EQ(CountersOfAThread(), First);
}

TEST(Statistics, EachCountHasItsMember) {
  usersched_statistics Before = Counters::sum();
  Counters::mine().add(Count::Executions, 1);
  Counters::mine().add(Count::Dispatches, 2);
  Counters::mine().add(Count::Evictions, 3);
  usersched_statistics After = Counters::sum();
  EXPECT_EQ(After.executions, Before.executions + 1);
  EXPECT_EQ(After.dispatches, Before.dispatches + 2);
  EXPECT_EQ(After.evictions, Before.evictions + 3);
}

TEST(Statistics, ALoopIsCountedOncePerExecutionAndItsPlanOnce) {
  PlanCache Cache(1 << 20);
  Team Region(Cache);
  TestLoop Loop([](uint64_t) { return 1; });
  usersched_statistics Before = Counters::sum();
  Region.begin();
  runTeam(2, [&](uint32_t T) {
    Activation A = outside();
    IterationRange R;
    for (int E = 0; E < 3; ++E) {
      enter(A, Loop.call(100, T, 2), &Region);
      while (A.next(R))
        ;
      A.leave();
    }
  });
  usersched_statistics After = Counters::sum();
  EXPECT_EQ(After.executions - Before.executions, 3u);
  EXPECT_EQ(After.plans_made - Before.plans_made, 1u);
  EXPECT_LE(After.plan_hits - Before.plan_hits, 2u);
  EXPECT_GE(After.inspected_iterations - Before.inspected_iterations, 100u);
  EXPECT_GE(After.dispatches - Before.dispatches, 3u);
}

} // namespace
