//===- InstanceTest.cpp ---------------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "run/Instance.h"

#include "SkewedPlan.h"
#include "TestClock.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

/// Thread 1 takes twice as long for its group as the loads say.
void measureSlowThread(const KnownPlan &P) {
  for (uint32_t T = 0; T < 2; ++T) {
    uint64_t Time = 1000;
    for (uint32_t K = 0; K < Refinement::Cells; ++K) {
      const ChunkRange Cell = Refinement::cell(P.group(T), K);
      P.Measured->start(T, Cell, Time);
      Time += uint64_t((T + 1) * 100 * loadOf(P, Cell));
      P.Measured->finish(P, T, P.Measured->number(), Time);
    }
  }
}

TEST(Instance, APlanGetsBetterWhileItsExecutionRuns) {
  PlanCache Cache(1 << 24);
  TestLoop Loop(skewedLoad);
  const Call Entered = Loop.call(N, 0, 2);
  LoopPlans &Plans = Cache.plansOf(Loop.Descriptor);
  ASSERT_TRUE(Cache.publish(Plans, firstPlan(2), Cache.generation()));
  Instance Current(Cache, 2);
  uint64_t Number = 1;
  const auto Begin = [&] { Current.begin(Entered, /*IsAgain=*/true, nullptr); };
  for (Begin(); Current.decision().ForBetter == RefinementStep::Measure;
       Begin()) {
    Current.open(++Number);
    Current.improve(Entered);
    measureSlowThread(*Current.plan());
    ASSERT_LT(Number, 10u);
  }
  ASSERT_EQ(Current.decision().ForBetter, RefinementStep::Refine);
  const KnownPlan *Old = Current.plan();
  // The threads can enter before there is another plan, and nothing of that
  // changes for them while it is made.
  EXPECT_TRUE(Old->isCached());
  Current.open(++Number);
  EXPECT_TRUE(Old->isCached());
  Current.improve(Entered);
  EXPECT_FALSE(Old->isCached());
  EXPECT_EQ(Current.plan(), Old);
  EXPECT_EQ(Current.decision().ForBetter, RefinementStep::Refine);

  Begin();
  ASSERT_NE(Current.plan(), nullptr);
  EXPECT_GT(loadOf(*Current.plan(), Current.plan()->group(0)),
            1.5 * loadOf(*Current.plan(), Current.plan()->group(1)));
}

} // namespace
