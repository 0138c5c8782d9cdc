//===- pagerank_test.cpp - PageRank under every schedule ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both programs: pr, compiled with the plugin, and pr_plain without it. In
// pull form the order of each vertex's sum is fixed, so the ranks of all
// schedules and numbers of threads must be equal bit for bit.
//
//===----------------------------------------------------------------------===//
#include "program.h"
#include "schedules/schedule.h"
#include "test_files.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>

namespace {

using gap_test::content_of;
using gap_test::Result;
using gap_test::run;
using gap_test::run_despite_libomp;
using gap_test::TempFile;

const std::string pagerank_programs[] = {PR, PR_PLAIN};

/// Vertices without in-neighbours, without out-neighbours, without either,
/// and one with the in-edges of most others.
std::string lopsided_graph() {
  std::string text = "500 501\n501 700\n";
  for (int n = 1; n < 500; ++n)
    text += std::to_string(n) + " 0\n" + std::to_string(n) + " " +
            std::to_string(n / 2) + "\n";
  return text;
}

/// The file of ranks that a run writes; fails the test if the run fails.
std::string ranks_file(const std::string &program,
                       std::vector<std::string> args) {
  const TempFile output("ranks", "");
  args.insert(args.end(), {"-n", "1", "-v", "-o", output.path()});
  const Result result = run_despite_libomp(program, args);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("verified"), std::string::npos) << result.out;
  return content_of(output.path());
}

std::vector<double> ranks(const std::string &file) {
  std::istringstream in(file);
  std::vector<double> result;
  std::size_t vertex;
  double rank;
  while (in >> vertex >> rank)
    result.push_back(rank);
  return result;
}

class EverySchedule
    : public testing::TestWithParam<std::tuple<const char *, int>> {};

TEST_P(EverySchedule, GivesTheSameVerifiedRanks) {
  const auto [schedule, threads] = GetParam();
  if (!is_available(gap::parse_schedule(schedule)))
    GTEST_SKIP() << "this OpenMP runtime does not have it";
  const TempFile lopsided("a.el", lopsided_graph());
  for (std::vector<std::string> args : {std::vector<std::string>{"-g", "9"},
                                        {"-u", "9"},
                                        {"-g", "0"},
                                        {"-f", lopsided.path()},
                                        {"-f", lopsided.path(), "-s"}}) {
    args.insert(args.end(), {"-i", "10", "-t", "0"});
    for (const std::string &program : pagerank_programs) {
      auto reference = args, variant = args;
      reference.insert(reference.end(),
                       {"--schedule", "static", "--threads", "1"});
      variant.insert(variant.end(), {"--schedule", schedule, "--threads",
                                     std::to_string(threads)});
      EXPECT_EQ(ranks_file(program, variant), ranks_file(program, reference));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Threads, EverySchedule,
    testing::Combine(testing::Values("static", "static,16", "dynamic,4",
                                     "guided", "static_steal,4", "usersched",
                                     "usersched_prof", "usersched_nosteal",
                                     "serial"),
                     testing::Values(1, 2, 3, 8)),
    [](const auto &info) {
      std::string name = std::get<0>(info.param);
      for (char &c : name)
        c = c == ',' ? '_' : c;
      return name + "_on_" + std::to_string(std::get<1>(info.param));
    });

TEST(PageRank, IsTheSameWithAndWithoutThePlugin) {
  const auto with = ranks(ranks_file(PR, {"-g", "10"}));
  const auto without = ranks(ranks_file(PR_PLAIN, {"-g", "10"}));
  ASSERT_EQ(with.size(), 1024u);
  ASSERT_EQ(without.size(), 1024u);
  for (std::size_t n = 0; n < with.size(); ++n)
    EXPECT_NEAR(with[n], without[n], 1e-9);
}

/// All digits of the change of the ranks in the second iteration.
std::string change(const std::string &reproducible, int threads) {
  const Result result =
      run("/usr/bin/env", {"USERSCHED_REPRODUCIBLE=" + reproducible, PR, "-g",
                           "10", "-n", "1", "-i", "2", "-t", "0", "--exact",
                           "--threads", std::to_string(threads)});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::size_t begin = result.out.find("(change ");
  EXPECT_NE(begin, std::string::npos) << result.out;
  return result.out.substr(begin, result.out.find(')', begin) - begin);
}

TEST(PageRank, ChangesByTheSameBitsIfReproducible) {
  const std::string expected = change("on", 1);
  for (int threads : {2, 3, 5, 16})
    EXPECT_EQ(change("on", threads), expected) << threads << " threads";
  // One thread adds up in the order of the vertices.
  EXPECT_NE(change("off", 1), expected);
}

TEST(PageRank, SpreadsTheRankOfDanglingVertices) {
  // With r0 + r1 = 1, r0 = 0.075 + 0.425 r1.
  const TempFile file("a.el", "0 1\n");
  const auto r = ranks(
      ranks_file(PR_PLAIN, {"-f", file.path(), "-i", "500", "-t", "1e-14"}));
  ASSERT_EQ(r.size(), 2u);
  EXPECT_NEAR(r[0], 0.5 / 1.425, 1e-12);
  EXPECT_NEAR(r[0] + r[1], 1, 1e-12);
}

TEST(PageRank, GivesTheVerticesOfARingTheSameRank) {
  const TempFile file("a.el", gap_test::ring(10));
  for (double rank : ranks(ranks_file(PR_PLAIN, {"-f", file.path()})))
    EXPECT_NEAR(rank, 0.1, 1e-15);
}

TEST(PageRank, VerifiesTheBundledGraph) {
  for (const std::string &program : pagerank_programs)
    EXPECT_EQ(ranks(ranks_file(program, {"-f", BUNDLED_GRAPH})).size(), 61603u);
}

TEST(PageRank, VerifiesARunThatDidNotConverge) {
  const Result result = run(PR_PLAIN, {"-g", "8", "-i", "2", "-v"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("2 iterations, not converged"), std::string::npos)
      << result.out;
}

} // namespace
