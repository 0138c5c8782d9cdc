//===- ReportTest.cpp - what a report says of a record --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "report/Report.h"

#include "TestClock.h"
#include "Written.h"
#include "base/Processors.h"
#include "record/Recorder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

/// A process with loops of 100 iterations, which have load 1 each but the last,
/// with 101; two threads.
class ReportTest : public testing::Test {
protected:
  Recorder R{{"report.json", "", 0}};
  usersched_loop Loop = {};

  LoopRecord &record(const char *File, uint64_t Executions, uint64_t Ticks) {
    Loop.file = File;
    Loop.load = "w[i]";
    LoopRecord &Record = R.recordOf(Loop);
    Record.inspected(std::make_shared<PlanRecord>(Plan(
        PlanKey{100, 0, 2}, {0, 50, 99, 100}, {0, 50, 99, 200}, {0, 2, 3})));
    LoopSums &Sums = Record.Sums;
    Sums.Executions = Executions;
    for (uint64_t E = 0; E < Executions; ++E) {
      Sums.TripCount.add(100);
      Sums.Threads.add(2);
    }
    Sums.Ticks = Ticks;
    return Record;
  }

  std::string json(double Quota = NAN) {
    const std::lock_guard<Recorder> Held(R);
    return written([&](TextSink &To) { writeJson(R, Quota, To); });
  }
  std::string table(double Quota = NAN) {
    const std::lock_guard<Recorder> Held(R);
    return written([&](TextSink &To) { writeTable(R, Quota, To); });
  }
};

bool has(const std::string &Text, const char *Part) {
  return Text.find(Part) != std::string::npos;
}

TEST_F(ReportTest, ImbalanceOfGroups) {
  // 99 and 101.
  EXPECT_NEAR(record("a.c", 1, 10).Sums.Shown->lambda(), 1, 1e-9);
}

TEST_F(ReportTest, ImbalanceByTimeIsTheMedianOfWhatIsKnown) {
  LoopSums &Sums = record("a.c", 4, 10).Sums;
  for (const double Lambda : {5.0, double(NAN), 50.0, 6.0})
    Sums.Executed.add({1, 1, Lambda, ExecutionKind::Planned});
  EXPECT_EQ(Sums.Executed.lambda(), 6);
}

TEST_F(ReportTest, WhatIsNotKnownIsNullOrADash) {
  record("a.c", 1, 10);
  const std::string Json = json();
  EXPECT_TRUE(has(Json, "\"lambda_time_percent\": null"));
  EXPECT_TRUE(has(Json, "\"stolen_load_percent\": null"));
  EXPECT_TRUE(has(table(), "    1.0 %          -   0.0 %        -\n"))
      << table();
}

TEST_F(ReportTest, LoopsThatRanStandInOrderOfTheirTimes) {
  record("short.c", 1, 10);
  record("long.c", 1, 90);
  record("never.c", 0, 0);
  const auto Loops = loopsThatRan(R);
  ASSERT_EQ(Loops.size(), 2u);
  EXPECT_EQ(Loops[0]->File, "long.c");
}

TEST_F(ReportTest, TheFileHasChunksAndRanges) {
  LoopRecord &Record = record("a.c", 1, 10);
  Record.Sums.Shown->add({{50, 100}, 150, 2000});
  const std::string Json = json();
  EXPECT_TRUE(has(Json, "{\n  \"format\": \"usersched-report-3\",\n"));
  EXPECT_TRUE(has(Json,
                  R"("chunks": {"threads": 2, "begin": [0, 50, 99, 100], )"
                  R"("load": [50, 49, 101], "groups": [0, 99, 100]})"))
      << Json;
  EXPECT_TRUE(has(Json, R"("ranges": {"begin": [50], "end": [100], )"
                        R"("load": [150], "seconds": [)"))
      << Json;
}

TEST_F(ReportTest, TheFileSaysWhetherTheMachineWasBusy) {
  EXPECT_GT(usableProcessors(), 0u);
  LoopSums &Sums = record("a.c", 1, 10).Sums;
  Sums.Processor = 5000000000;
  EXPECT_TRUE(has(json(), R"("processor_seconds": 5,)")) << json();
  EXPECT_TRUE(has(json(), R"("is_constant": true)"));
  EXPECT_TRUE(has(json(), R"("iterations_each": 1,)"));
  EXPECT_TRUE(has(json(), R"("telescopes": false)"));
  EXPECT_TRUE(has(json(), R"("processors": )"));
}

TEST_F(ReportTest, ALoopWithoutAPlanHasNoChunks) {
  Loop.file = "a.c";
  R.recordOf(Loop).Sums.Executions = 1;
  EXPECT_TRUE(
      has(json(),
          R"("chunks": {"threads": 0, "begin": [], "load": [], "groups": []},
      "ranges": {"begin": [], "end": [],)"))
      << json();
}

TEST_F(ReportTest, TechniquesThatRanAreCounted) {
  LoopSums &Sums = record("a.c", 20, 10).Sums;
  const auto Ran = [&Sums](Technique As, Reason Why) -> uint64_t & {
    return Sums.Ran[static_cast<int>(As)][static_cast<int>(Why)];
  };
  Ran(Technique::Balanced, Reason::NoPlan) = 1;
  Ran(Technique::Balanced, Reason::Plan) = 18;
  Ran(Technique::Even, Reason::Trial) = 1;
  EXPECT_TRUE(has(json(), R"("techniques": [{"technique": "balanced", )"
                          R"("reason": "plan", "executions": 18}, )"
                          R"({"technique": "balanced", "reason": "no-plan", )"))
      << json();
  EXPECT_TRUE(has(table(), " balanced, plan 90.0 % ")) << table();
  Ran(Technique::Even, Reason::Trial) = 0;
  Ran(Technique::Balanced, Reason::NoPlan) = 0;
  EXPECT_TRUE(has(table(), "  balanced, plan  ")) << table();
}

TEST_F(ReportTest, TheTableHasARowForEachLoopAndSaysHowToGetMore) {
  Loop.line = 7;
  LoopSums &Sums = record("folder/short.c", 3, 10).Sums;
  Sums.Load = 400;
  Sums.StolenLoad = 100;
  Sums.Busy = 60;
  Sums.Inspecting = 30;
  Sums.Balancing = 10;
  record("a_file_with_a_longer_name.c", 12345, 9);
  const std::string Text = table();
  EXPECT_EQ(std::count(Text.begin(), Text.end(), '\n'), 6) << Text;
  EXPECT_TRUE(has(Text,
                  "\nshort.c:7                               3         100"
                  "        2  "))
      << Text;
  EXPECT_TRUE(has(Text, "  25.0 %   40.0 %\n")) << Text;
  EXPECT_TRUE(has(Text, "\na_file_with_a_longer_name.c:7       12345  "))
      << Text;
  EXPECT_TRUE(has(Text, "then run: usersched-report FILE.json\n"));
}

TEST_F(ReportTest, AQuotaBelowTheTeamIsSaidWithTheTeamThatFits) {
  record("a.c", 1, 10);
  EXPECT_TRUE(has(json(1.5), "\"quota_processors\": 1.5,"));
  EXPECT_TRUE(has(json(), "\"quota_processors\": null,"));
  EXPECT_TRUE(has(table(1.5), "\nusersched: a CPU quota of 1.5 processors may "
                              "stop the 2 threads for a while: set "
                              "OMP_NUM_THREADS=1\n"))
      << table(1.5);
  EXPECT_TRUE(has(table(0.25), " quota of 0.25 "));
  EXPECT_TRUE(has(table(0.25), " OMP_NUM_THREADS=1\n"));
  for (const double Enough : {2.0, 1e18, double(NAN)})
    EXPECT_FALSE(has(table(Enough), "quota")) << Enough;
}

TEST_F(ReportTest, TheTableHasAFewLinesWhateverRan) {
  for (Loop.line = 1; Loop.line <= 50; ++Loop.line)
    record("a.c", 1, Loop.line);
  const std::string Text = table();
  EXPECT_EQ(std::count(Text.begin(), Text.end(), '\n'), 25) << Text;
  EXPECT_TRUE(has(Text, "\na.c:31 ")) << Text;
  EXPECT_FALSE(has(Text, "\na.c:30 ")) << Text;
  EXPECT_TRUE(has(Text, "\nand 30 more loops\n")) << Text;
}

} // namespace
