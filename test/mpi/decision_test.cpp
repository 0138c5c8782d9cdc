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

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

namespace {

/// What a run came to.
struct Outcome {
  std::vector<int> balances; ///< after how many steps
  int looks = 0;
  int least_ahead = 1000; ///< of a look
  double total = 0;       ///< steps as long as the busiest rank's, balances
};

/// What ranks were busy in a step; `since` is how many steps ago the last
/// balance was, or -1.
using Busy = std::function<std::vector<double>(int step, int since)>;

/// Runs `steps` steps. A balance takes `cost`.
Outcome run(int steps, double cost, const Busy &busy) {
  Outcome result;
  Decision decision;
  beginDecision(&decision);
  std::vector<double> sums, told;
  double moved = 0;
  int begun = 0, told_at = 0, looked = 0, last = -1;
  for (int step = 1; step <= steps; ++step) {
    const std::vector<double> now = busy(step, last < 0 ? -1 : step - last);
    sums.resize(now.size());
    for (std::size_t rank = 0; rank < now.size(); ++rank)
      sums[rank] += now[rank];
    result.total += *std::max_element(now.begin(), now.end());
    if (step - looked == decision.interval - decision.ahead) {
      told = sums;
      told_at = step;
    }
    if (step - looked < decision.interval)
      continue;
    const Look look = {
        told_at - begun, *std::max_element(told.begin(), told.end()),
        std::accumulate(told.begin(), told.end(), 0.0) / double(told.size()),
        moved};
    ++result.looks;
    result.least_ahead = std::min(result.least_ahead, decision.ahead);
    looked = step;
    moved = 0;
    const Verdict verdict = shouldBalance(&decision, &look);
    if (verdict == Balance) {
      noteBalance(&decision);
      result.balances.push_back(step);
      result.total += moved = cost;
      last = begun = step;
      sums.clear();
    } else if (verdict == BeginAnew) {
      begun = told_at;
      for (std::size_t rank = 0; rank < told.size(); ++rank)
        sums[rank] -= told[rank];
    }
  }
  return result;
}

/// Two ranks of mean 1, the first of which takes `ratio` of the mean.
std::vector<double> uneven(double ratio) { return {ratio, 2 - ratio}; }

TEST(Decision, WhatStaysUnevenIsBalancedOnceAndSoon) {
  const Outcome one = run(
      1000, 5, [](int, int since) { return uneven(since < 0 ? 1.9 : 1.01); });
  ASSERT_EQ(one.balances.size(), 1u);
  EXPECT_LE(one.balances[0], 13);
}

TEST(Decision, WhatIsEvenIsLeftAloneAndLookedAtRarely) {
  const Outcome even = run(1000, 5, [](int step, int) {
    return uneven(1.01 + 0.01 * std::sin(step * 1.7));
  });
  EXPECT_TRUE(even.balances.empty());
  EXPECT_LE(even.looks, 1000 / 64 + 7);
  EXPECT_GE(even.least_ahead, 1); // no look makes ranks wait
}

TEST(Decision, NoiseThatFollowsNoRankIsLeftAlone) {
  std::mt19937 random(3);
  const Outcome noisy = run(20000, 50, [&](int, int) {
    std::vector<double> busy(4, 1);
    busy[random() % 4] += 0.4; // each step waits for another rank
    return busy;
  });
  EXPECT_LE(noisy.balances.size(), 1u);
  EXPECT_GE(noisy.least_ahead, 1);
}

TEST(Decision, WhatNoMoveHelpsIsTriedEverMoreRarely) {
  const Outcome vain = run(100000, 5, [](int, int) { return uneven(1.5); });
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
    return uneven(since < 0 ? 1.5 : 1 + 0.00005 * since);
  });
  ASSERT_GE(dear.balances.size(), 2u);
  EXPECT_LE(dear.balances[0], 32);
  // Lost is 0.00005 (n - 400)^2 / 2, for the tolerance is 400 steps long.
  EXPECT_NEAR(dear.balances[1] - dear.balances[0], 6700, 300);
}

TEST(Decision, WhatComesBackCostsAtMostTwiceTheBestPlan) {
  // Imbalance grows from each balance on; the best plan balances every n steps.
  for (const double growth : {0.0005, 0.005, 0.05})
    for (const double cost : {1.0, 10.0, 100.0}) {
      const int steps = 20000;
      const auto imbalance = [&](int step, int since) {
        return uneven(1 + std::min(growth * (since < 0 ? step : since), 1.0));
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
    return uneven(step > 2000 && since < 0 ? 1.9 : 1.0);
  });
  ASSERT_EQ(late.balances.size(), 1u);
  EXPECT_LE(late.balances[0], 2000 + 64 + 13);
}

TEST(Decision, StepsWithoutWorkAreEven) {
  Decision decision;
  beginDecision(&decision);
  for (int i = 0; i < 100; ++i) {
    const Look look = {decision.interval, 0, 0, 0};
    EXPECT_EQ(shouldBalance(&decision, &look), BeginAnew);
  }
}

} // namespace
