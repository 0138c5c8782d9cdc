//===- command_line_test.cpp - what users see of the programs -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output that can be read alone, and for every mistake one line on stderr and
// exit status 1.
//
//===----------------------------------------------------------------------===//
#include "program.h"
#include "schedules/schedule.h"
#include "test_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using gap_test::content_of;
using gap_test::Result;
using gap_test::run;
using gap_test::TempFile;

const std::string programs[] = {PR, PR_PLAIN};

testing::AssertionResult has(const std::string &text, const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in:\n" << text;
}

class WrongUsage : public testing::TestWithParam<
                       std::pair<std::vector<std::string>, const char *>> {};

TEST_P(WrongUsage, IsExplained) {
  for (const std::string &program : programs) {
    const Result result = run(program, GetParam().first);
    EXPECT_EQ(result.status, 1);
    EXPECT_TRUE(has(result.err, GetParam().second));
  }
}

using Args = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(
    Options, WrongUsage,
    testing::Values(
        std::pair{Args{}, "wrong usage: "},
        std::pair{Args{"-g", "5", "-u", "5"}, "wrong usage: "},
        std::pair{Args{"-g", "31"}, "not in range 0 to 30"},
        std::pair{Args{"-g", "x"}, "wrong usage: "},
        std::pair{Args{"-g", "5", "--wrong"}, "--wrong"},
        std::pair{Args{"-g", "5", "-i", "0"}, "--iterations: Value 0"},
        std::pair{Args{"-g", "5", "-n", "0"}, "--trials: Value 0"},
        std::pair{Args{"-g", "5", "--threads", "0"}, "--threads: Value 0"},
        std::pair{Args{"-g", "5", "--schedule", "fast"},
                  "'fast' is not a schedule; expected static, "},
        std::pair{Args{"-g", "5", "--schedule", "usersched,4"},
                  "usersched takes no chunk size"},
        std::pair{Args{"-g", "5", "--compare", "--schedule", "static"},
                  "--schedule excludes --compare"},
        std::pair{Args{"-g", "5", "--schedules", "static", "fast"},
                  "'fast' is not a schedule; expected static, "},
        std::pair{Args{"-g", "5", "--compare", "--schedules", "static"},
                  "--compare excludes --schedules"},
        std::pair{Args{"-g", "5", "--json", "/no/such/folder/x"},
                  "/no/such/folder/x: cannot be written"},
        std::pair{Args{"-g", "5", "-o", "/no/such/folder/x"},
                  "/no/such/folder/x: cannot be written"},
        std::pair{Args{"-g", "30", "-k", "1048576"},
                  "a graph of scale 30 and degree 1048576 needs about "},
        std::pair{Args{"-f", "no/such.el"},
                  "no/such.el: cannot be opened: No such file or directory"}));

TEST(BrokenFile, IsAnErrorWithFileAndLine) {
  const TempFile file("a.el", "0 1\n1 -2\n");
  for (const std::string &program : programs) {
    const Result result = run(program, {"-f", file.path()});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, file.path() +
                              ":2: '-2' is negative; expected a vertex id "
                              "from 0 to 2147483646\n");
  }
}

TEST(Help, ListsTheOptions) {
  const Result result = run(PR_PLAIN, {"--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(has(result.out, "--compare"));
}

TEST(Trials, AreReportedWithThreadsAndSchedule) {
  const Result result = run(PR_PLAIN, {"-g", "6", "-n", "2", "--threads", "3",
                                       "--schedule", "guided,8", "-v"});
  EXPECT_TRUE(has(result.out, "kronecker-6: 64 vertices, "));
  EXPECT_TRUE(has(result.out, "trial 2: "));
  EXPECT_TRUE(has(result.out, "(3 threads, schedule: guided,8)"));
}

TEST(PlainProgram, SaysThatThePragmaIsIgnored) {
  EXPECT_TRUE(has(run(PR_PLAIN, {"-g", "6"}).out, "schedule: pragma ignored"));
}

TEST(Comparison, PrintsOneTableAndTheSameAsJson) {
  const TempFile json("result.json", "");
  for (const std::string &program : programs) {
    const Result result =
        run(program, {"-g", "8", "--compare", "--threads", "2", "--sample", "1",
                      "--json", json.path()});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out.rfind("kronecker-8: 256 vertices, ", 0), 0u);
    EXPECT_TRUE(has(result.out, "guided,"));
    EXPECT_TRUE(has(result.err, "kronecker-8:   0 % "));
    const auto rows =
        nlohmann::json::parse(content_of(json.path())).at("results");
    for (const auto &row : rows) {
      EXPECT_TRUE(has(result.out, row.at("schedule")));
      EXPECT_EQ(row.at("verified"), true);
    }
  }
}

TEST(Schedules, AreExactlyThoseOfTheCommandLine) {
  const TempFile json("result.json", "");
  const Result result =
      run(PR, {"-g", "8", "--threads", "2", "--sample", "1", "--rounds", "2",
               "--json", json.path(), "--schedules", "serial guided,64",
               "usersched(prof)"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(has(result.out, "speedup over serial"));
  const auto results =
      nlohmann::json::parse(content_of(json.path())).at("results");
  std::vector<std::string> names;
  for (const auto &row : results) {
    names.push_back(row.at("schedule").get<std::string>() + ": " +
                    row.at("phase").get<std::string>());
    EXPECT_EQ(row.at("seconds").size(), 2u);
    EXPECT_EQ(row.at("threads"), names.back() == "serial: steady" ? 1 : 2);
  }
  EXPECT_EQ(names, (std::vector<std::string>{
                       "serial: steady", "guided,64: steady",
                       "usersched(prof): first", "usersched(prof): steady"}));
}

TEST(Trials, WriteNoVerdictThatNobodyAskedFor) {
  const TempFile json("result.json", "");
  for (const bool verify : {false, true}) {
    Args args = {"-g", "6", "-n", "2", "--json", json.path()};
    if (verify)
      args.push_back("-v");
    EXPECT_EQ(run(PR_PLAIN, args).status, 0);
    const auto row =
        nlohmann::json::parse(content_of(json.path())).at("results").at(0);
    EXPECT_EQ(row.at("verified"), verify);
    EXPECT_EQ(row.at("kernel_seconds").size(), 2u);
    EXPECT_TRUE(row.at("lambda_load_percent").is_null());
  }
}

TEST(StaticSteal, IsRefusedWhereItDoesNotExist) {
  if (is_available(gap::parse_schedule("static_steal")))
    GTEST_SKIP() << "this OpenMP runtime has it";
  const Result result =
      run(PR_PLAIN, {"-g", "6", "--schedule", "static_steal"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(has(result.err, "is not a schedule of this OpenMP runtime"));
}

} // namespace
