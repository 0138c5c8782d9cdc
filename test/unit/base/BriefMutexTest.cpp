//===- BriefMutexTest.cpp - a mutex that is held for microseconds ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs with the sched_yield() of BackoffTest.cpp, which gives nothing up.
//
//===----------------------------------------------------------------------===//
#include "base/BriefMutex.h"

#include <gtest/gtest.h>

#include <atomic>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace usersched;

namespace {

// How often this thread has gone to sleep.
long sleeps() {
  rusage Usage;
  getrusage(RUSAGE_THREAD, &Usage);
  return Usage.ru_nvcsw;
}

} // namespace

TEST(BriefMutexTest, AThreadThatWaitsStaysAwake) {
  for (int Time = 0; Time < 20; ++Time) {
    BriefMutex Mutex;
    std::atomic<bool> IsWaiting{false};
    long Slept = -1;
    Mutex.lock();
    std::thread Waiting([&] {
      const long Before = sleeps();
      IsWaiting = true;
      Mutex.lock();
      Slept = sleeps() - Before;
      Mutex.unlock();
    });
    while (!IsWaiting)
      ;
    const uint64_t Began = clock::ticks();
    while (clock::ticks() - Began < 50 * clock::ticksPerMicrosecond())
      ;
    Mutex.unlock();
    Waiting.join();
    EXPECT_EQ(Slept, 0);
  }
}

TEST(BriefMutexTest, OneThreadAtATimeHoldsIt) {
  constexpr int Threads = 8, Times = 5000;
  BriefMutex Mutex;
  int Held = 0; // guarded by Mutex
  std::vector<std::thread> All;
  for (int T = 0; T < Threads; ++T)
    All.emplace_back([&] {
      for (int Time = 0; Time < Times; ++Time) {
        const std::lock_guard<BriefMutex> Lock(Mutex);
        ++Held;
      }
    });
  for (std::thread &T : All)
    T.join();
  EXPECT_EQ(Held, Threads * Times);
}
