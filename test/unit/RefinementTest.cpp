//===- RefinementTest.cpp -------------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Refinement.h"

#include "Balancer.h"
#include "TestLoop.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

constexpr uint64_t N = 10000;

/// Few iterations with much load, then many with little.
uint64_t skewedLoad(uint64_t I) { return I < N / 10 ? 90 : 10; }

std::unique_ptr<Plan> firstPlan(uint32_t Threads) {
  TestLoop Loop(skewedLoad);
  Inspector Loads = Loop.inspector();
  std::vector<uint64_t> Bound;
  std::vector<double> Cumulative{0};
  for (uint64_t I = 0; I <= N; I += 10)
    Bound.push_back(I);
  for (uint64_t I = 0; I < N; I += 10)
    Cumulative.push_back(Cumulative.back() + 10 * double(skewedLoad(I)));
  return balance({N, 0, Threads},
                 {{{Bound.data(), Cumulative.data()},
                   static_cast<uint32_t>(Bound.size() - 1)}},
                 Granularity::Chosen, Loads);
}

double ticksOf(const Plan &P, ChunkRange Range, double PerLoad,
               double PerIteration) {
  return PerLoad * P.load(Range) +
         PerIteration * double(P.chunks().iterations(Range).size());
}

/// Executes with P until it is refined or Executions have passed.
std::unique_ptr<Plan> execute(const Plan &P, double PerLoad,
                              double PerIteration, int Executions = 100) {
  for (int E = 0; E < Executions; ++E) {
    if (std::unique_ptr<Plan> Better = P.Measured->refine(P))
      return Better;
    for (uint32_t T = 0; T < P.Key.Threads; ++T)
      P.Measured->record(
          P, T, P.group(T),
          uint64_t(ticksOf(P, P.group(T), PerLoad, PerIteration)));
  }
  return nullptr;
}

double imbalance(const Plan &P, double PerLoad, double PerIteration) {
  double Most = 0, Sum = 0;
  for (uint32_t T = 0; T < P.Key.Threads; ++T) {
    double Ticks = ticksOf(P, P.group(T), PerLoad, PerIteration);
    Most = std::max(Most, Ticks);
    Sum += Ticks;
  }
  return Most / (Sum / P.Key.Threads) - 1;
}

TEST(Refinement, EvensOutTheTimeThatLoadsDoNotName) {
  for (uint32_t Threads : {2u, 3u, 8u, 64u}) {
    std::unique_ptr<Plan> P = firstPlan(Threads);
    EXPECT_LT(imbalance(*P, 100, 0), 0.05);
    EXPECT_GT(imbalance(*P, 100, 2000), 0.15);
    std::unique_ptr<Plan> Better = execute(*P, 100, 2000);
    ASSERT_TRUE(Better) << Threads;
    EXPECT_LT(imbalance(*Better, 100, 2000), Threads > 8 ? 0.08 : 0.02);
    EXPECT_NEAR(Better->IterationWeight, 20, 1);
    EXPECT_EQ(Better->Bound, P->Bound);
    EXPECT_NEAR(Better->totalLoad(), P->totalLoad(), 1);
    EXPECT_EQ(Better->GroupByLoad, P->GroupBegin);
  }
}

TEST(Refinement, LeavesAPlanAloneWhoseLoadsTellTheTime) {
  std::unique_ptr<Plan> P = firstPlan(4);
  EXPECT_FALSE(execute(*P, 100, 0));
  EXPECT_FALSE(P->Measured->isOpen()) << "measuring has an end";
}

TEST(Refinement, EndsWhateverTheTimesAre) {
  std::unique_ptr<Plan> P = firstPlan(4);
  unsigned Seed = 1;
  int Rounds = 0;
  for (; Rounds < 20; ++Rounds) {
    Seed = Seed * 1664525 + 1013904223;
    std::unique_ptr<Plan> Better =
        execute(*P, 1 + Seed % 100, 1 + (Seed >> 8) % 5000);
    if (!Better)
      break;
    P = std::move(Better);
  }
  EXPECT_LT(Rounds, 10);
}

TEST(Refinement, BelievesTheQuickestExecution) {
  std::unique_ptr<Plan> P = firstPlan(2);
  for (int E = 0; E < 6; ++E) {
    EXPECT_FALSE(P->Measured->refine(*P));
    for (uint32_t T = 0; T < 2; ++T)
      P->Measured->record(*P, T, P->group(T),
                          uint64_t(ticksOf(*P, P->group(T), 100, 0)) *
                              (E == 3 ? 1 : 50));
  }
  EXPECT_FALSE(P->Measured->refine(*P)) << "disturbed executions do not count";
}

TEST(Refinement, IgnoresGroupsThatWereStolenWhole) {
  std::unique_ptr<Plan> P = firstPlan(2);
  for (int E = 0; E < 20; ++E) {
    EXPECT_FALSE(P->Measured->refine(*P));
    P->Measured->record(*P, 0, {0, 0}, 1000);
    P->Measured->record(*P, 1, P->group(1), 0);
  }
}

TEST(Refinement, WithoutLoadsThereIsNothingToRefine) {
  TestLoop Loop([](uint64_t) { return 0; });
  Inspector Loads = Loop.inspector();
  uint64_t Bound[] = {0, 50, 100};
  double Cumulative[] = {0, 0, 0};
  std::unique_ptr<Plan> P = balance({100, 0, 2}, {{{Bound, Cumulative}, 2}},
                                    Granularity::Chosen, Loads);
  EXPECT_FALSE(execute(*P, 100, 2000));
}

} // namespace
