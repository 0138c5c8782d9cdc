//===- decision_test.cpp - when ranks are balanced ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without MPI: a run of steps in which ranks are busy as a test says. Times are
// in steps of a balanced program.
//
//===----------------------------------------------------------------------===//
#include "Decision.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace {

/// What a run came to.
struct Outcome {
  std::vector<int> balances; ///< after how many steps
  int looks = 0;
  double total = 0; ///< steps as long as the busiest rank's, balances
};

/// Runs `steps` steps; imbalance(step, since) is largest / mean in a step,
/// `since` how many steps ago the last balance was, or -1. A balance takes
/// `cost`.
Outcome run(int steps, double cost,
            const std::function<double(int step, int since)> &imbalance) {
  Outcome result;
  Decision decision;
  beginDecision(&decision);
  double busiest = 0, moved = 0;
  int looked = 0, last = -1;
  for (int step = 1; step <= steps; ++step) {
    const double now = imbalance(step, last < 0 ? -1 : step - last);
    busiest += now;
    result.total += now;
    if (step - looked < decision.interval)
      continue;
    const Look look = {step - looked, busiest / (step - looked), 1, moved};
    ++result.looks;
    busiest = moved = 0;
    looked = step;
    if (shouldBalance(&decision, &look)) {
      noteBalance(&decision);
      result.balances.push_back(step);
      result.total += moved = cost;
      last = step;
    }
  }
  return result;
}

TEST(Decision, WhatStaysUnevenIsBalancedOnceAndSoon) {
  const Outcome one =
      run(1000, 5, [](int, int since) { return since < 0 ? 2.5 : 1.01; });
  ASSERT_EQ(one.balances.size(), 1u);
  EXPECT_LE(one.balances[0], 5);
}

TEST(Decision, WhatIsEvenIsLeftAloneAndLookedAtRarely) {
  const Outcome even = run(1000, 5, [](int step, int) {
    return 1.01 + 0.01 * std::sin(step * 1.7); // as measured times differ
  });
  EXPECT_TRUE(even.balances.empty());
  EXPECT_LE(even.looks, 1000 / 64 + 7);
}

TEST(Decision, WhatNoMoveHelpsIsTriedEverMoreRarely) {
  const Outcome vain = run(100000, 5, [](int, int) { return 1.5; });
  EXPECT_GE(vain.balances.size(), 2u);
  EXPECT_LE(vain.balances.size(), 15u);
  for (std::size_t i = 2; i < vain.balances.size(); ++i)
    EXPECT_GE(vain.balances[i] - vain.balances[i - 1],
              (vain.balances[i - 1] - vain.balances[i - 2]) * 3 / 2);
  EXPECT_LE(vain.total, 150000 * 1.001);
}

TEST(Decision, ADearMoveWaitsUntilItsCostIsLost) {
  // The first is taken for cheap; the second knows better.
  const Outcome dear = run(20000, 1000, [](int, int since) {
    return since < 0 ? 1.5 : 1 + 0.0001 * since;
  });
  ASSERT_GE(dear.balances.size(), 2u);
  EXPECT_LE(dear.balances[0], 15);
  // Lost is 0.0001 n^2 / 2 less tolerance: 1000 after about 4700 steps.
  EXPECT_NEAR(dear.balances[1] - dear.balances[0], 4700, 300);
}

TEST(Decision, WhatComesBackCostsAtMostTwiceTheBestPlan) {
  // Imbalance grows from each balance on; the best plan balances every n steps.
  for (const double growth : {0.0005, 0.005, 0.05})
    for (const double cost : {1.0, 10.0, 100.0}) {
      const int steps = 20000;
      const auto imbalance = [&](int step, int since) {
        return 1 + growth * (since < 0 ? step : since);
      };
      const Outcome found = run(steps, cost, imbalance);
      double best = 1e300;
      for (int every = 1; every <= steps; ++every)
        best =
            std::min(best, steps * growth * every / 2 + cost * steps / every);
      EXPECT_LE(found.total - steps, 2 * best + steps * 0.03)
          << growth << ", " << cost;
    }
}

TEST(Decision, ASuddenImbalanceIsSeenWithinALongestInterval) {
  const Outcome late = run(3000, 5, [](int step, int since) {
    return step > 2000 && since < 0 ? 2.0 : 1.0;
  });
  ASSERT_EQ(late.balances.size(), 1u);
  EXPECT_LE(late.balances[0], 2000 + 64);
}

TEST(Decision, StepsWithoutWorkAreEven) {
  Decision decision;
  beginDecision(&decision);
  for (int i = 0; i < 100; ++i) {
    const Look look = {decision.interval, 0, 0, 0};
    EXPECT_FALSE(shouldBalance(&decision, &look));
  }
}

} // namespace
