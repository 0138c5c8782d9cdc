//===- compare_test.cpp - the comparison of schedules ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Driven by a kernel whose times are made up: what is tuned, measured and
// reported then has one right answer.
//
//===----------------------------------------------------------------------===//
#include "comparison/compare.h"
#include "comparison/report.h"
#include "comparison/verdict.h"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <omp.h>
#include <set>
#include <stdexcept>
#include <thread>

namespace {

using namespace gap;

/// Threads that wait after another test's regions shall not run meanwhile:
/// whether this program's threads run is what one of the tests is about.
[[maybe_unused]] const int passive = setenv("KMP_BLOCKTIME", "0", 1);

/// static takes 4 ms, usersched(prof) 2 (its first execution 3), each other
/// schedule 5 and with a chunk of 64 only 3.
class FakeKernel : public Kernel {
public:
  const char *name() const override { return "fake"; }
  KernelRun run(const Schedule &schedule, int max_executions) override {
    runs_in_row_ = last_ == schedule.kind ? runs_in_row_ + 1 : 0;
    last_ = schedule.kind;
    order.push_back(schedule.kind);
    teams[schedule.kind].insert(omp_get_max_threads());
    if (sleepy)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    KernelRun run;
    limits.push_back(max_executions);
    const int executions = max_executions > 0 ? max_executions : in_a_run;
    for (int i = 0; i < executions; ++i)
      run.loop_seconds.push_back(
          (next_ms(schedule) + (runs_in_row_ < unsettled_runs ? 1 : 0)) * 1e-3);
    run.seconds = run_seconds;
    return run;
  }
  std::vector<ThreadLoads> count_loads(const Schedule &schedule) override {
    last_ = schedule.kind;
    if (schedule.kind == ScheduleKind::UserschedProf) {
      const bool planned = counted_;
      counted_ = true;
      const ThreadLoads later = {{20, 20}, {1, 1}, {2, 2}};
      if (planned)
        return {later, later, later};
      return {{{30, 10}, {1, 1}, {3, 1}}, later, later};
    }
    return {{{25, 15}, {1, 1}, {2, 2}}};
  }
  std::string verify() const override {
    return wrong && last_ == ScheduleKind::Guided ? "it is wrong" : "";
  }
  void make_reference() override { ++references; }
  bool has_usersched() const override { return enabled; }
  void forget_plans() override { planned_ = counted_ = false; }
  bool executions_alike() const override { return alike; }

  bool enabled = true;
  bool wrong = false;
  bool sleepy = false;
  bool alike = true;
  int in_a_run = 3; ///< executions
  /// Runs after another schedule's in which executions take 1 ms longer.
  int unsettled_runs = 0;
  double run_seconds = 0.01;
  int references = 0;
  std::vector<ScheduleKind> order;             ///< of runs
  std::vector<int> limits;                     ///< of their executions
  std::map<ScheduleKind, std::set<int>> teams; ///< their sizes

private:
  double next_ms(const Schedule &schedule) {
    if (schedule.kind == ScheduleKind::UserschedProf) {
      const double ms = planned_ ? 2 : 3;
      planned_ = true;
      return ms;
    }
    if (schedule.kind == ScheduleKind::Static && schedule.chunk == 0)
      return 4;
    return schedule.chunk == 64 ? 3 : 5;
  }
  int runs_in_row_ = 0; ///< with this kind of schedule, before the last one
  bool planned_ = false;
  bool counted_ = false;
  ScheduleKind last_ = ScheduleKind::Static;
};

Comparison compare_fake(FakeKernel &kernel) {
  CompareOptions options;
  options.sample_seconds = 0;
  return compare(kernel, options, "fake");
}

const Measured &steady_row(const Comparison &result) {
  for (const Measured &row : result.rows)
    if (row.schedule == "usersched(prof)" && !row.first_execution)
      return row;
  throw std::logic_error("no row for usersched");
}

TEST(Compare, TunesEveryBaseline) {
  FakeKernel kernel;
  const Comparison result = compare_fake(kernel);
  for (const Measured &row : result.rows)
    EXPECT_TRUE(row.schedule == "static" ||
                row.schedule.find("usersched") == 0 ||
                row.schedule.find(",64") != std::string::npos)
        << row.schedule;
  EXPECT_GE(result.tuning.size(), 10u);
  EXPECT_EQ(kernel.references, 1);
}

TEST(Compare, MeasuresFirstAndLaterExecutionsApart) {
  FakeKernel kernel;
  const Comparison result = compare_fake(kernel);
  const Measured &steady = steady_row(result);
  const Measured &first = *(&steady - 1);
  EXPECT_TRUE(first.first_execution);
  EXPECT_FALSE(steady.first_execution);
  EXPECT_EQ(first.seconds, std::vector<double>(5, 0.003));
  EXPECT_EQ(steady.seconds, std::vector<double>(5, 0.002));
  EXPECT_DOUBLE_EQ(first.lambda.by_load, 50);
  EXPECT_DOUBLE_EQ(first.lambda.by_time, 50);
  EXPECT_DOUBLE_EQ(steady.lambda.by_load, 0);
  EXPECT_DOUBLE_EQ(steady.lambda.by_time, 0);
}

TEST(Compare, TakesTheMeanOfExecutionsThatDiffer) {
  FakeKernel kernel;
  kernel.alike = false;
  CompareOptions options;
  options.sample_seconds = 0;
  options.rounds = 1;
  options.schedules = {{ScheduleKind::UserschedProf, 0}};
  const Comparison result = compare(kernel, options, "fake");
  ASSERT_EQ(result.rows.size(), 2u);
  // Complete runs: 3, 2 and 2 ms.
  EXPECT_NEAR(result.rows[0].seconds.at(0), 0.007 / 3, 1e-9);
  EXPECT_EQ(result.rows[0].executions, 3u);
  EXPECT_NEAR(result.rows[1].seconds.at(0), 0.002, 1e-9);
  // 70 over 60.
  EXPECT_NEAR(result.rows[0].lambda.by_load, 100.0 / 6, 1e-9);
}

TEST(Compare, MeasuresTheGivenSchedulesAndNoOthers) {
  FakeKernel kernel;
  CompareOptions options;
  options.sample_seconds = 0;
  options.schedules = {{ScheduleKind::Guided, 64},
                       {ScheduleKind::Static, 0},
                       {ScheduleKind::Usersched, 0}};
  const Comparison result = compare(kernel, options, "fake");
  std::vector<std::string> names;
  for (const Measured &row : result.rows)
    names.push_back(row.schedule);
  EXPECT_EQ(names,
            (std::vector<std::string>{"guided,64", "static", "usersched"}));
  EXPECT_TRUE(result.tuning.empty());
  EXPECT_EQ(result.base, 1u);
  EXPECT_NEAR(result.rows[0].speedup.median, 4.0 / 3, 1e-9);
}

TEST(Compare, RunsTheSerialScheduleOnOneThread) {
  FakeKernel kernel;
  CompareOptions options;
  options.sample_seconds = 0;
  const int before = omp_get_max_threads();
  omp_set_num_threads(3);
  options.schedules = {{ScheduleKind::Static, 0}, {ScheduleKind::Serial, 0}};
  const Comparison result = compare(kernel, options, "fake");
  EXPECT_EQ(kernel.teams[ScheduleKind::Serial], std::set<int>{1});
  EXPECT_EQ(kernel.teams[ScheduleKind::Static], std::set<int>{3});
  EXPECT_EQ(omp_get_max_threads(), 3);
  omp_set_num_threads(before);
  EXPECT_EQ(result.rows.at(0).threads, 3);
  EXPECT_EQ(result.rows.at(1).threads, 1);
}

TEST(Compare, ATurnIsTwoSamplesLong) {
  FakeKernel kernel;
  CompareOptions options;
  options.rounds = 1;
  options.sample_seconds = 0.05; // five runs of static, four of the others
  options.count_loads = false;
  options.schedules = {{ScheduleKind::Static, 0},
                       {ScheduleKind::Guided, 1},
                       {ScheduleKind::Dynamic, 1}};
  compare(kernel, options, "fake");
  // The first run makes the reference, the last one leaves a whole result.
  ASSERT_EQ(kernel.order.size(), 1u + 10 + 8 + 8 + 1);
  std::map<ScheduleKind, int> runs, turns;
  for (std::size_t i = 1; i + 1 < kernel.order.size(); ++i) {
    ++runs[kernel.order[i]];
    turns[kernel.order[i]] += i == 1 || kernel.order[i] != kernel.order[i - 1];
  }
  EXPECT_EQ(runs[ScheduleKind::Static], 10);
  EXPECT_EQ(runs[ScheduleKind::Guided], 8);
  EXPECT_EQ(runs[ScheduleKind::Dynamic], 8);
  for (const auto &[kind, count] : turns)
    EXPECT_EQ(count, 1);
}

TEST(Compare, WhatAnotherScheduleLeftBehindDoesNotCount) {
  FakeKernel kernel;
  kernel.unsettled_runs = 4;
  CompareOptions options;
  options.sample_seconds = 0.05;
  options.schedules = {{ScheduleKind::Static, 0}, {ScheduleKind::Guided, 64}};
  const Comparison result = compare(kernel, options, "fake");
  EXPECT_EQ(result.rows.at(0).seconds, std::vector<double>(5, 0.004));
  EXPECT_EQ(result.rows.at(1).seconds, std::vector<double>(5, 0.003));
}

TEST(Compare, NoTwoComparisonsHaveTheSameOrderOfTurns) {
  // Else what one schedule leaves behind tells on the same other one each time.
  std::set<std::vector<ScheduleKind>> orders;
  for (int i = 0; i < 2; ++i) {
    FakeKernel kernel;
    CompareOptions options;
    options.rounds = 20;
    options.sample_seconds = 0.001;
    options.count_loads = false;
    options.schedules = {{ScheduleKind::Static, 0},
                         {ScheduleKind::Guided, 1},
                         {ScheduleKind::Dynamic, 1},
                         {ScheduleKind::Usersched, 0}};
    compare(kernel, options, "fake");
    ASSERT_EQ(kernel.order.size(), 1u + 20 * 4 * 2 + 1);
    orders.insert(kernel.order);
  }
  EXPECT_EQ(orders.size(), 2u); // by chance once in 24 to the 20
}

/// Two rounds of static, whose 20 executions take 4 ms each, with samples of 30
/// ms: the limits of the runs after the reference's.
std::vector<int> limits_of_two_rounds(FakeKernel &kernel, bool complete_runs) {
  CompareOptions options;
  options.rounds = 2;
  options.sample_seconds = 0.03;
  options.schedules = {{ScheduleKind::Static, 0}};
  options.complete_runs = complete_runs;
  kernel.in_a_run = 20;
  const Comparison result = compare(kernel, options, "fake");
  EXPECT_EQ(result.rows.at(0).executions, 20u);
  EXPECT_EQ(result.rows.at(0).kernel_seconds.at(0), 0.01);
  EXPECT_EQ(std::isnan(result.rows.at(0).kernel_seconds.at(1)),
            kernel.limits.back() != 0);
  return {kernel.limits.begin() + 1, kernel.limits.end()};
}

TEST(Compare, LaterRunsStopWhenTheSampleHasEnough) {
  FakeKernel alike, complete, other;
  EXPECT_EQ(limits_of_two_rounds(alike, false), (std::vector<int>{0, 0, 8, 8}));
  EXPECT_EQ(limits_of_two_rounds(complete, true),
            (std::vector<int>{0, 0, 0, 0}));
  other.alike = false;
  EXPECT_EQ(limits_of_two_rounds(other, false), (std::vector<int>{0, 0, 0, 0}));
}

TEST(Compare, AKernelWhoseLoopIsASmallPartOfItIsNotRunForEver) {
  FakeKernel kernel;
  kernel.run_seconds = 0.1; // of which the loop 12 ms
  CompareOptions options;
  options.rounds = 1;
  options.sample_seconds = 0.05; // four times this is two runs of a sample
  options.schedules = {{ScheduleKind::Static, 0}};
  compare(kernel, options, "fake");
  EXPECT_EQ(kernel.order.size(), 1u + 2 * 2);
}

TEST(Compare, CountsLoadsUnlessToldNotTo) {
  FakeKernel kernel;
  CompareOptions options;
  options.sample_seconds = 0;
  options.count_loads = false;
  options.schedules = {{ScheduleKind::UserschedProf, 0}};
  kernel.in_a_run = 20;
  const Comparison result = compare(kernel, options, "fake");
  EXPECT_EQ(kernel.limits.at(kernel.limits.size() - 2), 5);
  EXPECT_EQ(kernel.limits.back(), 0) << "the result would not be complete";
  const nlohmann::json json = to_json({}, result);
  const nlohmann::json text = nlohmann::json::parse(json.dump());
  for (const auto &row : text.at("results")) {
    EXPECT_TRUE(row.at("lambda_load_percent").is_null());
    EXPECT_TRUE(row.at("lambda_time_percent").is_null());
    EXPECT_EQ(row.at("seconds").size(), 5u);
  }
}

TEST(Compare, RelatesEveryRoundToStatic) {
  FakeKernel kernel;
  const Comparison result = compare_fake(kernel);
  EXPECT_DOUBLE_EQ(result.rows.front().speedup.median, 1);
  EXPECT_DOUBLE_EQ(steady_row(result).speedup.median, 2);
  EXPECT_DOUBLE_EQ(steady_row(result).speedup.min, 2);
}

TEST(Compare, ReportsAWrongResult) {
  FakeKernel kernel;
  kernel.wrong = true;
  const Comparison result = compare_fake(kernel);
  EXPECT_FALSE(result.verified());
  for (const Measured &row : result.rows)
    EXPECT_EQ(row.problem.empty(),
              row.schedule.find("guided") == std::string::npos);
}

TEST(Compare, DoesNotCallAPlainLoopUsersched) {
  FakeKernel kernel;
  kernel.enabled = false;
  const Comparison result = compare_fake(kernel);
  for (const Measured &row : result.rows) {
    EXPECT_NE(row.schedule, "usersched");
    EXPECT_FALSE(row.first_execution);
  }
  EXPECT_EQ(result.rows.back().schedule, "pragma ignored");
}

TEST(Compare, NoticesThatItsThreadsDidNotRun) {
  FakeKernel kernel;
  kernel.sleepy = true;
  const Comparison result = compare_fake(kernel);
  EXPECT_LT(result.processor_share, 0.9);
}

TEST(Compare, WritesTheSameNumbersAsJson) {
  FakeKernel kernel;
  const Setting setting = {"fake -g 3", "fake", "tiny", 3, 2, true, 2};
  const nlohmann::json json = to_json(setting, compare_fake(kernel));
  EXPECT_EQ(json.at("format"), "usersched-bench-1");
  EXPECT_EQ(json.at("command"), "fake -g 3");
  EXPECT_GE(json.at("machine").at("processors"), 1);
  EXPECT_GT(json.at("empty_loop_seconds"), 1e-9);
  EXPECT_LT(json.at("empty_loop_seconds"), 1e-4);
  EXPECT_EQ(json.at("date").get<std::string>().size(), 20u);
  const nlohmann::json &rows = json.at("results");
  EXPECT_EQ(rows.back().at("schedule"), "usersched(nosteal)");
  const nlohmann::json row = rows.at(rows.size() - 2);
  EXPECT_EQ(row.at("suite"), "gap");
  EXPECT_EQ(row.at("kernel"), "fake");
  EXPECT_EQ(row.at("input"), "tiny");
  EXPECT_EQ(row.at("schedule"), "usersched(prof)");
  EXPECT_EQ(row.at("phase"), "steady");
  EXPECT_EQ(row.at("seconds"), std::vector<double>(5, 0.002));
  EXPECT_EQ(row.at("kernel_seconds"), std::vector<double>(5, 0.01));
  EXPECT_EQ(row.at("executions"), 3);
  EXPECT_EQ(row.at("lambda_load_percent"), 0.0);
  EXPECT_EQ(row.at("verified"), true);
  EXPECT_EQ(rows.at(rows.size() - 3).at("phase"), "first");
}

Measured row(const std::string &schedule, double seconds) {
  Measured row;
  row.schedule = schedule;
  row.seconds = {seconds, seconds, seconds};
  return row;
}

TEST(Verdict, ComparesWithTheBaseAndTheQuickest) {
  Comparison comparison;
  comparison.rows = {row("static", 3), row("guided,64", 2.02),
                     row("usersched", 1), row("usersched(prof)", 4),
                     row("usersched(prof)", 2)};
  comparison.rows[3].first_execution = true;
  comparison.tuning = {{"guided,1", 2.5}, {"guided,64", 2.02}};
  EXPECT_EQ(verdict(comparison),
            "usersched(prof) is 1.50 times as fast as static, and as fast as "
            "guided,64 (1.01), the quickest of 3 settings of other schedules.");
}

TEST(Verdict, SaysWhereUserschedIsSlower) {
  Comparison comparison;
  comparison.rows = {row("static", 1), row("guided,64", 2),
                     row("usersched(prof)", 1.25)};
  EXPECT_EQ(
      verdict(comparison),
      "usersched(prof) is 0.80 times as fast as static, the quickest of 2 "
      "settings of other schedules.");
}

TEST(Verdict, IsSilentWhereThereIsNothingToCompare) {
  Comparison comparison;
  EXPECT_EQ(verdict(comparison), "");
  comparison.rows = {row("usersched", 1), row("usersched(prof)", 1)};
  EXPECT_EQ(verdict(comparison), "");
  comparison.rows = {row("static", 1), row("guided,64", 1)};
  EXPECT_EQ(verdict(comparison), "");
}

TEST(Verdict, ComparesNoWrongResults) {
  Comparison comparison;
  comparison.rows = {row("static", 1), row("usersched(prof)", 0.1)};
  comparison.rows[1].problem = "the sum is 0";
  EXPECT_EQ(
      verdict(comparison),
      "A result is WRONG, so no times are compared: see below the table.");
}

TEST(Statistics, MedianIsTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({7}), 7);
}

TEST(ThreadLoads, LambdaRelatesTheLargestToTheMedian) {
  EXPECT_DOUBLE_EQ(lambda_percent({10, 10, 15}), 50);
  EXPECT_DOUBLE_EQ(lambda_percent({0, 0}), 0);
  EXPECT_TRUE(std::isinf(lambda_percent({0, 0, 5})));
}

TEST(ThreadLoads, LambdaOfSeveralExecutionsIsTheirMedianOrTheirTotals) {
  const ThreadLoads even = {{10, 10}, {}, {1, 1}};
  const ThreadLoads uneven = {{1, 0}, {}, {4, 2}};
  EXPECT_DOUBLE_EQ(median_lambda({even, uneven, even}).by_load, 0);
  EXPECT_DOUBLE_EQ(total_lambda({even, uneven}).by_load, (11 / 10.5 - 1) * 100);
  EXPECT_DOUBLE_EQ(total_lambda({even, uneven}).by_time, 25);
  EXPECT_DOUBLE_EQ(total_lambda({}).by_time, 0);
}

TEST(ThreadLoads, DeviationRelatesToTheMean) {
  EXPECT_DOUBLE_EQ(deviation_percent({{5, 10, 15}, {}, {}}), 50);
  EXPECT_DOUBLE_EQ(deviation_percent({{0, 0}, {}, {}}), 0);
}

TEST(LoopRecorder, HasTheWatchesOfEveryThread) {
  LoopRecorder recorder(3);
  LoopRecorder::Watch watch = recorder.watch();
  for (int execution = 0; execution < 2; ++execution) {
    recorder.begin_execution(6);
#pragma omp parallel for num_threads(3) schedule(static) firstprivate(watch)
    for (int i = 0; i < 6; ++i)
      watch.add(i);
    recorder.end_execution();
  }
  EXPECT_EQ(recorder.miscount(), "");
  ASSERT_EQ(recorder.executions().size(), 2u);
  for (const ThreadLoads &loads : recorder.executions()) {
    EXPECT_EQ(loads.load, (std::vector<std::int64_t>{1, 5, 9}));
    EXPECT_EQ(loads.iterations, (std::vector<std::int64_t>{2, 2, 2}));
    for (double seconds : loads.seconds)
      EXPECT_GT(seconds, 0);
  }
}

TEST(LoopRecorder, CountsAThreadWithoutIterationsAsNothing) {
  LoopRecorder recorder(2);
  recorder.begin_execution(1);
  recorder.end_execution();
  EXPECT_EQ(recorder.miscount(), "0 iterations of the loop ran instead of 1");
  EXPECT_EQ(recorder.executions().at(0).load,
            (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(recorder.executions().at(0).seconds, (std::vector<double>{0, 0}));
}

} // namespace
