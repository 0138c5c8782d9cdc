//===- LastingActivationTest.cpp - what a team keeps for its next region --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A team serves regions, whose activations last in it, and orphaned executions,
// whose threads bring their own. What the one leaves is nothing that the other
// may go on with.
//
//===----------------------------------------------------------------------===//
#include "TestClock.h"
#include "TestLoop.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

/// The parameter: how long an iteration takes. Groups are worth a theft, or
/// executions are short.
class LastingActivationTest : public testing::TestWithParam<uint64_t> {
protected:
  static constexpr uint64_t N = 1000;
  const StepOf Time{GetParam()};
  uint64_t Heavy = 10;
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  TestLoop Loop{[this](uint64_t I) { return I < Heavy ? 1000 : 1; }};

  void runWhole(const std::vector<Activation *> &Members) {
    Tally Runs(N);
    runInTurns(Members, Runs, nextInFewSteps);
    ASSERT_TRUE(Runs.isExactly(1));
  }

  /// A region of so many threads, as compiled loops enter it.
  void runRegion(uint32_t Threads) {
    Region.begin();
    std::vector<Activation *> Members;
    for (uint32_t T = 0; T < Threads; ++T) {
      Team::Member &Self = Region.join(T, Threads);
      Activation *A = Region.enterAgain(Self, Loop.Descriptor, N, 0);
      if (!A) {
        A = &Region.activation(Self, Loop.Descriptor);
        A->call() = Loop.call(N, T, Threads);
        enter(*A, &Region);
      }
      Members.push_back(A);
    }
    runWhole(Members);
  }

  void runOrphaned(uint32_t Threads) {
    Region.begin();
    std::vector<Activation> Own(Threads, outside());
    std::vector<Activation *> Members;
    for (uint32_t T = 0; T < Threads; ++T) {
      Own[T].call() = Loop.call(N, T, Threads);
      enter(Own[T], &Region);
      Members.push_back(&Own[T]);
    }
    runWhole(Members);
  }
};

INSTANTIATE_TEST_SUITE_P(Steps, LastingActivationTest,
                         testing::Values(1, 10, 100 * Microsecond));

TEST_P(LastingActivationTest, OtherSizesAreOrphanedInBetween) {
  for (uint32_t Round = 0; Round < 60 && !HasFatalFailure(); ++Round) {
    for (uint32_t R = 0; R < 40 + Round; ++R)
      runRegion(2 + Round % 2);
    for (uint32_t R = 0; R < 20 + Round; ++R)
      runOrphaned(2 + Round / 2 % 2);
  }
}

TEST_P(LastingActivationTest, OtherPlansAreOrphanedInBetween) {
  for (uint32_t Round = 0; Round < 60 && !HasFatalFailure(); ++Round) {
    for (uint32_t R = 0; R < 40 + Round; ++R)
      runRegion(2);
    Heavy = 10 + 100 * (Round % 3);
    Cache.reset();
    for (uint32_t R = 0; R < 20 + Round; ++R)
      runOrphaned(2);
  }
}

} // namespace
