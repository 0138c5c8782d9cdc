//===- TeamTest.cpp - threads any number of loops apart -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Team.h. Executions here are made of advance() alone; ActivationTest.cpp
// runs iterations.
//
//===----------------------------------------------------------------------===//
#include "team/Team.h"

#include "TestLoop.h"

#include <gtest/gtest.h>
#include <set>

using namespace usersched;
using namespace usersched::test;

namespace {

class TeamTest : public testing::Test {
protected:
  PlanCache Cache{1 << 20};
  TestLoop Loop{[](uint64_t) { return 1; }};
  Team Region{Cache};

  Instance &advance(uint32_t Thread, uint32_t Threads) {
    return Region.advance(Loop.call(10, Thread, Threads));
  }
};

TEST_F(TeamTest, AllThreadsMeetInTheSameInstance) {
  Region.begin();
  for (int E = 0; E < 100; ++E) {
    Instance &First = advance(0, 3);
    EXPECT_EQ(&advance(1, 3), &First);
    EXPECT_EQ(&advance(2, 3), &First);
  }
  EXPECT_EQ(Region.instances(), 4u);
}

TEST_F(TeamTest, AThreadManyLoopsBehindFindsEachExecution) {
  Region.begin();
  std::vector<Instance *> Met;
  for (int E = 0; E < 50; ++E)
    Met.push_back(&advance(0, 2));
  for (int E = 0; E < 50; ++E)
    EXPECT_EQ(&advance(1, 2), Met[static_cast<std::size_t>(E)]);
  EXPECT_GE(Region.instances(), 50u);
}

TEST_F(TeamTest, InstancesGoRoundOnceThreadsAreTogetherAgain) {
  Region.begin();
  for (int E = 0; E < 10; ++E)
    advance(0, 2);
  for (int E = 0; E < 10; ++E)
    advance(1, 2);
  std::size_t Before = Region.instances();
  for (int E = 0; E < 1000; ++E) {
    advance(0, 2);
    advance(1, 2);
  }
  EXPECT_EQ(Region.instances(), Before);
}

TEST_F(TeamTest, TheNextRegionKeepsFewInstances) {
  Region.begin();
  for (const uint32_t Thread : {0u, 1u})
    for (int E = 0; E < 100; ++E)
      advance(Thread, 2);
  EXPECT_GE(Region.instances(), 100u);
  Region.begin();
  EXPECT_LE(Region.instances(), 16u);
  for (int E = 0; E < 100; ++E)
    EXPECT_EQ(&advance(0, 2), &advance(1, 2));
}

/// After regions that were cancelled: thread 1 did not come to all executions.
TEST_F(TeamTest, ALateThreadFindsTheFirstLoopOfItsRegion) {
  for (int R = 0; R < 20; ++R) {
    Region.begin(/*MayBeCancelled=*/true);
    Instance *First = &advance(0, 2);
    for (int E = 0; E < R; ++E)
      advance(0, 2);
    EXPECT_EQ(&advance(1, 2), First);
  }
}

/// Threads come to the first loop of a larger or smaller team at once.
TEST_F(TeamTest, RacingThreadsAgreeOnTheFirstLoopOfEachSize) {
  for (int R = 0; R < 300; ++R) {
    Region.begin();
    const uint32_t Threads = 2 + static_cast<uint32_t>(R) * 7 % 6;
    std::vector<Instance *> Met(Threads);
    runTeam(Threads, [&](uint32_t T) { Met[T] = &advance(T, Threads); });
    for (uint32_t T = 1; T < Threads; ++T)
      ASSERT_EQ(Met[T], Met[0]) << R;
    EXPECT_EQ(Region.size(), Threads);
  }
}

TEST_F(TeamTest, RegionsMayChangeTheirSize) {
  for (uint32_t Threads : {2u, 5u, 3u, 16u, 2u, 16u, 17u}) {
    Region.begin();
    for (int E = 0; E < 30; ++E) {
      Instance &First = advance(0, Threads);
      for (uint32_t T = 1; T < Threads; ++T)
        EXPECT_EQ(&advance(T, Threads), &First);
    }
  }
}

/// No slot is that of another thread, of the epoch before or of the one after.
TEST_F(TeamTest, AThreadHasASlotForEveryOtherEpoch) {
  constexpr uint32_t Threads = 3;
  Instance Any(Cache, Threads);
  std::set<const Slot *> Slots;
  for (uint32_t T = 0; T < Threads; ++T)
    for (const uint16_t Epoch : {1, 2, 65534, 65535}) {
      Slot &Present = Any.slot(T, Epoch);
      Slots.insert(&Present);
      EXPECT_EQ(&Present, &Any.slot(T, static_cast<uint16_t>(Epoch - 2)));
      const auto Next = static_cast<uint16_t>(Epoch + 1);
      EXPECT_EQ(&Present.other(Next), &Any.slot(T, Next));
      EXPECT_EQ(&Present.other(Next).other(Epoch), &Present);
    }
  EXPECT_EQ(Slots.size(), 2 * Threads);
}

TEST_F(TeamTest, EpochsComeAgainAfterSlotsWereReset) {
  Region.begin();
  Instance *Marked = &advance(0, 2);
  advance(1, 2);
  const uint16_t Epoch = Marked->epoch();
  Marked->slot(1, Epoch).publish(SlotWord(Epoch, {1, 2}));
  const Instance *Met;
  do {
    Met = &advance(0, 2);
    advance(1, 2);
  } while (Met != Marked || Met->epoch() != Epoch);
  EXPECT_TRUE(Marked->slot(1, Epoch).peek(SlotWord(Epoch, {})).empty());
}

TEST_F(TeamTest, RacingThreadsAgreeOnEveryExecution) {
  constexpr int Executions = 2000;
  for (uint32_t Threads : {2u, 4u, 7u}) {
    Region.begin();
    std::vector<std::vector<Instance *>> Met(Threads);
    runTeam(Threads, [&](uint32_t T) {
      for (int E = 0; E < Executions; ++E)
        Met[T].push_back(&advance(T, Threads));
    });
    for (uint32_t T = 1; T < Threads; ++T)
      EXPECT_EQ(Met[T], Met[0]);
  }
}

} // namespace
