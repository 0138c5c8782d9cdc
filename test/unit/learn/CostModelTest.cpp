//===- CostModelTest.cpp --------------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "learn/CostModel.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace usersched;

namespace {

CostSample sample(double Load, double Iterations, double PerLoad,
                  double PerIteration) {
  return {Load, Iterations, PerLoad * Load + PerIteration * Iterations};
}

TEST(CostModel, FindsBothCostsFromTwoThreads) {
  CostModel Model;
  Model.add(sample(1000, 100, 0.5, 6));
  Model.add(sample(1000, 900, 0.5, 6));
  CostFit Fit;
  ASSERT_TRUE(Model.fit(Fit));
  EXPECT_NEAR(Fit.PerLoad, 0.5, 1e-9);
  EXPECT_NEAR(Fit.PerIteration, 6, 1e-9);
}

TEST(CostModel, FitsNoisySamplesOfManyThreads) {
  CostModel Model;
  for (int T = 0; T < 64; ++T) {
    CostSample S = sample(1000, 50 + 20 * T, 2, 3);
    S.Ticks *= T % 2 ? 1.02 : 0.98;
    Model.add(S);
  }
  CostFit Fit;
  ASSERT_TRUE(Model.fit(Fit));
  EXPECT_NEAR(Fit.PerLoad, 2, 0.1);
  EXPECT_NEAR(Fit.PerIteration, 3, 0.1);
}

TEST(CostModel, DoesNotGuessFromOneKindOfSample) {
  CostModel Model;
  CostFit Fit;
  EXPECT_FALSE(Model.fit(Fit));
  for (int T = 0; T < 8; ++T)
    Model.add(sample(1000, 100, 0.5, 6));
  EXPECT_FALSE(Model.fit(Fit));
}

TEST(CostModel, NothingCostsLessThanNothing) {
  CostModel Model;
  Model.add({1000, 100, 900});
  Model.add({1000, 900, 1000}); // many more iterations, hardly more time
  Model.add({2000, 100, 1800});
  CostFit Fit;
  ASSERT_TRUE(Model.fit(Fit));
  EXPECT_GE(Fit.PerLoad, 0);
  EXPECT_GE(Fit.PerIteration, 0);

  CostModel Lies;
  Lies.add({1000, 100, 100});
  Lies.add({10, 900, 900}); // the time is in the iterations
  Lies.add({2000, 100, 90});
  ASSERT_TRUE(Lies.fit(Fit));
  EXPECT_GE(Fit.PerLoad, 0);
  EXPECT_NEAR(Fit.PerIteration, 1, 0.1);
}

TEST(CostModel, PassesOverNonsense) {
  CostModel Model;
  Model.add({1, 1, 0});
  Model.add({-1, 1, 5});
  Model.add({1, 0, 5});
  Model.add({1e308 * 10, 1, 5});
  Model.add({0.0 / 1, 1, 5});
  CostFit Fit;
  EXPECT_FALSE(Model.fit(Fit));
}

} // namespace
