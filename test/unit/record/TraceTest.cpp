//===- TraceTest.cpp - events in bounded memory ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "record/Trace.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace usersched;

namespace {

TraceEvent event(uint64_t Begin, uint64_t End) {
  TraceEvent E;
  E.Begin = Begin;
  E.End = End;
  return E;
}

std::vector<TraceEvent> events(const Lane &L, uint64_t Now) {
  std::vector<TraceEvent> Result;
  L.forEach(Now, [&](const TraceEvent &E) { Result.push_back(E); });
  return Result;
}

TEST(Trace, KeepsTheFirstEventsAndCountsTheOthers) {
  std::atomic<int64_t> Blocks{2};
  Lane L(0, Blocks);
  const uint64_t Room = 2 * TraceBlock::Capacity;
  for (uint64_t I = 0; I < Room + 5; ++I)
    L.add(event(I, I + 1));
  EXPECT_EQ(L.dropped(), 5u);
  const std::vector<TraceEvent> All = events(L, 0);
  ASSERT_EQ(All.size(), Room);
  for (uint64_t I = 0; I < Room; ++I)
    EXPECT_EQ(All[I].Begin, I);
}

TEST(Trace, LanesShareTheMemory) {
  std::atomic<int64_t> Blocks{1};
  Lane A(0, Blocks), B(1, Blocks);
  A.add(event(1, 2));
  B.add(event(1, 2));
  EXPECT_EQ(B.dropped(), 1u);
  EXPECT_TRUE(B.isEmpty());
  A.clear();
  B.add(event(1, 2));
  EXPECT_FALSE(B.isEmpty());
  EXPECT_EQ(events(A, 0).size(), 0u);
}

TEST(Trace, AWaitEndsWithTheOthersOrWhenTheThreadGoesOn) {
  std::atomic<int64_t> Blocks{1};
  Lane L(0, Blocks);
  std::atomic<uint64_t> *Others = L.wait(event(10, 0));
  ASSERT_TRUE(Others);
  EXPECT_EQ(events(L, 50)[0].End, 50u) << "nobody knows more at 50";
  *Others = 30;
  EXPECT_EQ(events(L, 50)[0].End, 30u);
  L.endWait(20);
  EXPECT_EQ(events(L, 50)[0].End, 20u) << "the thread was busy again at 20";
  L.endWait(60);
  EXPECT_EQ(events(L, 70)[0].End, 20u) << "there is no wait any more";
  *L.wait(event(70, 0)) = 30;
  EXPECT_EQ(events(L, 90)[1].End, 70u) << "no event ends before it begins";
  L.wait(event(80, 0));
  L.endWait(85);
  EXPECT_EQ(events(L, 90)[2].End, 85u);
}

TEST(Trace, AWaitForWhichThereIsNoRoomIsCounted) {
  std::atomic<int64_t> Blocks{0};
  Lane L(0, Blocks);
  EXPECT_FALSE(L.wait(event(10, 0)));
  L.endWait(20);
  EXPECT_EQ(L.dropped(), 1u);
}

TEST(Trace, CanBeReadWhileItGrows) {
  std::atomic<int64_t> Blocks{20};
  Lane L(0, Blocks);
  std::thread Owner([&L] {
    for (uint64_t I = 1; I <= 20000; ++I)
      L.add(event(I, 2 * I));
  });
  std::size_t Seen = 0;
  for (int Times = 0; Times < 50; ++Times) {
    std::size_t Count = 0;
    L.forEach(0, [&](const TraceEvent &E) {
      ++Count;
      EXPECT_EQ(E.Begin, Count);
      EXPECT_EQ(E.End, 2 * Count);
    });
    EXPECT_GE(Count, Seen);
    Seen = Count;
  }
  Owner.join();
  EXPECT_EQ(events(L, 0).size() + L.dropped(), 20000u);
}

} // namespace
