//===- ClockTest.cpp - the counter of the processor as a clock ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the real time. A machine may let a thread wait at any place, so each
// comparison is repeated until the thread did not wait: a limit only catches
// what never comes true.
//
//===----------------------------------------------------------------------===//
#include "base/Clock.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace usersched {
namespace {

constexpr int ManyTries = 1000;

void sleepFor(int Milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(Milliseconds));
}

TEST(Clock, GoesOnInOneThread) {
  uint64_t Before = clock::ticks();
  for (int I = 0; I < 1000; ++I) {
    const uint64_t Now = clock::ticks();
    EXPECT_GE(Now, Before);
    Before = Now;
  }
  sleepFor(1);
  EXPECT_GT(clock::ticks(), Before);
}

TEST(Clock, IsTheSameForAllThreads) {
  const uint64_t Before = clock::ticks();
  sleepFor(1);
  uint64_t There = 0;
  std::thread([&] { There = clock::ticks(); }).join();
  sleepFor(1);
  EXPECT_GT(There, Before);
  EXPECT_LT(There, clock::ticks());
}

TEST(Clock, TicksCountTheNanosecondsOfTheSystem) {
  double Ratio = 0;
  for (int I = 0; I < ManyTries && !(Ratio > 0.9 && Ratio < 1.1); ++I) {
    const clock::Instant Begin;
    sleepFor(10);
    const clock::Instant End;
    const double Microseconds =
        static_cast<double>(End.Ticks - Begin.Ticks) /
        static_cast<double>(clock::ticksPerMicrosecond());
    Ratio = Microseconds * 1000 /
            static_cast<double>(End.Nanoseconds - Begin.Nanoseconds);
  }
  EXPECT_GT(Ratio, 0.9);
  EXPECT_LT(Ratio, 1.1);
}

TEST(Clock, HasARateFromTheStart) {
  EXPECT_GT(clock::roughRate(), 0u);
  EXPECT_GT(clock::ticksPerMicrosecond(), 0u);
}

} // namespace
} // namespace usersched
