//===- TasksTest.cpp - tasks of equal load --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "plan/Tasks.h"

#include "TestLoop.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

Call callOf(TestLoop &Loop, uint64_t TripCount, uint32_t Threads,
            uint64_t Chunk = 0) {
  Call Entered = {};
  Entered.Loop = &Loop.Descriptor;
  Entered.Captures = &Loop;
  Entered.Chunk = Chunk;
  Entered.TripCount = TripCount;
  Entered.Threads = Threads;
  return Entered;
}

/// Checks that Tasks are all iterations in order, without an empty task.
/// Returns the largest load of a task.
uint64_t checkedLargest(const TaskList &Tasks, const TestLoop &Loop,
                        uint64_t TripCount) {
  EXPECT_EQ(Tasks.Bound.front(), 0u);
  EXPECT_EQ(Tasks.Bound.back(), TripCount);
  uint64_t Largest = 0;
  for (uint64_t T = 0; T < Tasks.size(); ++T) {
    EXPECT_LT(Tasks.Bound[T], Tasks.Bound[T + 1]);
    uint64_t Load = 0;
    for (uint64_t I = Tasks.Bound[T]; I < Tasks.Bound[T + 1]; ++I)
      Load += Loop.Load(I);
    Largest = std::max(Largest, Load);
  }
  return Largest;
}

TEST(Tasks, HaveEqualLoads) {
  TestLoop Loop([](uint64_t I) { return 10000 - I; });
  const TaskList Tasks = cutIntoTasks(callOf(Loop, 10000, 4));
  EXPECT_EQ(Tasks.size(), 40u);
  EXPECT_LT(checkedLargest(Tasks, Loop, 10000), 10001u * 5000 / 40 * 101 / 100);
  EXPECT_GE(Tasks.Inspected, 10000u);
}

/// One thread cuts them, while the others wait for tasks.
TEST(Tasks, AreCutInFewCalls) {
  for (const uint32_t Threads : {2u, 8u, 64u})
    for (const uint64_t TripCount : {10000u, 100000u}) {
      TestLoop Loop([](uint64_t I) { return 1 + I * 2654435761u % 8; });
      const TaskList Tasks = cutIntoTasks(callOf(Loop, TripCount, Threads));
      EXPECT_LE(Loop.InspectCalls.load(), 12 * Tasks.size())
          << TripCount << " iterations, " << Threads << " threads";
      EXPECT_LE(Tasks.Inspected, 2 * TripCount);
    }
}

TEST(Tasks, AHeavyIterationIsATaskAndOthersAreNotEmpty) {
  TestLoop Loop([](uint64_t I) { return I == 0 ? 1000000u : 1u; });
  const TaskList Tasks = cutIntoTasks(callOf(Loop, 1000, 2));
  EXPECT_EQ(checkedLargest(Tasks, Loop, 1000), 1000000u);
  EXPECT_EQ(Tasks.Bound[1], 1u);
}

TEST(Tasks, AreNeverMoreThanIterations) {
  TestLoop Loop([](uint64_t) { return 3; });
  for (uint64_t TripCount : {1, 2, 19, 20, 21})
    EXPECT_EQ(cutIntoTasks(callOf(Loop, TripCount, 2)).size(),
              std::min<uint64_t>(TripCount, 20));
}

TEST(Tasks, WithoutLoadAreEven) {
  TestLoop Loop([](uint64_t) { return 0; });
  const TaskList Tasks = cutIntoTasks(callOf(Loop, 1000, 2));
  ASSERT_EQ(Tasks.size(), 20u);
  for (uint64_t T = 0; T <= 20; ++T)
    EXPECT_EQ(Tasks.Bound[T], 50 * T);
}

TEST(Tasks, HaveTheLoadOfTheChunk) {
  TestLoop Loop([](uint64_t I) { return I % 4; });
  const TaskList Tasks = cutIntoTasks(callOf(Loop, 1000, 2, 30));
  EXPECT_EQ(Tasks.size(), 50u);
  EXPECT_LE(checkedLargest(Tasks, Loop, 1000), 33u);
}

TEST(Tasks, OfATinyChunkAreBounded) {
  TestLoop Loop([](uint64_t) { return 5; });
  const TaskList Tasks = cutIntoTasks(callOf(Loop, 300000, 2, 1));
  EXPECT_LE(Tasks.size(), MostTasks);
  EXPECT_GE(Tasks.size(), MostTasks / 4);
  checkedLargest(Tasks, Loop, 300000);
}

TEST(Tasks, OfOneThreadOrWithTheSchedulerOffAskForNoLoad) {
  TestLoop Loop([](uint64_t I) { return I; });
  EXPECT_EQ(cutIntoTasks(callOf(Loop, 1000, 1)).size(), 10u);
  Call Off = callOf(Loop, 1000, 3, 7);
  Off.IsOff = true;
  EXPECT_EQ(cutIntoTasks(Off).size(), 30u);
  EXPECT_EQ(Loop.InspectCalls, 0u);
}

TEST(Tasks, OfAHugeLoopOfEqualLoadsCostNothing) {
  TestLoop Loop([](uint64_t) { return 1; });
  Loop.Descriptor.inspect = nullptr;
  Loop.Descriptor.each.integer = 1;
  const uint64_t TripCount = uint64_t(1) << 62;
  const TaskList Tasks = cutIntoTasks(callOf(Loop, TripCount, 8));
  EXPECT_EQ(Tasks.size(), 80u);
  EXPECT_EQ(Tasks.Bound.back(), TripCount);
}

TEST(Tasks, OfAPrefixTakeFewEvaluations) {
  static std::atomic<uint64_t> Calls{0};
  TestLoop Loop([](uint64_t I) { return I; });
  Loop.Descriptor.prefix = [](uint64_t I, void *) -> uint64_t {
    ++Calls;
    return I * (I - (I > 0)) / 2;
  };
  const TaskList Tasks = cutIntoTasks(callOf(Loop, 1000000, 2));
  EXPECT_EQ(Tasks.size(), 20u);
  EXPECT_LT(checkedLargest(Tasks, Loop, 1000000),
            500000ull * 999999 / 20 * 101 / 100);
  EXPECT_LT(Calls, 10000u);
}

} // namespace
