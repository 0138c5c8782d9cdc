//===- AverageTest.cpp - an average that forgets --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "learn/Average.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace usersched;

namespace {

TEST(AverageTest, TheFirstSampleIsTheAverage) {
  Average A;
  EXPECT_EQ(A.get(), 0) << "not known";
  A.add(8);
  EXPECT_EQ(A.get(), 8);
}

TEST(AverageTest, AQuarterIsTheLastSample) {
  Average A;
  A.add(8);
  A.add(4);
  EXPECT_EQ(A.get(), 7);
}

TEST(AverageTest, OneDisturbanceDoesNotDecide) {
  Average A;
  A.add(8);
  A.add(1000);
  EXPECT_EQ(A.get(), 10) << "as if it had been 16";
}

TEST(AverageTest, FollowsWhatLasts) {
  uint64_t Ticks = 100;
  for (int S = 0; S < 40; ++S)
    Ticks = average<uint64_t>(Ticks, 10000);
  EXPECT_GT(Ticks, 9000u);
  for (int S = 0; S < 40; ++S)
    Ticks = average<uint64_t>(Ticks, 100);
  EXPECT_LT(Ticks, 110u);
}

// A clock that ticks 24 times in a microsecond finds that a short group took 1.
TEST(AverageTest, AFewTicksCanGrow) {
  for (uint64_t Ticks : {1, 2, 3}) {
    for (int S = 0; S < 60; ++S)
      Ticks = average<uint64_t>(Ticks, 10000);
    EXPECT_GT(Ticks, 9000u);
  }
}

TEST(AverageTest, IsForgotten) {
  Average A;
  A.add(8);
  A.forget();
  A.add(1);
  EXPECT_EQ(A.get(), 1);
}

} // namespace
