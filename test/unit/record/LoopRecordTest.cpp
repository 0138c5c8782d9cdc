//===- LoopRecordTest.cpp - what is kept of a loop ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "record/LoopRecord.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace usersched;

namespace {

TEST(Lambda, IsMostOverMedian) {
  EXPECT_DOUBLE_EQ(lambda({1, 3, 2}), 50);
  EXPECT_DOUBLE_EQ(lambda({4, 2}), 4 / 3.0 * 100 - 100);
  EXPECT_TRUE(std::isnan(lambda({0, 0, 1})));
  EXPECT_TRUE(std::isnan(lambda({})));
}

TEST(PlanRecord, KeepsTheQuickestTimeOfEachRange) {
  PlanRecord P(PlanKey{100, 0, 2});
  P.add({{0, 50}, 5, 70});
  P.add({{0, 50}, 5, 60});
  P.add({{40, 100}, 6, 10});
  P.add({{30, 30}, 0, 10}); // no iteration
  P.add({{30, 40}, 0, 0});  // no time
  const auto &Ranges = P.ranges();
  ASSERT_EQ(Ranges.size(), 2u);
  const MeasuredRange &First = Ranges.at({0, 50});
  EXPECT_EQ(First.Ticks, 60u);
  EXPECT_EQ(First.Times, 2u);
  EXPECT_EQ(Ranges.at({40, 100}).Times, 1u);
}

TEST(PlanRecord, KnowsTheLoadsOfAllIterations) {
  const PlanRecord P(
      Plan(PlanKey{100, 0, 2}, {0, 50, 99, 100}, {0, 50, 99, 200}, {0, 2, 3}));
  EXPECT_EQ(P.chunks(), 3u);
  EXPECT_EQ(P.load(IterationRange{50, 100}), 150);
  EXPECT_EQ(P.load(IterationRange{0, 100}), 200);
  EXPECT_EQ(P.load(IterationRange{25, 25}), 0);
  EXPECT_EQ(P.load(IterationRange{25, 99}), 74) << "half of the first chunk";
  EXPECT_TRUE(std::isnan(PlanRecord(PlanKey{9, 0, 2}).load({0, 9})));
}

TEST(PlanRecord, TakesOverGroupsThatEndInsideOfItsChunks) {
  const Plan First(PlanKey{100, 0, 2}, {0, 50, 100}, {0, 50, 200}, {0, 1, 2});
  PlanRecord P(First);
  EXPECT_EQ(P.GroupBound, (std::vector<uint64_t>{0, 50, 100}));
  EXPECT_NEAR(P.lambda(), 50, 1e-9);
  P.takeGroups(Plan(First, {0, 50, 75, 100}, {0, 1, 2, 3}, {0, 2, 3}, false));
  EXPECT_EQ(P.GroupBound, (std::vector<uint64_t>{0, 75, 100}));
  EXPECT_EQ(P.chunks(), 2u) << "those of the inspection";
  EXPECT_NEAR(P.lambda(), 25, 1e-9);
}

TEST(LoopRecord, KnowsWhetherLoadsAreEvaluated) {
  usersched_loop Loop = {};
  EXPECT_TRUE(LoopRecord(Loop).IsConstant);
  Loop.prefix = [](uint64_t I, void *) { return I; };
  EXPECT_FALSE(LoopRecord(Loop).IsConstant);
  Loop.prefix = nullptr;
  Loop.inspect = [](uint64_t, uint64_t, uint64_t *, uint64_t *, void *) {};
  EXPECT_FALSE(LoopRecord(Loop).IsConstant);
}

TEST(LoopRecord, KnowsWhetherAPrefixIsTheUsersOrTheCompilers) {
  usersched_loop Loop = {};
  Loop.prefix = [](uint64_t I, void *) { return I; };
  EXPECT_TRUE(LoopRecord(Loop).HasPrefix);
  EXPECT_FALSE(LoopRecord(Loop).Telescopes);
  Loop.flags = USERSCHED_TELESCOPES;
  EXPECT_FALSE(LoopRecord(Loop).HasPrefix);
  EXPECT_TRUE(LoopRecord(Loop).Telescopes);
}

TEST(LoopRecord, LoadsThatChangedTakeTheOldOnesPlaceOthersMustTakeLonger) {
  usersched_loop Loop = {};
  LoopRecord Record(Loop);
  const auto First = std::make_shared<PlanRecord>(PlanKey{100, 1, 2});
  const auto Changed = std::make_shared<PlanRecord>(PlanKey{100, 1, 2});
  const auto Other = std::make_shared<PlanRecord>(PlanKey{50, 1, 2});
  Record.inspected(First);
  Record.spent(First, 10);
  Record.inspected(Changed);
  EXPECT_EQ(Record.Sums.Shown, Changed);
  Record.inspected(Other);
  Record.spent(Other, 10);
  EXPECT_EQ(Record.Sums.Shown, Changed);
  Record.spent(Other, 1);
  EXPECT_EQ(Record.Sums.Shown, Other);
}

TEST(LoopRecord, StringsOutliveTheDescriptor) {
  char File[] = "folder/a.cpp", Load[] = "w[i]";
  usersched_loop Loop = {};
  Loop.file = File;
  Loop.load = Load;
  Loop.line = 7;
  const LoopRecord Record(Loop);
  EXPECT_TRUE(Record.isOf(Loop));
  File[0] = Load[0] = 'x';
  EXPECT_EQ(Record.File, "folder/a.cpp");
  EXPECT_EQ(Record.Load, "w[i]");
  EXPECT_EQ(Record.Place, "a.cpp:7");
  EXPECT_EQ(Record.Function, "");
  EXPECT_FALSE(Record.isOf(Loop));
}

TEST(History, KeepsTheFirstAndThinsTheOthers) {
  History H;
  constexpr uint64_t Many = 100000;
  for (uint64_t E = 1; E <= Many; ++E)
    H.add({E, E, 0, ExecutionKind::Planned});
  const std::vector<ExecutionNote> &Notes = H.notes();
  EXPECT_LE(Notes.size(), 256u);
  EXPECT_GE(Notes.size(), 128u);
  for (uint64_t I = 0; I < 64; ++I)
    EXPECT_EQ(Notes[I].Execution, I + 1);
  const uint64_t Stride = Notes[65].Execution - Notes[64].Execution;
  for (std::size_t I = 65; I < Notes.size(); ++I)
    EXPECT_EQ(Notes[I].Execution - Notes[I - 1].Execution, Stride);
  EXPECT_GT(Notes.back().Execution + Stride, Many);
}

} // namespace
