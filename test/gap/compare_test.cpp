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
#include "compare.h"
#include "report.h"

#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

namespace {

using namespace gap;

/// static takes 4 ms, usersched 2 (its first execution 3), each other schedule
/// 5 and with a chunk of 64 only 3.
class FakeKernel : public Kernel {
public:
  const char *name() const override { return "fake"; }
  KernelRun run(const Schedule &schedule, int max_executions) override {
    last_ = schedule.kind;
    if (sleepy)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    KernelRun run;
    const int executions = max_executions > 0 ? max_executions : 3;
    for (int i = 0; i < executions; ++i)
      run.loop_seconds.push_back(next_ms(schedule) * 1e-3);
    run.seconds = 0.01;
    return run;
  }
  std::vector<ThreadLoads> count_loads(const Schedule &schedule) override {
    last_ = schedule.kind;
    if (schedule.kind == ScheduleKind::Usersched)
      return {{{30, 10}, {1, 1}}, {{20, 20}, {1, 1}}, {{20, 20}, {1, 1}}};
    return {{{25, 15}, {1, 1}}};
  }
  std::string verify() const override {
    return wrong && last_ == ScheduleKind::Guided ? "it is wrong" : "";
  }
  void make_reference() override { ++references; }
  bool has_usersched() const override { return enabled; }
  void forget_plans() override { planned_ = false; }

  bool enabled = true;
  bool wrong = false;
  bool sleepy = false;
  int references = 0;

private:
  double next_ms(const Schedule &schedule) {
    if (schedule.kind == ScheduleKind::Usersched) {
      const double ms = planned_ ? 2 : 3;
      planned_ = true;
      return ms;
    }
    if (schedule.kind == ScheduleKind::Static && schedule.chunk == 0)
      return 4;
    return schedule.chunk == 64 ? 3 : 5;
  }
  bool planned_ = false;
  ScheduleKind last_ = ScheduleKind::Static;
};

Comparison compare_fake(FakeKernel &kernel) {
  CompareOptions options;
  options.sample_seconds = 0;
  return compare(kernel, options, "fake");
}

const Measured &steady_row(const Comparison &result) {
  for (const Measured &row : result.rows)
    if (row.schedule == "usersched" && !row.first_execution)
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
  EXPECT_DOUBLE_EQ(first.lambda_percent, 50);
  EXPECT_DOUBLE_EQ(steady.lambda_percent, 0);
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
  const nlohmann::json json = to_json(compare_fake(kernel));
  const nlohmann::json &rows = json.at("schedules");
  EXPECT_EQ(rows.back().at("schedule"), "usersched, steal off");
  const nlohmann::json row = rows.at(rows.size() - 2);
  EXPECT_EQ(row.at("schedule"), "usersched");
  EXPECT_EQ(row.at("execution"), "steady");
  EXPECT_DOUBLE_EQ(row.at("ms"), 2);
  EXPECT_DOUBLE_EQ(row.at("speedup_over_static").at("median"), 2);
  EXPECT_EQ(row.at("verified"), true);
  EXPECT_EQ(row.at("ms_of_rounds").size(), 5u);
}

TEST(Statistics, MedianIsTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({7}), 7);
}

TEST(ThreadLoads, LambdaRelatesTheLargestToTheMedian) {
  EXPECT_DOUBLE_EQ(lambda_percent({{10, 10, 15}, {}}), 50);
  EXPECT_DOUBLE_EQ(lambda_percent({{0, 0}, {}}), 0);
  EXPECT_TRUE(std::isinf(lambda_percent({{0, 0, 5}, {}})));
}

TEST(ThreadLoads, DeviationRelatesToTheMean) {
  EXPECT_DOUBLE_EQ(deviation_percent({{5, 10, 15}, {}}), 50);
  EXPECT_DOUBLE_EQ(deviation_percent({{0, 0}, {}}), 0);
}

TEST(LoadCounter, CountsEachExecutionAnew) {
  LoadCounter counter(1);
  counter.add(5);
  counter.add(2);
  counter.end_execution();
  counter.add(1);
  counter.end_execution();
  ASSERT_EQ(counter.executions().size(), 2u);
  EXPECT_EQ(counter.executions()[0].load, std::vector<std::int64_t>{7});
  EXPECT_EQ(counter.executions()[0].iterations, std::vector<std::int64_t>{2});
  EXPECT_EQ(counter.executions()[1].load, std::vector<std::int64_t>{1});
}

} // namespace
