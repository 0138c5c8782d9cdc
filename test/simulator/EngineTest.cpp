//===- EngineTest.cpp - the scheduler, with virtual threads ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the simulator says of the project's own scheduler.
//
//===----------------------------------------------------------------------===//
#include "LoadSource.h"
#include "Simulation.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>

using namespace usersched;
using namespace usersched::simulator;

namespace {

const char *const All[] = {"static",         "static,3",       "dynamic,3",
                           "guided,3",       "static_steal,3", "usersched",
                           "usersched(prof)"};

TEST(Simulator, EveryScheduleRunsEveryIterationOnce) {
  for (const char *Shape : {"flat", "triangle", "zipf", "giant", "sawtooth"})
    for (uint32_t Threads : {1u, 2u, 3u, 112u})
      for (const char *N : {":1", ":5", ":1000"}) {
        const Loop L(generateLoads(std::string(Shape) + N), {});
        Simulation Run(L, Threads, {});
        for (const char *Name : All)
          for (const Outcome &O : Run.run(parseChoice(Name))) {
            EXPECT_FALSE(O.Wrong) << Name << " " << Shape << N;
            EXPECT_GE(O.Makespan, L.bound(Threads) * (1 - 1e-9)) << Name;
          }
      }
}

TEST(Simulator, TheSameQuestionHasTheSameAnswer) {
  const Loop L(generateLoads("sawtooth:20000"), {100, 3, 50, 0.3});
  for (const char *Name : All) {
    Simulation A(L, 16, {}), B(L, 16, {});
    const Outcome X = A.run(parseChoice(Name)).back();
    const Outcome Y = B.run(parseChoice(Name)).back();
    EXPECT_EQ(X.Makespan, Y.Makespan) << Name;
    EXPECT_EQ(X.Dispatches, Y.Dispatches) << Name;
    EXPECT_EQ(X.Steals, Y.Steals) << Name;
  }
}

TEST(Simulator, GroupsThatAreKeptAreEven) {
  const Loop L(generateLoads("triangle:100000"), {});
  Simulation Run(L, 112, {});
  const auto Outcomes = Run.run(parseChoice("usersched(prof)"));
  ASSERT_EQ(Outcomes.size(), 2u);
  EXPECT_TRUE(Outcomes[0].First);
  EXPECT_GT(Outcomes[0].Steals, 0u);
  EXPECT_LT(Outcomes[1].Steals, Outcomes[0].Steals);
  EXPECT_LT(Outcomes[1].LambdaLoad, 2);
  EXPECT_LT(Outcomes[1].Makespan, 1.02 * L.bound(112));
}

TEST(Simulator, ThievesHelpWhereLoadsAreWrong) {
  // All loads say 1; the first eighth of the iterations takes ten times as
  // long as others, which no weight on iterations explains.
  std::vector<double> Loads(8000, 1), Times(8000, 1000);
  std::fill(Times.begin(), Times.begin() + 1000, 10000);
  const Loop L(Loads, {}, Times);
  Simulation Run(L, 8, {});
  const Outcome Helped = Run.run(parseChoice("usersched(prof)")).back();
  const Outcome Static = Run.run(parseChoice("static")).back();
  EXPECT_EQ(Static.Makespan, 1e7);
  EXPECT_GT(Helped.Steals, 0u);
  EXPECT_LT(Helped.Makespan, 1.2 * L.bound(8));
}

TEST(Simulator, WhatLoadsDoNotTellIsLearntWhereverItIs) {
  // The 16th part of the iterations takes five times as long: first, in the
  // middle or at the end of a group.
  constexpr int N = 64000, Slow = N / 16;
  for (int Begin : {0, N / 4, N / 2 - Slow, N / 2, N - Slow}) {
    std::vector<double> Loads(N, 1), Times(N, 10);
    std::fill_n(Times.begin() + Begin, Slow, 50);
    const Loop L(Loads, {}, Times);
    Simulation Run(L, 2, {});
    const Outcome Kept = Run.run(parseChoice("usersched(prof)")).back();
    EXPECT_LE(Kept.Steals, 2u) << Begin;
    EXPECT_LT(Kept.Makespan, 1.01 * L.bound(2)) << Begin;
  }
}

TEST(Simulator, ThievesHelpWhereHeavyIterationsStandTogether) {
  // Of 48 iterations side by side, each takes 0.68 of a share: a thread can
  // have one of them but not two. The best contiguous groups take 1.2 times as
  // long as even ones.
  constexpr uint32_t Threads = 112;
  std::vector<double> Loads(200000, 1);
  std::fill(Loads.begin() + 100000, Loads.begin() + 100048, 1700);
  const Loop L(Loads, {100, 0, 0, 0.3});
  Simulation Run(L, Threads, {});
  const Outcome Kept = Run.run(parseChoice("usersched(prof)")).back();
  EXPECT_GT(Kept.Steals, 0u);
  EXPECT_LT(Kept.Makespan, 1.08 * L.bound(Threads));
  EXPECT_LT(Kept.LambdaLoad, 5);
}

TEST(Simulator, KeptGroupsAreNoWorseThanNoneWhereLoadsAreWrong) {
  // A few iterations that stand together take a thousand times as long.
  std::vector<double> Loads(20000, 1), Times(20000, 100);
  std::fill(Times.begin() + 3000, Times.begin() + 3400, 100000);
  const Loop L(Loads, {}, Times);
  for (uint32_t Threads : {8u, 16u, 64u}) {
    Simulation Run(L, Threads, {});
    const auto Outcomes = Run.run(parseChoice("usersched(prof)"));
    // Cuts stand between chunks, of which a thread may have one more than
    // another.
    const double OneChunk = (Threads == 8 ? 10 : 5) * 100000.0;
    EXPECT_LE(Outcomes[1].Makespan, std::max(1.01 * Outcomes[0].Makespan,
                                             L.bound(Threads) + OneChunk))
        << Threads;
  }
}

TEST(Simulator, AShortLoopOfALargeTeamIsNotSearchedForWork) {
  // 112 looks of 15 ns would be 6 % of it.
  const Loop L(std::vector<double>(112 * 2500, 1), {10, 0, 0, 0});
  Simulation Run(L, 112, {});
  const Outcome Kept = Run.run(parseChoice("usersched(prof)")).back();
  EXPECT_LT(Kept.Makespan, 1.01 * L.bound(112));
}

TEST(Simulator, AnInspectionTakesTheTimeThatItIsSaidToTake) {
  const std::vector<double> Loads(100000, 1);
  const Loop Quick(Loads, {10, 0, 0, 0}), Slow(Loads, {10, 0, 0, 10});
  Simulation A(Quick, 4, {}), B(Slow, 4, {});
  const Time Free = A.run(parseChoice("usersched(prof)")).front().Makespan;
  const Time Paid = B.run(parseChoice("usersched(prof)")).front().Makespan;
  // Each thread looks at a quarter of the iterations at least once.
  EXPECT_GE(Paid - Free, 10 * 100000 / 4 * 0.99);
}

/// Loops of 20000 iterations whose times are even, rise, fall or look random.
/// Of the loads, half are right, the others all 1.
struct UnequalTest : testing::Test {
  static constexpr int N = 20000;
  /// What one processor of speed 1 takes for an iteration, in any unit.
  const std::map<std::string, std::vector<double>> Shapes = {
      {"even", std::vector<double>(N, 1)},
      {"rising", generateLoads("triangle:20000")},
      {"falling", falling()},
      {"random", random()}};

  static std::vector<double> falling() {
    std::vector<double> Result = generateLoads("triangle:20000");
    std::reverse(Result.begin(), Result.end());
    return Result;
  }

  static std::vector<double> random() {
    std::minstd_rand Next(1);
    std::vector<double> Result(N);
    for (double &Work : Result)
      Work = static_cast<double>(1 + Next() % 100);
    return Result;
  }

  /// Calls Check(loop, its name) for loops that take Microseconds in perfect
  /// balance at speeds At.
  template <typename Function>
  void forEach(double Microseconds, const Speeds &At, Function Check) {
    for (const auto &[Name, Work] : Shapes)
      for (const bool IsRight : {true, false}) {
        const double Sum = std::accumulate(Work.begin(), Work.end(), 0.0);
        std::vector<double> Times = Work;
        for (double &Time : Times)
          Time *= Microseconds * 1000 * total(At) / Sum;
        const Loop L(IsRight ? Work : std::vector<double>(N, 1), {}, Times);
        Check(L, Name + (IsRight ? ", right load, " : ", load: 1, ") +
                     std::to_string(Microseconds) + " us");
      }
  }

  /// No schedule that does not know the times can promise less: all work until
  /// one has the longest iteration left (Graham's bound). Besides, nobody
  /// steals the last few microseconds of a group, and chunks have claims.
  static Time mostOf(const Loop &L, const Speeds &At, double Factor) {
    const double Slowest = *std::min_element(At.begin(), At.end());
    const Time Unshared = 6000;
    return Factor * (L.totalTime() / total(At) + L.longestTime() / Slowest) +
           Unshared;
  }
};

TEST_F(UnequalTest, SpeedsAreHonouredByEverySchedule) {
  // Of 300 iterations, a processor of speed 2 should have 200.
  const Loop L(std::vector<double>(300, 1), {100, 0, 0, 0});
  Simulation Run(L, {2, 1}, {0, 0, 0, 0});
  EXPECT_EQ(L.bound(Speeds{2, 1}), 10000);
  EXPECT_EQ(Run.run(parseChoice("static")).back().Makespan, 15000);
  for (const char *Name : {"dynamic,1", "guided,1", "static_steal,1"})
    EXPECT_LE(Run.run(parseChoice(Name)).back().Makespan, 10100) << Name;
}

TEST_F(UnequalTest, FastAndSlowProcessorsEndTogetherFromTheThirdExecution) {
  const Speeds At = parseSpeeds({"8x1", "16x0.5"});
  for (const double Microseconds : {200, 1000, 5000, 20000})
    forEach(Microseconds, At, [&](const Loop &L, const std::string &Name) {
      Simulation Run(L, At, {});
      const auto All = Run.runEach(parseChoice("usersched(prof)"),
                                   std::vector<Speeds>(50, At));
      for (std::size_t E = 2; E < All.size(); ++E) {
        // Until then, a wrong load is measured, in parts that nobody can steal.
        const double Factor =
            Name.find("right") != std::string::npos || E >= 16 ? 1.02 : 1.04;
        EXPECT_LT(All[E].Makespan, mostOf(L, At, Factor))
            << Name << ", execution " << E + 1;
      }
    });
}

TEST_F(UnequalTest, WhatWasLearntOfACoreDoesNotOutliveIt) {
  const Speeds Before = parseSpeeds({"8x1", "16x0.5"});
  const Speeds After(Before.rbegin(), Before.rend());
  std::vector<Speeds> At(20, Before);
  At.insert(At.end(), 60, After);
  for (const double Microseconds : {200, 1000, 5000})
    forEach(Microseconds, Before, [&](const Loop &L, const std::string &Name) {
      Simulation Run(L, Before, {});
      const auto All = Run.runEach(parseChoice("usersched(prof)"), At);
      for (std::size_t E = 23; E < All.size(); ++E)
        EXPECT_LT(All[E].Makespan, mostOf(L, After, E < 70 ? 1.05 : 1.02))
            << Name << ", execution " << E + 1;
    });
}

TEST(Simulator, AMisleadingLoadCostsNoThreadSixExecutions) {
  // All loads say 1, and an eighth of the first group has a quarter of the
  // work.
  constexpr int N = 200000;
  std::vector<double> Loads(N, 1), Times(N);
  for (int I = 0; I < N; ++I)
    Times[I] = 20 + 20000 / (1 + 0.01 * I);
  const Loop L(Loads, {}, Times);
  Simulation Run(L, 24, {});
  const auto All = Run.runEach(parseChoice("usersched(prof)"),
                               std::vector<Speeds>(8, Speeds(24, 1)));
  EXPECT_LT(All[1].Makespan, 4 * L.bound(24)) << "not all that at once";
  for (std::size_t E = 3; E < All.size(); ++E)
    EXPECT_LT(All[E].Makespan, 1.5 * L.bound(24)) << "execution " << E + 1;
}

TEST(Simulator, AThreadWithNothingToDoHelpsInTheSecondExecution) {
  // The loop of docs/tutorial-attention.md, whose loads all say 1: texts of
  // equal length, of which half of the tokens do nothing.
  constexpr int N = 32768;
  std::vector<double> Loads(N, 1), Times(N);
  for (int I = 0; I < N; ++I)
    Times[I] = I % 1024 < 512 ? 19.0 * (I % 1024) : 0;
  const Loop L(Loads, {}, Times);
  Simulation Run(L, 64, {});
  const auto All = Run.runEach(parseChoice("usersched(prof)"),
                               std::vector<Speeds>(16, Speeds(64, 1)));
  for (const Outcome &O : All)
    EXPECT_LT(O.Makespan, 1.15 * L.bound(64)) << &O - All.data();
}

TEST(Simulator, ThievesHelpWhileAPlanIsMeasuredAndWhatTheyTakeIsLearnt) {
  // All loads say 1, and few iterations that stand together take a hundred and
  // a thousand times as long as others.
  const auto Run = [](int Heavy, double Factor, uint32_t Threads) {
    constexpr int N = 20000;
    std::vector<double> Loads(N, 1), Times(N, 100);
    std::fill_n(Times.begin() + 9000, Heavy, 100 * Factor);
    const Loop L(Loads, {}, Times);
    Simulation S(L, Threads, {});
    const auto All = S.runEach(parseChoice("usersched(prof)"),
                               std::vector<Speeds>(16, Speeds(Threads, 1)));
    for (std::size_t E = 1; E < All.size(); ++E)
      EXPECT_LT(All[E].Makespan,
                E < 5 ? 1.12 * All[0].Makespan : 1.11 * L.bound(Threads))
          << Heavy << " on " << Threads << ", execution " << E + 1;
  };
  Run(400, 100, 16);
  Run(4000, 1000, 16);
  Run(4000, 1000, 64);
}

TEST(Simulator, IterationsThatTakeAlmostAShareEachMayBeNeighbours) {
  // All loads say 1, so that the inspection puts four of the heaviest
  // iterations into one chunk.
  for (const int N : {4000, 20000}) {
    std::vector<double> Loads(N, 1), Times(N);
    for (int I = 0; I < N; ++I)
      Times[I] = 1e6 / (1 + 0.6 * I);
    const Loop L(Loads, {}, Times);
    Simulation S(L, 32, {});
    const auto All = S.runEach(parseChoice("usersched(prof)"),
                               std::vector<Speeds>(48, Speeds(32, 1)));
    for (std::size_t E = 32; E < All.size(); ++E)
      EXPECT_LT(All[E].Makespan, 1.05 * L.bound(32))
          << N << " iterations, execution " << E + 1;
  }
}

TEST(Simulator, WhatIsLearntOfAHeavyIterationStaysKnown) {
  // Loads are right, with a cost for each iteration, but for four neighbours
  // that take most of a share each.
  for (const int At : {3100, 7000, 14000, 19000}) {
    constexpr int N = 20000;
    std::vector<double> Loads(N), Times(N);
    for (int I = 0; I < N; ++I) {
      Loads[I] = 1 + I * 10 / N % 3 * 5;
      Times[I] = 100 * Loads[I] + 300;
    }
    const double Share = Loop(Loads, {}, Times).bound(64);
    for (int K = 0; K < 4; ++K)
      Times[At + K] = (0.4 + 0.1 * K) * Share;
    const Loop L(Loads, {}, Times);
    Simulation S(L, 64, {});
    const auto All = S.runEach(parseChoice("usersched(prof)"),
                               std::vector<Speeds>(64, Speeds(64, 1)));
    double Sum = 0;
    for (std::size_t E = 48; E < All.size(); ++E)
      Sum += All[E].Makespan / L.bound(64) / 16;
    EXPECT_LT(Sum, 1.08) << At;
  }
}

TEST(Simulator, SpeedsAreRead) {
  EXPECT_EQ(parseSpeeds({"2x1", "0.5", "1x3e-1"}), (Speeds{1, 1, 0.5, 0.3}));
  for (const char *Bad :
       {"", "x", "x1", "2x", "0x1", "-1x1", "5000x1", "1x0", "1x-1", "1xnan",
        "1xinf", "1x1e9", "1x1x1", "a", "1 x1"})
    EXPECT_THROW(parseSpeeds({Bad}), std::invalid_argument) << Bad;
  EXPECT_THROW(parseSpeeds({"4000x1", "97x1"}), std::invalid_argument);
}

TEST(Simulator, LambdaIsTheMaximumOverTheMedian) {
  EXPECT_DOUBLE_EQ(lambdaPercent({1, 2, 3}), 50);
  EXPECT_DOUBLE_EQ(lambdaPercent({4, 1, 2, 2}), 100);
  EXPECT_DOUBLE_EQ(lambdaPercent({0, 0}), 0);
  EXPECT_TRUE(std::isinf(lambdaPercent({0, 0, 1})));
}

TEST(Simulator, NamesOfSchedules) {
  for (const char *Name :
       {"static", "static,8", "monotonic:dynamic,1", "guided,64",
        "static_steal,2", "usersched", "usersched(prof)"})
    EXPECT_EQ(parseChoice(Name).name(), Name);
  for (const char *Name : {"", "auto", "guided,", "guided,0", "guided,-1",
                           "guided,1x", "usersched,1", "static,4294967296"})
    EXPECT_THROW(parseChoice(Name), std::invalid_argument) << Name;
}

TEST(Simulator, LoadsThatMakeNoSenseAreRefused) {
  const double Bad = std::numeric_limits<double>::infinity();
  EXPECT_THROW(Loop({}, {}), std::invalid_argument);
  EXPECT_THROW(Loop({1, -1}, {}), std::invalid_argument);
  EXPECT_THROW(Loop({1, Bad}, {}), std::invalid_argument);
  EXPECT_THROW(Loop({0, 0}, {}), std::invalid_argument);
  EXPECT_THROW(Loop({1, 1}, {}, {1}), std::invalid_argument);
  EXPECT_THROW(Loop({1}, {}, {-1}), std::invalid_argument);
  EXPECT_THROW(Loop({1}, {-1, 0, 0, 0}), std::invalid_argument);
}

} // namespace
