//===- BalancerTest.cpp - groups of equal load ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the loads, the groups cover the iteration space in thread order.
//
//===----------------------------------------------------------------------===//
#include "plan/Balancer.h"

#include "TestLoop.h"
#include "base/Thresholds.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

void expectSane(const Plan &P) {
  EXPECT_EQ(P.Bound.front(), 0u);
  EXPECT_EQ(P.Bound.back(), P.Key.TripCount);
  EXPECT_TRUE(std::is_sorted(P.Bound.begin(), P.Bound.end()));
  EXPECT_TRUE(std::is_sorted(P.Cumulative.begin(), P.Cumulative.end()));
  EXPECT_EQ(P.GroupBegin.size(), P.Key.Threads + 1);
  EXPECT_EQ(P.GroupBegin.front(), 0u);
  EXPECT_EQ(P.GroupBegin.back() + 1, P.Bound.size());
  EXPECT_TRUE(std::is_sorted(P.GroupBegin.begin(), P.GroupBegin.end()));
}

/// Plans TripCount iterations of Loop, inspected as an execution does it, in
/// one subspace per thread if Subspaces is 0. Earlier is as for Draft::begin().
std::unique_ptr<Plan> roughPlan(TestLoop &Loop, uint64_t TripCount,
                                uint32_t Threads, uint64_t Chunk = 0,
                                uint64_t Subspaces = 0,
                                const Plan *Earlier = nullptr) {
  Call Entered = Loop.call(TripCount, 0, Threads);
  Entered.Chunk = Chunk;
  Entered.Subspaces = Subspaces;
  Draft D;
  D.begin(Entered, true, Earlier);
  Inspector Loads = Loop.inspector();
  for (uint32_t S; (S = D.claimFrom(0, Entered)) != Draft::None;)
    D.inspect(S, Loads);
  auto Result = std::make_unique<Plan>(D.makePlan());
  expectSane(*Result);
  return Result;
}

/// The same as it is when the next executions have made the best of it.
std::unique_ptr<Plan> plan(TestLoop &Loop, uint64_t TripCount, uint32_t Threads,
                           uint64_t Chunk = 0, uint64_t Subspaces = 0) {
  auto Result = roughPlan(Loop, TripCount, Threads, Chunk, Subspaces);
  if (Result->State == PlanState::Coarse)
    Result =
        roughPlan(Loop, TripCount, Threads, Chunk, Subspaces, Result.get());
  Inspector Loads = Loop.inspector();
  if (Result->State == PlanState::Rough)
    Result = std::make_unique<Plan>(sharpen(*Result, Loads));
  EXPECT_EQ(Result->State, PlanState::Final);
  expectSane(*Result);
  return Result;
}

uint64_t iterations(const Plan &P, uint32_t Thread) {
  IterationRange R = P.chunks().iterations(P.group(Thread));
  return R.End - R.Begin;
}

/// The largest predicted load over the mean, less 1.
double imbalance(const Plan &P) {
  double Most = 0;
  for (uint32_t T = 0; T < P.Key.Threads; ++T)
    Most = std::max(Most, P.chunks().load(P.group(T)));
  return Most / (P.totalLoad() / P.Key.Threads) - 1;
}

TEST(Balancer, GroupsAreEqualToAChunk) {
  for (uint64_t N : {1000u, 20000u, 1000000u})
    for (uint32_t Threads : {2u, 3u, 7u, 16u, 112u}) {
      TestLoop Loop([N](uint64_t I) { return 100 + 200 * I / N; });
      EXPECT_LT(imbalance(*roughPlan(Loop, N, Threads)),
                0.04 + double(Threads) / N)
          << N << " iterations, " << Threads << " threads";
    }
}

TEST(Balancer, GroupsAreEvenAfterASecondLook) {
  for (uint64_t N : {1000u, 20000u, 1000000u})
    for (uint32_t Threads : {2u, 3u, 7u, 16u, 112u})
      for (const uint32_t Flags : {0u, uint32_t(USERSCHED_NO_STEAL)}) {
        TestLoop Loop([N](uint64_t I) { return 100 + 200 * I / N; }, Flags);
        const double Slack = Flags ? SharpSlack : threshold::LeastGain;
        EXPECT_LT(imbalance(*plan(Loop, N, Threads)),
                  Slack + 2 * double(Threads) / N)
            << N << " iterations, " << Threads << " threads, flags " << Flags;
      }
}

TEST(Balancer, WhatThievesEvenOutNeedsNoSecondLook) {
  const auto Load = [](uint64_t I) { return 100 + I / 1000; };
  TestLoop Stolen(Load, 0), Kept(Load, USERSCHED_NO_STEAL);
  EXPECT_EQ(roughPlan(Stolen, 1000000, 16)->State, PlanState::Final);
  EXPECT_EQ(roughPlan(Kept, 1000000, 16)->State, PlanState::Rough);
}

TEST(Balancer, ASecondLookIsAtFewIterations) {
  TestLoop Loop([](uint64_t I) { return 100 + I / 1000; }, USERSCHED_NO_STEAL);
  const std::unique_ptr<Plan> Rough = roughPlan(Loop, 1000000, 16);
  ASSERT_EQ(Rough->State, PlanState::Rough);
  Inspector Loads = Loop.inspector();
  EXPECT_EQ(sharpen(*Rough, Loads).State, PlanState::Final);
  EXPECT_LT(Loads.inspected(), 1000000u / 256);
}

TEST(Balancer, GroupsThatAreEvenAlreadyNeedNoSecondLook) {
  TestLoop Equal([](uint64_t) { return 3; });
  EXPECT_EQ(roughPlan(Equal, 1000000, 16)->State, PlanState::Final);
  TestLoop Flat(nullptr);
  Flat.makeFlat(1);
  EXPECT_EQ(roughPlan(Flat, 1000000, 16)->State, PlanState::Final);
  TestLoop Rising([](uint64_t I) { return I * (I + 1) / 2; });
  Rising.makePrefix();
  EXPECT_EQ(roughPlan(Rising, 1000000, 16)->State, PlanState::Final);
  TestLoop Skewed([](uint64_t I) { return I; });
  EXPECT_EQ(roughPlan(Skewed, 100, 4)->State, PlanState::Final)
      << "single iterations";
  EXPECT_EQ(roughPlan(Skewed, 10000, 4, 1000)->State, PlanState::Final)
      << "the user's";
}

TEST(Balancer, PredictedLoadsAreTheRealOnes) {
  auto Load = [](uint64_t I) { return I * 2654435761u % 1000; };
  TestLoop Loop(Load);
  auto P = plan(Loop, 200000, 5);
  for (uint32_t T = 0; T < 5; ++T) {
    IterationRange R = P->chunks().iterations(P->group(T));
    double Sum = 0;
    for (uint64_t I = R.Begin; I < R.End; ++I)
      Sum += static_cast<double>(Load(I));
    EXPECT_EQ(P->chunks().load(P->group(T)), Sum);
  }
}

double heaviestChunk(const Plan &P) {
  double Heaviest = 0;
  for (uint32_t J = 0; J <= P.lastChunk(); ++J)
    Heaviest = std::max(Heaviest, P.chunks().load({J, J + 1}));
  return Heaviest;
}

TEST(Balancer, LoadInOneSubspaceIsInspectedAgain) {
  TestLoop Loop([](uint64_t I) { return I < 20000 ? 100 : 0; });
  const auto First = roughPlan(Loop, 2000000, 64);
  EXPECT_EQ(First->State, PlanState::Coarse);
  auto P = plan(Loop, 2000000, 64);
  EXPECT_LT(imbalance(*P), 0.01);
  EXPECT_LE(heaviestChunk(*P), 0.02 * P->totalLoad() / 64);
}

TEST(Balancer, SubspacesOfASecondInspectionAreNeitherHeavyNorLong) {
  constexpr uint64_t N = 2000000;
  TestLoop Loop([](uint64_t I) { return I < 20000 ? 100 : 1; });
  const auto Earlier = roughPlan(Loop, N, 64);
  Draft D;
  D.begin(Loop.call(N, 0, 64), true, Earlier.get());
  for (uint32_t S = 0; S < 64; ++S) {
    const IterationRange R = D.iterations(S);
    EXPECT_LE(R.size(), 2.1 * N / 64);
    Inspector Loads = Loop.inspector();
    EXPECT_LE(Loads.sum(R.Begin, R.End), 2.5 * Earlier->totalLoad() / 64);
  }
}

TEST(Balancer, WithoutAnyLoadIterationsAreDivided) {
  TestLoop Loop([](uint64_t) { return 0; });
  for (uint64_t Subspaces : {0, 1, 7})
    for (uint64_t Each : {250, 100000}) {
      auto P = plan(Loop, 4 * Each, 4, 0, Subspaces);
      for (uint32_t T = 0; T < 4; ++T)
        EXPECT_EQ(iterations(*P, T), Each);
    }
}

TEST(Balancer, LoadlessIterationsAfterAGiantAreDivided) {
  TestLoop Loop([](uint64_t I) { return I == 0 ? 1000 : 0; });
  auto P = plan(Loop, 100001, 8);
  for (uint32_t T = 5; T < 8; ++T)
    EXPECT_NEAR(static_cast<double>(iterations(*P, T)), 25000, 1);
}

TEST(Balancer, AGiantHasAGroupWithHardlyAnythingElse) {
  TestLoop Loop([](uint64_t I) { return I == 500 ? 1000000 : 1; });
  auto P = plan(Loop, 1000, 4);
  double Most = 0;
  for (uint32_t T = 0; T < 4; ++T)
    Most = std::max(Most, P->chunks().load(P->group(T)));
  EXPECT_EQ(Most, 1000000);
}

TEST(Balancer, FewerIterationsThanThreadsLeaveGroupsEmpty) {
  TestLoop Loop([](uint64_t) { return 1; });
  auto P = plan(Loop, 3, 8);
  uint64_t Sum = 0;
  for (uint32_t T = 0; T < 8; ++T) {
    EXPECT_LE(iterations(*P, T), 1u);
    Sum += iterations(*P, T);
  }
  EXPECT_EQ(Sum, 3u);
}

TEST(Balancer, ChunksHaveNumbersHoweverManyThreads) {
  constexpr uint64_t TripCount = 1 << 25;
  const auto Chunks = MaxChunkNumber / 4;
  std::vector<uint64_t> Bound;
  for (uint32_t J = 0; J <= Chunks; ++J)
    Bound.push_back(evenShare(TripCount, J, Chunks).Begin);
  const std::vector<double> Cumulative(Bound.begin(), Bound.end());
  const auto P = balance({TripCount, 0, 1 << 18},
                         {{{Bound.data(), Cumulative.data()}, Chunks}},
                         Granularity::Chosen);
  EXPECT_LE(P.Bound.size(), MaxChunkNumber);
  EXPECT_LT(imbalance(P), 0.1);
}

TEST(Balancer, OneIterationMakesAPlan) {
  TestLoop Loop([](uint64_t) { return 5; });
  EXPECT_EQ(plan(Loop, 1, 4)->totalLoad(), 5);
}

TEST(Balancer, AGivenChunkStaysInOnePiece) {
  TestLoop Loop([](uint64_t) { return 1; });
  auto P = plan(Loop, 1000, 3, 100);
  // Each subspace of 333 or 334 is cut at multiples of 100 from its start.
  EXPECT_EQ(P->Bound.size(), 13u);
  for (uint32_t T = 0; T < 3; ++T)
    EXPECT_NEAR(P->chunks().load(P->group(T)), 1000 / 3.0, 51);
}

/// P after a refinement: each second thread was twice as slow as the others.
std::unique_ptr<KnownPlan> refined(const Plan &P) {
  const KnownPlan Known(P);
  while (Known.Measured->next(Known) != RefinementStep::Refine)
    for (uint32_t T = 0; T < P.Key.Threads; ++T) {
      Known.Measured->start(T, P.group(T), 1);
      Known.Measured->finish(P, T, Known.Measured->number(),
                             1 + 100000000 * (1 + T % 2));
    }
  return Known.Measured->refine(Known);
}

TEST(Balancer, AGivenChunkIsNotCutAtTheEndsOfGroups) {
  TestLoop Loop([](uint64_t) { return 1; });
  auto P = roughPlan(Loop, 1000, 3, 100);
  EXPECT_EQ(P->State, PlanState::Final);
  EXPECT_EQ(refined(*P)->Bound, P->Bound);
}

TEST(Balancer, PrefixSumsBalanceWithoutInspection) {
  TestLoop Loop([](uint64_t I) { return I * (I + 1) / 2; });
  Loop.makePrefix();
  EXPECT_LT(imbalance(*plan(Loop, 1000000, 16)), 1e-4);
}

TEST(Balancer, LoadsThatChangeBetweenTwoLooksLoseNothing) {
  uint64_t Seed = 1;
  TestLoop Loop([&](uint64_t) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    return (Seed >> 33) % 100 == 0 ? Seed >> 20 : 0;
  });
  for (uint32_t Threads : {2u, 5u, 33u})
    plan(Loop, 50000, Threads);
}

TEST(Balancer, APrefixOfNoiseLosesNothing) {
  uint64_t Seed = 1;
  TestLoop Loop([&](uint64_t) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    return Seed;
  });
  Loop.makePrefix();
  for (uint32_t Threads : {2u, 5u, 33u})
    plan(Loop, 50000, Threads);
}

TEST(Balancer, AFiftyMillionIterationPlanTakesAMegabyteAtMost) {
  TestLoop Loop([](uint64_t I) { return I * 30 + I % 1024; });
  Loop.makePrefix();
  for (uint32_t Threads : {2u, 16u, 56u, 112u}) {
    const std::unique_ptr<Plan> P = plan(Loop, 50000000, Threads);
    EXPECT_LE(P->bytes(), 1u << 20) << Threads;
    const std::unique_ptr<KnownPlan> Refined = refined(*P);
    ASSERT_TRUE(Refined) << Threads;
    EXPECT_LE(Refined->bytes(), 1u << 20) << Threads;
  }
}

/// Of all chunks of P, the most of what Of says.
template <typename Function> double mostOfAChunk(const Plan &P, Function Of) {
  double Most = 0;
  for (uint32_t J = 0; J <= P.lastChunk(); ++J)
    Most = std::max(Most, static_cast<double>(Of(ChunkRange{J, J + 1})));
  return Most;
}

/// Plans a million iterations in chunks of a load of 1, in 1 to 4096
/// subspaces: small, finely cut, and of even groups.
void expectSmallPlansOfTinyChunks(TestLoop &Loop) {
  for (uint64_t Subspaces : {1, 56, 4096})
    for (uint32_t Threads : {2u, 56u, 150u}) {
      SCOPED_TRACE(std::to_string(Subspaces) + " subspaces, " +
                   std::to_string(Threads) + " threads");
      const std::unique_ptr<Plan> P =
          plan(Loop, 1000000, Threads, 1, Subspaces);
      EXPECT_LE(P->bytes(), 1u << 20);
      const std::unique_ptr<KnownPlan> Refined = refined(*P);
      ASSERT_TRUE(Refined);
      EXPECT_LE(Refined->bytes(), 1u << 20);
      const double Heaviest =
          mostOfAChunk(*P, [&](ChunkRange R) { return P->chunks().load(R); });
      EXPECT_LE(Heaviest, P->totalLoad() / 8192);
      EXPECT_LE(imbalance(*P), Heaviest * Threads / P->totalLoad() + 1e-9);
    }
}

TEST(Balancer, APlanOfTinyChunksTakesAMegabyteAtMost) {
  TestLoop Flat(nullptr);
  Flat.makeFlat(1);
  expectSmallPlansOfTinyChunks(Flat);
  TestLoop Rising([](uint64_t I) { return I * (I + 1) / 2; });
  Rising.makePrefix();
  expectSmallPlansOfTinyChunks(Rising);
}

TEST(Balancer, TinyChunksBesideAGiantDoNotGrowLong) {
  TestLoop Loop([](uint64_t I) { return I == 5000 ? 1u << 31 : 1; });
  const std::unique_ptr<Plan> P = plan(Loop, 40000, 2, 1, 1);
  EXPECT_LE(P->Bound.size(), 32000u);
  EXPECT_LE(
      mostOfAChunk(
          *P, [&](ChunkRange R) { return P->chunks().iterations(R).size(); }),
      40000 / 3072);
}

TEST(Balancer, TinyChunksAreKeptWhereAPlanHasRoom) {
  TestLoop Loop([](uint64_t I) { return I % 16 == 0 ? 16 : 1; });
  EXPECT_EQ(plan(Loop, 20000, 2, 1)->Bound.size(), 20001u);
}

/// The chunks that one subspace of a million iterations has while inspected.
uint32_t draftedChunks(TestLoop &Loop, uint64_t Chunk, bool MakesPlan) {
  Call Entered = Loop.call(1000000, 0, 1);
  Entered.Chunk = Chunk;
  Draft D;
  D.begin(Entered, MakesPlan, nullptr);
  Inspector Loads = Loop.inspector();
  const ChunkRange Range = D.inspect(D.claimFrom(0, Entered), Loads);
  EXPECT_EQ(D.chunks().iterations(Range).size(), 1000000u);
  return Range.size();
}

TEST(Draft, ListsFewChunksOfEqualLoadsWithoutAPlan) {
  TestLoop Flat(nullptr);
  Flat.makeFlat(1);
  EXPECT_EQ(draftedChunks(Flat, 2000, false), 500u);
  EXPECT_LE(draftedChunks(Flat, 1, false), 512u);
  EXPECT_GT(draftedChunks(Flat, 1, false), 256u);
  EXPECT_GT(draftedChunks(Flat, 1, true), 16384u);
  TestLoop Seen([](uint64_t) { return 1; });
  EXPECT_GT(draftedChunks(Seen, 1, false), 16384u);
}

TEST(Draft, FewSubspacesHaveAsManyChunksAsMany) {
  TestLoop Loop([](uint64_t I) { return 1 + I * 2654435761u % 100; });
  for (const uint32_t Subspaces : {1u, 3u, 16u, 64u}) {
    Call Entered = Loop.call(1000000, 0, 16);
    Entered.Subspaces = Subspaces;
    Draft D;
    D.begin(Entered, true, nullptr);
    Inspector Loads = Loop.inspector();
    uint32_t Chunks = 0;
    for (uint32_t S = 0; S < Subspaces; ++S)
      Chunks += D.inspect(D.claimFrom(S, Entered), Loads).size();
    EXPECT_GE(Chunks, 16 * threshold::ChunksPerThread / 2) << Subspaces;
  }
}

TEST(Draft, TheLongestLoopHasRoomInOneSubspace) {
  TestLoop Flat(nullptr);
  Flat.makeFlat(1);
  Call Entered = Flat.call(UINT64_MAX, 0, 1);
  Draft D;
  D.begin(Entered, true, nullptr);
  Inspector Loads = Flat.inspector();
  const ChunkRange Range = D.inspect(D.claimFrom(0, Entered), Loads);
  EXPECT_EQ(D.chunks().iterations(Range).size(), UINT64_MAX);
  EXPECT_GT(Range.size(), 1u);
}

} // namespace
