//===- RetryTest.cpp - when something is tried again ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "learn/Retry.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace usersched;

namespace {

/// The numbers of the uses, from 1, that are tries; each try is in vain.
std::vector<uint32_t> triesInVain(Retry &Next, uint32_t Uses, uint32_t Least,
                                  uint32_t Most) {
  std::vector<uint32_t> Tries;
  for (uint32_t U = 1; U <= Uses; ++U)
    if (Next.count() == 0) {
      Tries.push_back(U);
      Next.waitLonger(Least, Most);
    }
  return Tries;
}

TEST(RetryTest, IsDueAtFirst) { EXPECT_TRUE(Retry().isDue()); }

TEST(RetryTest, IsEverMoreRare) {
  Retry Next;
  EXPECT_EQ(triesInVain(Next, 100, 4, 32),
            std::vector<uint32_t>({1, 5, 13, 29, 61, 93}));
}

TEST(RetryTest, ComesAtTheUseThatItIsSetTo) {
  for (uint32_t Uses : {1, 2, 4, 64, 1 << 20}) {
    Retry Next(Uses);
    EXPECT_EQ(Next.interval(), Uses);
    EXPECT_EQ(Next.count(~0u), Uses - 1) << "uses that are no tries";
    EXPECT_TRUE(Next.isDue());
  }
}

TEST(RetryTest, RoundsUpToAPowerOfTwo) {
  Retry Next(5);
  EXPECT_EQ(Next.interval(), 8u);
}

TEST(RetryTest, CountsNoMoreThanAskedFor) {
  Retry Next(64);
  EXPECT_EQ(Next.count(10), 10u);
  EXPECT_EQ(Next.left(), 53u);
}

TEST(RetryTest, CanBeHastenedButNotDelayed) {
  Retry Next(64);
  Next.hasten(100);
  EXPECT_EQ(Next.left(), 63u);
  Next.hasten(4);
  EXPECT_EQ(Next.left(), 3u);
  EXPECT_EQ(Next.interval(), 64u) << "of the next wait";
}

// Each wait is for 2 uses, so at most one use is to come before a try.
TEST(RetryTest, CountsOfTwoThreadsAtOnceNeverMakeTheWaitLonger) {
  Retry Next(2);
  std::atomic<int> Ready{0};
  std::atomic<uint32_t> Longest{0};
  const auto Count = [&] {
    for (++Ready; Ready < 2;)
      std::this_thread::yield();
    for (int Uses = 0; Uses < 2000000 && Longest == 0; ++Uses) {
      if (Next.count(2) == 0)
        Next.wait(2);
      if (const uint32_t Left = Next.left(); Left > 1)
        Longest = Left;
    }
  };
  std::thread Other(Count);
  Count();
  Other.join();
  EXPECT_EQ(Longest, 0u);
}

TEST(RetryTest, ForgetsHowLongItWaited) {
  Retry Next(64), Copy;
  Copy.copy(Next);
  EXPECT_EQ(Copy.left(), 63u);
  Next.forget();
  EXPECT_TRUE(Next.isDue());
  Next.waitLonger(4, 1024);
  EXPECT_EQ(Next.interval(), 4u);
}

} // namespace
