//===- AdviceTest.cpp - when which advice is given, in which words --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "report/Advice.h"

#include <gtest/gtest.h>

using namespace usersched;

namespace {

/// A long loop that is as it should be.
LoopSummary healthy() {
  LoopSummary S;
  S.Executions = 100;
  for (int I = 0; I < 100; ++I) {
    S.TripCount.add(10000);
    S.Threads.add(4);
  }
  S.Seconds = 1;
  S.Made = 1;
  S.Hits = 99;
  S.BusySeconds = 4;
  S.InspectSeconds = 0.01;
  S.BalanceSeconds = 0.001;
  S.LambdaLoadPercent = 0.1;
  S.LambdaTimePercent = 1;
  S.Fit.RSquared = 0.95;
  S.Fit.PerLoad = 1;
  S.Fit.PerIteration = 1;
  S.Fit.TimeSpread = S.Fit.LoadSpread = 1;
  S.Heaviest = {{5, 6}, 10};
  S.StaticExcessPercent = 50;
  S.PlanThreads = 4;
  return S;
}

std::string kinds(const LoopSummary &S) {
  std::string Result;
  for (const Advice &A : advise(S))
    Result += (Result.empty() ? "" : " ") + std::string(A.Kind);
  return Result;
}

/// The words of the only advice, which must be Kind.
std::string words(const LoopSummary &S, const std::string &Kind) {
  EXPECT_EQ(kinds(S), Kind);
  const std::vector<Advice> All = advise(S);
  return All.empty() ? "" : All[0].Text;
}

void expectHas(const std::string &Text, const char *Part) {
  EXPECT_NE(Text.find(Part), std::string::npos) << Text << "\nlacks " << Part;
}

TEST(Advice, AGoodLoopNeedsNone) { EXPECT_EQ(kinds(healthy()), ""); }

TEST(Advice, AnIterationHeavierThanAShareIsNamed) {
  LoopSummary S = healthy();
  S.Heaviest = {{17, 18}, 340};
  const std::string Text = words(S, "giant-iteration");
  expectHas(Text, "Iteration 17 ");
  expectHas(Text, "340 % of a thread's even share");
  expectHas(Text, "3.40 times as long");
  S.Heaviest.SharePercent = 100;
  EXPECT_EQ(kinds(S), "");
}

TEST(Advice, AChunkHeavierThanAShareIsTheUsers) {
  LoopSummary S = healthy();
  S.Heaviest = {{100, 200}, 250};
  const std::string Text = words(S, "giant-chunk");
  expectHas(Text, "iterations 100 to 199");
  expectHas(Text, "2.50 times");
  expectHas(Text, "`chunk`");
}

TEST(Advice, ALoadThatDoesNotTellTheTime) {
  LoopSummary S = healthy();
  S.Fit.RSquared = 0.123;
  const std::string Text = words(S, "poor-predictor");
  expectHas(Text, "explains 12.3 %");
  expectHas(Text, "R^2 = 0.12");
  // Where all take the same time, there is nothing to tell.
  S.Fit.TimeSpread = 0.05;
  EXPECT_EQ(kinds(S), "");
  S.Fit.TimeSpread = 1;
  S.Fit.RSquared = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(kinds(S), "");
}

TEST(Advice, AShortLoop) {
  LoopSummary S = healthy();
  S.Seconds = 100 * 4e-6;
  S.BusySeconds = 4 * S.Seconds;
  S.InspectSeconds = S.BalanceSeconds = 0;
  expectHas(words(S, "too-short"), "One execution takes 4 us on average");
}

TEST(Advice, ALoopForStatic) {
  LoopSummary S = healthy();
  S.StaticExcessPercent = 1.5;
  const std::string Text = words(S, "static-would-do");
  expectHas(Text, "1.50 % longer than the mean");
  expectHas(Text, "schedule(static)");
}

TEST(Advice, LookingAtLoadsTakesLong) {
  LoopSummary S = healthy();
  S.Executions = 1;
  S.Made = 1;
  S.Hits = 0;
  S.InspectSeconds = 2;
  S.BalanceSeconds = 2;
  std::string Text = words(S, "inspection-dominates");
  expectHas(Text, "50 % of the threads' time");
  expectHas(Text, "; 0 of 1 executions found balanced groups");
  expectHas(Text, "`prefix` needs no look");
  S.HasPrefix = true;
  Text = words(S, "inspection-dominates");
  EXPECT_EQ(Text.find("needs no look"), std::string::npos);
}

TEST(Advice, LoadsThatChangeAllTheTime) {
  LoopSummary S = healthy();
  S.Stale = 40;
  const std::string Text = words(S, "stale-plans");
  expectHas(Text, "in 40 of 100 executions");
  expectHas(Text, "`profile: off`");
  S.Stale = 2;
  EXPECT_EQ(kinds(S), "");
}

TEST(Advice, PlansThatNobodyUsesAgain) {
  LoopSummary S = healthy();
  S.Made = 90;
  S.Hits = 10;
  const std::string Text = words(S, "plans-unused");
  expectHas(Text, "90 times the loop was balanced, and only 10 times");
  expectHas(Text, "`data`");
}

TEST(Advice, PlansThatMakeRoomTooSoon) {
  LoopSummary S = healthy();
  S.Made = 40;
  S.Hits = 60;
  S.Evicted = 24;
  expectHas(words(S, "plans-evicted"), "24 of 40 balanced groups");
}

TEST(Advice, OneThreadIsToldSoAndNothingElse) {
  LoopSummary S;
  S.Executions = 5;
  S.TripCount.add(100);
  S.Threads.add(1);
  S.Seconds = S.BusySeconds = 1;
  expectHas(words(S, "one-thread"), "nothing to balance");
}

TEST(Advice, FewerIterationsThanThreads) {
  LoopSummary S = healthy();
  S.TripCount = Range64();
  S.TripCount.add(3);
  const std::string Text = words(S, "few-iterations");
  expectHas(Text, "at most 3 iterations for 4 threads");
  expectHas(Text, "collapse");
}

TEST(Advice, TheMostImportantComesFirst) {
  LoopSummary S = healthy();
  S.Heaviest = {{17, 18}, 340};
  S.StaticExcessPercent = 1;
  S.Fit.RSquared = 0;
  EXPECT_EQ(kinds(S), "giant-iteration poor-predictor static-would-do");
}

} // namespace
