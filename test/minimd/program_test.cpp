//===- program_test.cpp - what users see of the program -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the plugin and without: output that can be read alone, files that can be
// read by programs, and for every mistake one line on stderr and status 1.
//
//===----------------------------------------------------------------------===//
#include "program.h"
#include "test_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using gap_test::content_of;
using gap_test::Result;
using gap_test::run;
using gap_test::TempFile;
using nlohmann::json;

const std::string programs[] = {MINIMD, MINIMD_PLAIN};

testing::AssertionResult has(const std::string &text, const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in:\n" << text;
}

using Args = std::vector<std::string>;

class Mistake : public testing::TestWithParam<std::pair<Args, const char *>> {};

TEST_P(Mistake, IsExplained) {
  for (const std::string &program : programs) {
    const Result result = run(program, GetParam().first);
    EXPECT_EQ(result.status, 1);
    // The last line; a comparison's progress comes before.
    ASSERT_FALSE(result.err.empty());
    const std::size_t end = result.err.size() - 1;
    EXPECT_EQ(result.err[end], '\n');
    EXPECT_TRUE(has(result.err.substr(result.err.rfind('\n', end - 1) + 1),
                    GetParam().second));
    for (const char *number : {"nan", "inf "})
      EXPECT_EQ(result.out.find(number), result.out.npos) << result.out;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Options, Mistake,
    testing::Values(
        std::pair{Args{"--wrong"}, "wrong usage: "},
        std::pair{Args{"-s", "0"}, "not in range"},
        std::pair{Args{"-s", "4", "4"}, "--size has 2 numbers"},
        std::pair{Args{"-s", "3"}, "a side of the box is 5.039 long; expected "
                                   "at least 5.6"},
        std::pair{Args{"-s", "100000"}, "more lattice sites"},
        std::pair{Args{"--system", "gas"}, "'gas' is not a system"},
        std::pair{Args{"--list", "third"}, "'third' is not a kind of list"},
        std::pair{Args{"--plans", "never"}, "wrong usage: "},
        std::pair{Args{"--schedule", "fast"}, "'fast' is not a schedule"},
        std::pair{Args{"-s", "4", "--velocities", "warm"}, "'warm' is not a"},
        std::pair{Args{"-s", "4", "--balance", "on"}, "are for ranks; expected --mpi beside"},
        std::pair{Args{"--droplet", "0.5", "0.5", "0.5", "x"},
                  "'x' is not a share of the box"},
        std::pair{Args{"-i", "/nowhere/in.lj"}, "/nowhere/in.lj"},
        std::pair{Args{"-s", "4", "--dt", "0.5"}, "exploded: in step"},
        std::pair{Args{"-s", "4", "--temperature", "1000000"}, "exploded"},
        std::pair{Args{"-s", "5", "--density", "20", "--cutoff", "1", "--skin",
                       "0.1"},
                  "overlap: they are"},
        std::pair{Args{"-s", "4", "-n", "1", "--json", "/nowhere/a.json",
                       "--schedules", "static", "--rounds", "1", "--sample",
                       "1"},
                  "/nowhere/a.json: cannot be written"},
        std::pair{Args{"-s", "4", "-n", "1", "--trace", "/nowhere/a.json"},
                  "/nowhere/a.json: cannot be written"},
        std::pair{Args{"-s", "4", "-n", "1", "--dump-loads", "/nowhere/a"},
                  "/nowhere/a: cannot be written"}));

TEST(Program, SaysThatItHasNoRanks) {
  const Result result = run(MINIMD_PLAIN, {"--mpi", "-s", "4"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(has(result.err, "--mpi: this program was built without MPI"));
}

TEST(Program, PrintsStepsAndTimes) {
  for (const std::string &program : programs) {
    const Result result =
        run(program, {"-s", "4", "-n", "20", "--thermo", "10", "-t", "2"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(has(result.out, "# uniform-4: 256 atoms, box 6.72 x "));
    EXPECT_TRUE(has(result.out, "\n0 1.440000e+00 -6.773368e+00 "));
    EXPECT_TRUE(has(result.out, "\n10 "));
    EXPECT_TRUE(has(result.out, "\n20 "));
    EXPECT_TRUE(has(result.out, "# 20 steps in "));
    EXPECT_TRUE(has(result.out, "# energy drift per atom: "));
  }
}

TEST(Program, ReadsInputAndDataFiles) {
  const TempFile data("two.data", "two atoms\n\n2 atoms\n0 8 xlo xhi\n"
                                  "0 8 ylo yhi\n0 8 zlo zhi\n\nAtoms\n\n"
                                  "1 1 1 1 1\n2 1 2.5 1 1\n");
  const TempFile input("in.lj", "title\n\nlj\n" + data.path() +
                                    "\nlj\n1 1\n1 1 1\n5\n0.005\n1\n1\n20\n"
                                    "2.5 0.3\n0\n");
  const Result result = run(MINIMD, {"-i", input.path()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(has(result.out, "# two.data: 2 atoms, box 8.00 x 8.00 x 8.00"));
  EXPECT_TRUE(has(result.out, "\n5 "));
}

TEST(Program, ComparesSchedulesAndWritesJson) {
  const TempFile file("a.json", "");
  const std::string schedules = "serial static usersched usersched_prof";
  for (const std::string &program : programs) {
    const Result result =
        run(program, {"-n", "4", "--system", "droplet", "-s", "6",
                      "--schedules", schedules, "--rounds", "2", "--sample",
                      "1", "--json", file.path()});
    EXPECT_EQ(result.status, 0) << result.err;
    const json found = json::parse(content_of(file.path()));
    EXPECT_EQ(found["format"], "usersched-bench-1");
    ASSERT_GE(found["results"].size(), 8u);
    int forces = 0, totals = 0;
    for (const json &row : found["results"]) {
      EXPECT_EQ(row["suite"], "minimd");
      EXPECT_EQ(row["input"], "droplet-6");
      EXPECT_EQ(row["verified"], true) << row["problem"];
      EXPECT_EQ(row["seconds"].size(), 2u);
      EXPECT_EQ(row["executions"], 5);
      forces += row["kernel"] == "force";
      totals += row["kernel"] == "total";
    }
    EXPECT_GE(forces, 4);
    EXPECT_GE(totals, 4);
  }
}

TEST(Program, TracesWhoDidWhat) {
  const TempFile file("trace.json", "");
  for (const std::string &program : programs) {
    const Result result = run(
        program, {"-s", "5", "-n", "21", "-t", "2", "--trace", file.path()});
    EXPECT_EQ(result.status, 0) << result.err;
    const json trace = json::parse(content_of(file.path()));
    ASSERT_EQ(trace["steps"].size(), 22u);
    for (std::size_t i = 0; i < 22; ++i) {
      EXPECT_EQ(trace["steps"][i]["new_list"], i == 0 || i == 20);
      EXPECT_EQ(trace["steps"][i]["load"].size(), 2u);
    }
    EXPECT_EQ(trace["shown"]["step"], 20);
    // Every atom is in one segment.
    std::vector<int> times(500);
    for (const json &thread : trace["shown"]["segments"])
      for (const json &segment : thread) {
        EXPECT_LE(segment["begin"], segment["end"]);
        for (int i = segment["first"]; i <= segment["last"]; ++i)
          ++times[i];
      }
    EXPECT_EQ(times, std::vector<int>(500, 1));
  }
}

TEST(Timeline, DrawsTracesBelowEachOther) {
  const TempFile file("trace.json", ""), picture("picture.svg", "");
  ASSERT_EQ(
      run(MINIMD, {"-s", "5", "-n", "3", "-t", "2", "--trace", file.path()})
          .status,
      0);
  const Result result =
      run(PYTHON, {TIMELINE, picture.path(), file.path(), file.path()});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string svg = content_of(picture.path());
  EXPECT_EQ(svg.rfind("<svg ", 0), 0u);
  EXPECT_TRUE(has(svg, "uniform-5, usersched(prof): force loop "));
  EXPECT_TRUE(has(svg, ">thread 1</text>"));
  EXPECT_TRUE(has(svg, "</svg>\n"));
}

TEST(Timeline, RefusesWhatIsNoTrace) {
  const TempFile file("trace.json", "{}"), picture("picture.svg", "");
  const Result result = run(PYTHON, {TIMELINE, picture.path(), file.path()});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(has(result.err, "expected a file written by minimd --trace"));
}

TEST(Program, DumpsLoads) {
  const TempFile file("loads", "");
  const Result result =
      run(MINIMD, {"-s", "5", "-n", "0", "--dump-loads", file.path()});
  EXPECT_EQ(result.status, 0) << result.err;
  std::istringstream loads(content_of(file.path()));
  int count = 0;
  // The crystal's shells within 2.8 have 12, 6, 24, 12 and 24 atoms.
  for (int load; loads >> load; ++count)
    EXPECT_EQ(load, 78);
  EXPECT_EQ(count, 500);
}

} // namespace
