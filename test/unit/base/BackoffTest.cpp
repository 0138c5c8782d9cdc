//===- BackoffTest.cpp - waiting without hogging the processor ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The test program has a sched_yield() of its own, which counts.
//
//===----------------------------------------------------------------------===//
#include "base/Backoff.h"

#include <gtest/gtest.h>

using namespace usersched;

namespace {
int Yields;
}

extern "C" int sched_yield() noexcept {
  ++Yields;
  return 0;
}

TEST(BackoffTest, AWaitYieldsWhenItHasBeenLongAndThenEachTime) {
  const uint64_t Long = clock::ticksPerMicrosecond() * threshold::Long;
  Yields = 0;
  Backoff Wait;
  const uint64_t Began = clock::ticks();
  while (Yields == 0)
    Wait.pause();
  // A yield before would give a whole time slice away for a short wait.
  EXPECT_GT(clock::ticks() - Began, Long);
  for (int Time = 2; Time < 10; ++Time) {
    Wait.pause();
    EXPECT_EQ(Yields, Time);
  }
}
