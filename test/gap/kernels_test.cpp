//===- kernels_test.cpp - every kernel under every schedule ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each program verifies its result in every round and every counted run, by a
// serial computation that verify_test.cpp tests. Here it must have done so for
// all schedules, on graphs that have little in common.
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
using gap_test::run_despite_libomp;
using gap_test::TempFile;

const std::vector<std::string> schedules = {
    "serial",        "static",    "static,16",      "dynamic,4",
    "guided",        "usersched", "usersched_prof", "usersched_nosteal",
    "static_steal,4"};

/// Rows of the table: usersched_prof has two.
std::size_t num_rows(bool with_plugin) {
  const bool has_steal = is_available(gap::parse_schedule("static_steal"));
  return schedules.size() - (has_steal ? 0 : 1) + (with_plugin ? 1 : 0);
}

/// The results of a run on the graph, all of them verified.
nlohmann::json results(const std::string &program,
                       std::vector<std::string> args, int threads,
                       const std::vector<std::string> &tried = schedules) {
  const TempFile json("result.json", "");
  args.insert(args.end(),
              {"--threads", std::to_string(threads), "--rounds", "1",
               "--sample", "1", "--json", json.path(), "--schedules"});
  args.insert(args.end(), tried.begin(), tried.end());
  const Result result =
      run_despite_libomp(std::string(PROGRAMS) + "/" + program, args);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  if (result.status != 0)
    return nlohmann::json::array();
  const auto rows = nlohmann::json::parse(content_of(json.path()))["results"];
  for (const auto &row : rows)
    EXPECT_EQ(row.at("verified"), true) << row;
  return rows;
}

std::string star(int leaves) {
  std::string text;
  for (int n = 1; n <= leaves; ++n)
    text += "0 " + std::to_string(n) + "\n";
  return text;
}

std::string path(int nodes) {
  std::string text;
  for (int n = 1; n < nodes; ++n)
    text += std::to_string(n - 1) + " " + std::to_string(n) + "\n";
  return text;
}

/// Fewer iterations than by default, where that is an option.
std::vector<std::string> short_run(const std::string &kernel) {
  if (kernel == "bc")
    return {"-b", "2"};
  if (kernel.rfind("pr", 0) == 0 || kernel == "spmv")
    return {"-i", "3"};
  return {};
}

/// Three components; one is a single vertex, whose self-loop is dropped, as is
/// the double edge.
const char disconnected[] = "0 1\n1 2\n2 0\n0 1\n3 4\n4 3\n5 5\n";

class EveryKernel
    : public testing::TestWithParam<std::tuple<const char *, int>> {};

TEST_P(EveryKernel, IsRightUnderEverySchedule) {
  const auto [kernel, threads] = GetParam();
  const TempFile no_edges(
      "none.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 5 0\n");
  const TempFile a_star("star.el", star(200)), a_path("path.el", path(50)),
      components("components.el", disconnected);
  const std::vector<std::vector<std::string>> graphs = {
      {"-g", "0"},
      {"-g", "9"},
      {"-u", "8", "-k", "1"}, // many components
      {"-f", no_edges.path()},
      {"-f", a_star.path()},
      {"-f", a_star.path(), "-s"},
      {"-f", a_path.path()},
      {"-f", components.path()},
      {"-f", components.path(), "-s"},
      {"-f", BUNDLED_GRAPH}};
  for (std::vector<std::string> args : graphs) {
    SCOPED_TRACE(testing::PrintToString(args));
    for (const std::string &arg : short_run(kernel))
      args.push_back(arg);
    EXPECT_EQ(results(kernel, args, threads).size(), num_rows(true));
  }
}

TEST_P(EveryKernel, GetsToItsLoop) {
  const auto [kernel, threads] = GetParam();
  for (const auto &row : results(kernel, {"-g", "9"}, threads)) {
    EXPECT_GT(row.at("executions"), 0);
    EXPECT_GT(row.at("seconds").at(0), 0);
    EXPECT_GT(row.at("kernel_seconds").at(0), 0);
  }
}

constexpr const char *kernels[] = {"bc",          "bfs", "bfs_topdown", "cc",
                                   "cc_afforest", "pr",  "pr_graphit",  "pr_gs",
                                   "spmv",        "tc"};

INSTANTIATE_TEST_SUITE_P(Threads, EveryKernel,
                         testing::Combine(testing::ValuesIn(kernels),
                                          testing::Values(1, 3, 8)),
                         [](const auto &info) {
                           return std::get<0>(info.param) +
                                  ("_on_" +
                                   std::to_string(std::get<1>(info.param)));
                         });

TEST(EveryKernel, IsRightWithoutThePlugin) {
  for (const std::string kernel : kernels) {
    SCOPED_TRACE(kernel);
    EXPECT_EQ(results(kernel + "_plain", {"-g", "9"}, 2).size(),
              num_rows(false));
  }
}

TEST(Tbb, ComputesTheSameInPrAndSpmv) {
  const std::vector<std::string> partitioners = {
      "static", "tbb_auto", "tbb_affinity", "tbb_affinity,16", "tbb_simple,16"};
  for (const std::string kernel : {"pr", "pr_plain", "spmv", "spmv_plain"})
    for (const int threads : {1, 2, 8}) {
      SCOPED_TRACE(kernel + " on " + std::to_string(threads));
      EXPECT_EQ(results(kernel, {"-g", "9"}, threads, partitioners).size(),
                HAS_TBB ? partitioners.size() : 1);
    }
}

TEST(Tbb, IsRefusedWhereItIsNotBuilt) {
  const std::string program = HAS_TBB ? "/bfs" : "/pr";
  Result result =
      run(PROGRAMS + program, {"-g", "6", "--schedule", "tbb_auto"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(
      result.err.find("tbb_auto is not a schedule of this program; "
                      "expected pr or spmv, built where CMake finds oneTBB"),
      std::string::npos)
      << result.err;
  result = run(PROGRAMS + program, {"-g", "6", "--rounds", "1", "--sample", "1",
                                    "--schedules", "static", "tbb_simple,8"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("tbb_simple,8 is left out: this program does not "
                            "have it"),
            std::string::npos)
      << result.out;
}

/// How the first run of a program ended, in its own words.
std::string outcome(const std::string &program, const std::string &graph,
                    std::vector<std::string> args = {}) {
  const TempFile file("a.el", graph);
  args.insert(args.end(), {"-f", file.path(), "-n", "1", "-v"});
  const Result result = run(std::string(PROGRAMS) + "/" + program, args);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("verified"), std::string::npos) << result.out;
  return result.out;
}

TEST(Kernels, SayWhatTheyFound) {
  using testing::PrintToString;
  const auto has = [](const std::string &text, const char *part) {
    return text.find(part) != std::string::npos
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << text;
  };
  EXPECT_TRUE(has(outcome("tc", disconnected), "1 triangles"));
  EXPECT_TRUE(has(outcome("tc", star(9)), "0 triangles"));
  EXPECT_TRUE(has(outcome("bfs_topdown", path(50)), "50 steps"));
  EXPECT_TRUE(has(outcome("bfs_topdown", path(50), {"-r", "40"}), "10 steps"));
  EXPECT_TRUE(
      has(outcome("bfs", star(200), {"-s"}), "0 steps top-down, 2 bottom-up"));
  EXPECT_TRUE(has(outcome("spmv", path(5), {"-i", "3"}), "3 products"));
  EXPECT_TRUE(has(outcome("bc", path(5), {"-b", "2"}), "2 sources"));
}

/// A path through all vertices, in no order.
std::string mixed_path(int nodes) {
  std::string text;
  for (int n = 1; n < nodes; ++n) // 7919 is prime
    text += std::to_string((n - 1) * 7919LL % nodes) + " " +
            std::to_string(n * 7919LL % nodes) + "\n";
  return text;
}

TEST(Kernels, ComponentsTakeTwoIterationsUnderEverySchedule) {
  const std::string graph = mixed_path(20000);
  for (const std::string &schedule : schedules)
    for (const char *threads : {"1", "2", "8"}) {
      if (!is_available(gap::parse_schedule(schedule)))
        continue;
      const std::string found = outcome(
          "cc", graph, {"-s", "--schedule", schedule, "--threads", threads});
      EXPECT_NE(found.find(" 2 iterations,"), std::string::npos)
          << schedule << " on " << threads << ": " << found;
    }
  EXPECT_NE(outcome("cc", "5 5\n").find(" 1 iterations,"), std::string::npos);
}

TEST(Kernels, RefuseASourceThatIsNoVertex) {
  const TempFile file("a.el", path(5));
  for (const std::string kernel : {"/bfs", "/bfs_topdown"}) {
    const Result result =
        run(PROGRAMS + kernel, {"-f", file.path(), "-r", "5"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("--source 5: the graph has no such vertex; "
                              "expected 0 to 4"),
              std::string::npos)
        << result.err;
  }
}

TEST(Kernels, RefuseMorePathsThanADoubleCanCount) {
  // Each diamond doubles the number of paths; the source is in the middle.
  std::string text;
  for (int i = 0; i < 2200; ++i) {
    const auto n = [&](int k) { return std::to_string(3 * i + k); };
    for (const auto &[u, v] : {std::pair(0, 1), {0, 2}, {1, 3}, {2, 3}})
      text += n(u) + " " + n(v) + "\n";
  }
  const TempFile file("diamonds.el", text);
  const Result result = run(std::string(PROGRAMS) + "/bc",
                            {"-f", file.path(), "-s", "-b", "1", "-v"});
  EXPECT_EQ(result.status, 1) << result.out;
  EXPECT_NE(result.err.find("more shortest paths"), std::string::npos)
      << result.err;
}

TEST(TriangleFit, RelatesTimeToLoads) {
  const Result result =
      run(std::string(PROGRAMS) + "/tc_fit", {"-g", "8", "-b", "16"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("steps_at(n), as tc has it"), std::string::npos)
      << result.out;
}

} // namespace
