//===- LoopSummaryTest.cpp - figures of reports against ones by hand ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "report/LoopSummary.h"

#include "plan/Plan.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace usersched;

namespace {

/// Count ranges of 10 iterations, range J with the load and the ticks that the
/// functions say.
template <typename LoadOf, typename TicksOf>
std::vector<MeasuredRange> ranges(uint64_t Count, LoadOf Load, TicksOf Ticks) {
  std::vector<MeasuredRange> Result;
  for (uint64_t J = 0; J < Count; ++J)
    Result.push_back({{10 * J, 10 * J + 10}, Load(J), Ticks(J)});
  return Result;
}

double linear(uint64_t J) { return static_cast<double>(10 * J); }

TEST(LoadFit, FindsWhatLoadAndIterationsCost) {
  // 3 ticks per load and 5 per iteration; a tick is half a nanosecond.
  const LoadFit F =
      fitLoads(ranges(20, linear, [](uint64_t J) { return 30 * J + 50; }), 0.5);
  EXPECT_NEAR(F.RSquared, 1, 1e-9);
  EXPECT_NEAR(F.PerLoad, 1.5, 1e-9);
  EXPECT_NEAR(F.PerIteration, 2.5, 1e-9);
  // Loads per iteration are 0 to 19.
  EXPECT_NEAR(F.LoadSpread, std::sqrt((20 * 20 - 1) / 12.0) / 9.5, 1e-9);
}

TEST(LoadFit, ALoadThatHasNothingToDoWithTimeExplainsNothing) {
  const LoadFit F = fitLoads(
      ranges(20, linear,
             [](uint64_t J) -> uint64_t {
               return J / 2 % 2 == 0 ? 1000 : 3000; // in step with no slope
             }),
      1);
  EXPECT_LT(F.RSquared, 0.05);
  EXPECT_NEAR(F.TimeSpread, 0.5, 0.01);
}

TEST(LoadFit, MoreLoadForLessTimePredictsNothing) {
  const LoadFit F =
      fitLoads(ranges(20, linear, [](uint64_t J) { return 1000 - 40 * J; }), 1);
  EXPECT_EQ(F.RSquared, 0);
  EXPECT_EQ(F.PerLoad, 0);
}

TEST(LoadFit, EvenLoadsExplainNothingOrHaveNothingToExplain) {
  const auto Even = [](uint64_t) { return 10.0; };
  EXPECT_EQ(
      fitLoads(ranges(20, Even, [](uint64_t J) { return 100 + 50 * J; }), 1)
          .RSquared,
      0);
  const LoadFit F =
      fitLoads(ranges(20, Even, [](uint64_t) -> uint64_t { return 100; }), 1);
  EXPECT_TRUE(std::isnan(F.RSquared));
  EXPECT_NEAR(F.PerIteration, 10, 1e-9);
}

TEST(LoadFit, FewRangesTellNothing) {
  const LoadFit F =
      fitLoads(ranges(7, linear, [](uint64_t J) { return 30 * J + 1; }), 1);
  EXPECT_TRUE(std::isnan(F.RSquared) && std::isnan(F.PerLoad));
  EXPECT_TRUE(std::isnan(fitLoads({}, 1).RSquared));
}

TEST(LoadFit, AnInterruptionAtAPlaceMeasuredOnceDoesNotCount) {
  std::vector<MeasuredRange> R =
      ranges(20, linear, [](uint64_t J) { return 30 * J + 50; });
  for (MeasuredRange &Range : R)
    Range.Times = 2;
  R[3].Times = 1;
  R[3].Ticks = 1000000;
  EXPECT_NEAR(fitLoads(R, 1).RSquared, 1, 1e-9);
}

TEST(Lambda, IsMostOverMedian) {
  std::vector<double> Odd{1, 3, 2}, Even{4, 2}, Idle{0, 0, 1};
  EXPECT_DOUBLE_EQ(lambda(Odd), 50);
  EXPECT_DOUBLE_EQ(lambda(Even), 4 / 3.0 * 100 - 100);
  EXPECT_TRUE(std::isnan(lambda(Idle)));
}

TEST(PlanRecord, KeepsTheQuickestOfEachRangeAndWhatWasMeasuredMostOften) {
  PlanRecord P(RecordKey{100, 0, 2});
  P.add({{0, 50}, 5, 70});
  P.add({{0, 50}, 5, 60});
  P.add({{40, 100}, 6, 10}); // once, across the next
  P.add({{50, 100}, 7, 30});
  P.add({{50, 100}, 7, 90});
  P.add({{20, 30}, 1, 1}); // inside of the first
  const std::vector<MeasuredRange> R = P.ranges();
  ASSERT_EQ(R.size(), 2u);
  EXPECT_EQ(R[0].Range.End, 50u);
  EXPECT_EQ(R[0].Ticks, 60u);
  EXPECT_EQ(R[1].Range.Begin, 50u);
  EXPECT_EQ(R[1].Ticks, 30u);
}

/// A loop with loads 1 for each of 100 iterations but the last, with 101.
class OfTwoThreads : public testing::Test {
protected:
  usersched_loop Loop = {};
  LoopRecord Record{Loop};

  void SetUp() override {
    auto P = std::make_shared<PlanRecord>(RecordKey{100, 0, 2});
    P->Bound = {0, 50, 99, 100};
    P->Load = {50, 49, 101};
    P->GroupBegin = {0, 2, 3};
    Record.inspected(P);
    Record.Sums.Executions = 1;
  }
};

TEST_F(OfTwoThreads, ImbalanceOfGroupsAndOfEvenShares) {
  const LoopSummary S = summarize(Record, 1);
  // 99 and 101; in even shares 50 and 150.
  EXPECT_NEAR(S.LambdaLoadPercent, 1, 1e-9);
  EXPECT_NEAR(S.StaticExcessPercent, 50, 1e-9);
  EXPECT_EQ(S.PlanThreads, 2u);
}

TEST_F(OfTwoThreads, EqualPartsGoByTimeOnceThatIsKnown) {
  Record.Sums.Shown->add({{0, 25}, 25, 10});
  EXPECT_NEAR(summarize(Record, 1).StaticExcessPercent, 50, 1e-9);
  // 10 + 20 and 20 + 10: a range across the middle is half of each.
  Record.Sums.Shown->add({{25, 75}, 50, 40});
  Record.Sums.Shown->add({{75, 100}, 126, 10});
  EXPECT_NEAR(summarize(Record, 1).StaticExcessPercent, 0, 1e-9);
}

TEST_F(OfTwoThreads, HeaviestChunkIsInPartsOfAShare) {
  const HeaviestChunk H = summarize(Record, 1).Heaviest;
  EXPECT_EQ(H.Range.Begin, 99u);
  EXPECT_EQ(H.Range.End, 100u);
  EXPECT_NEAR(H.SharePercent, 101, 1e-9);
}

TEST_F(OfTwoThreads, WithoutMeasurementsTimesAreUnknown) {
  const LoopSummary S = summarize(Record, 1);
  EXPECT_TRUE(std::isnan(S.Fit.RSquared));
  EXPECT_TRUE(std::isnan(S.LambdaTimePercent));
  EXPECT_TRUE(std::isnan(S.StolenLoadPercent));
}

TEST(LoopRecord, LoadsThatChangedTakeTheOldOnesPlaceOthersMustTakeLonger) {
  usersched_loop Loop = {};
  LoopRecord Record(Loop);
  const auto First = std::make_shared<PlanRecord>(RecordKey{100, 1, 2});
  const auto Changed = std::make_shared<PlanRecord>(RecordKey{100, 1, 2});
  const auto Other = std::make_shared<PlanRecord>(RecordKey{50, 1, 2});
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
  EXPECT_LE(Notes.size(), 1024u);
  EXPECT_GE(Notes.size(), 512u);
  for (uint64_t I = 0; I < 64; ++I)
    EXPECT_EQ(Notes[I].Execution, I + 1);
  const uint64_t Stride = Notes[65].Execution - Notes[64].Execution;
  for (std::size_t I = 65; I < Notes.size(); ++I)
    EXPECT_EQ(Notes[I].Execution - Notes[I - 1].Execution, Stride);
  EXPECT_GT(Notes.back().Execution + Stride, Many);
}

} // namespace
