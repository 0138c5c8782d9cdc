//===- LookSelectionTest.cpp - whether the loads are worth a look ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestClock.h"
#include "learn/Selection.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

class LookSelectionTest : public testing::Test {
protected:
  LookSelection Its = {};
  float With = 0.1f, Without = 0.1f;

  /// Of so many executions, how many had a look.
  int looks(int Times) {
    int Result = 0;
    for (int E = 0; E < Times; ++E) {
      const bool Looks = Its.choose();
      Its.note(Looks, Looks ? With : Without);
      Result += Looks;
    }
    return Result;
  }
};

TEST_F(LookSelectionTest, BothAreTriedAtFirst) {
  EXPECT_TRUE(Its.choose());
  EXPECT_TRUE(Its.choose()) << "none has ended yet";
  EXPECT_EQ(looks(1), 1);
  EXPECT_EQ(looks(1), 0);
}

TEST_F(LookSelectionTest, WhatLosesLessIsTaken) {
  With = 0.2f;
  EXPECT_LE(looks(1000), 10);
  EXPECT_FALSE(Its.isBetterWith());
  Its.forget();
  EXPECT_TRUE(Its.isBetterWith());
  With = 0.05f;
  EXPECT_GE(looks(1000), 990);
  EXPECT_TRUE(Its.isBetterWith());
}

TEST_F(LookSelectionTest, WhatBecomesBetterIsFoundSoonEnough) {
  With = 0.2f;
  looks(10000);
  With = 0.02f;
  looks(1100); // one trial at least
  EXPECT_GE(looks(100), 90);
}

TEST_F(LookSelectionTest, OneDisturbanceDoesNotDecide) {
  Without = 0.05f;
  looks(100);
  Its.note(false, 1.0f);
  Without = 0.05f;
  looks(40);
  EXPECT_LE(looks(100), 10);
}

TEST_F(LookSelectionTest, ATieIsNotWorthALook) {
  looks(10);
  EXPECT_LE(looks(1000), 10);
}

/// Clocks of several processors may say that less than nothing was lost.
TEST_F(LookSelectionTest, TakesAnyShare) {
  With = -0.5f, Without = 2;
  EXPECT_GE(looks(1000), 990);
}

/// In the selection among all techniques.
class ChunksTest : public testing::Test {
protected:
  static constexpr uint64_t N = 1000;
  Selection Its;

  /// Of 100 executions that take so many microseconds with chunks, for which
  /// loads are not worth a look, and so many otherwise, how many ran as Wanted.
  int count(Technique Wanted, uint64_t Chunks, uint64_t Others) {
    int Result = 0;
    for (int E = 0; E < 100; ++E) {
      const Technique S = Its.choose(N, true);
      const uint64_t Took = (hasChunks(S) ? Chunks : Others) * Microsecond;
      Its.note(N, S, Took, Took * 3 / 2);
      if (hasChunks(S))
        Its.noteLost(N, S, S == Technique::Inspected ? 0.1f : 0.05f);
      Result += S == Wanted;
    }
    return Result;
  }
};

TEST_F(ChunksTest, NeedNoLeadIfNothingIsLookedAt) {
  EXPECT_GE(count(Technique::Stealing, 29, 30), 77);
}

TEST_F(ChunksTest, AreNotForStealingInShortExecutions) {
  EXPECT_EQ(count(Technique::Stealing, 10, 15), 0);
  EXPECT_GE(count(Technique::Inspected, 10, 15), 80);
}

TEST_F(ChunksTest, AreForgottenWithTheLoop) {
  EXPECT_GE(count(Technique::Stealing, 500, 600), 80);
  Its.forget();
  Its.note(N, Technique::Inspected, 500 * Microsecond, Microsecond);
  EXPECT_EQ(Its.choose(N, true), Technique::Inspected);
}

TEST_F(ChunksTest, OfAPlanAreAtHand) {
  EXPECT_GE(count(Technique::Stealing, 500, 600), 80);
  EXPECT_EQ(Its.choose(N, true, true), Technique::Inspected);
  EXPECT_EQ(Its.choose(N, true, false), Technique::Stealing);
}

} // namespace
