//===- RefinementTest.cpp -------------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "learn/Refinement.h"

#include "SkewedPlan.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

double ticksOf(const KnownPlan &P, ChunkRange Range, double PerLoad,
               double PerIteration) {
  return PerLoad * loadOf(P, Range) +
         PerIteration * double(P.chunks().iterations(Range).size());
}

/// Thread runs the first Cells of its group, one by one.
void runGroup(const KnownPlan &P, uint32_t Thread, double PerLoad,
              double PerIteration, uint32_t Cells = Refinement::Cells) {
  uint64_t Now = 1000;
  P.Measured->enter(Thread, P.Measured->number());
  for (uint32_t K = 0; K < Cells; ++K) {
    const ChunkRange Cell = Refinement::cell(P.group(Thread), K);
    P.Measured->start(Thread, Cell, Now);
    Now += uint64_t(ticksOf(P, Cell, PerLoad, PerIteration));
    P.Measured->finish(P, Thread, P.Measured->number(), Now);
  }
}

/// What an execution with P begins with: returns a better plan if it is time
/// for one and there is one.
std::unique_ptr<KnownPlan> begin(const KnownPlan &P) {
  return P.Measured->next(P) == RefinementStep::Refine ? P.Measured->refine(P)
                                                       : nullptr;
}

/// Executes with P until it is refined or Executions have passed.
std::unique_ptr<KnownPlan> execute(const KnownPlan &P, double PerLoad,
                                   double PerIteration, int Executions = 100) {
  for (int E = 0; E < Executions; ++E) {
    if (std::unique_ptr<KnownPlan> Better = begin(P))
      return Better;
    for (uint32_t T = 0; T < P.Key.Threads; ++T)
      runGroup(P, T, PerLoad, PerIteration);
  }
  return nullptr;
}

/// Some of a group is stolen. Returns how many executions are set up until the
/// plan is measured again.
int executionsUntilDoubted(const KnownPlan &P) {
  P.Exposed.note(0, 1000, 1, P.group(0).size());
  int Executions = 1;
  while (P.Measured->next(P) != RefinementStep::Measure && Executions < 5000)
    ++Executions;
  return Executions;
}

double imbalance(const KnownPlan &P, double PerLoad, double PerIteration) {
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
    std::unique_ptr<KnownPlan> P = firstPlan(Threads);
    EXPECT_LT(imbalance(*P, 100, 0), 0.05);
    EXPECT_GT(imbalance(*P, 100, 2000), 0.15);
    std::unique_ptr<KnownPlan> Better = execute(*P, 100, 2000);
    ASSERT_TRUE(Better) << Threads;
    EXPECT_LT(imbalance(*Better, 100, 2000), Threads > 8 ? 0.08 : 0.02);
    EXPECT_EQ(Better->inspected().Bound, P->Bound);
    EXPECT_NEAR(Better->totalLoad(), P->totalLoad(), 1);
    EXPECT_EQ(Better->inspected().GroupBegin, P->GroupBegin);
  }
}

TEST(Refinement, TellsWhatAnIterationCosts) {
  std::unique_ptr<KnownPlan> P = firstPlan(4);
  EXPECT_FALSE(P->Measured->iterationWeight(*P)) << "nothing is measured";
  std::unique_ptr<KnownPlan> Better = execute(*P, 100, 2000);
  ASSERT_TRUE(Better);
  ASSERT_TRUE(P->Measured->iterationWeight(*P));
  EXPECT_NEAR(*P->Measured->iterationWeight(*P), 20, 1);
}

TEST(Refinement, APlanBeginsWithWhatAnIterationCosts) {
  for (uint32_t Threads : {2u, 3u, 8u}) {
    const Plan P = *firstPlan(Threads);
    std::unique_ptr<KnownPlan> Weighed = weighedPlan(P, 20);
    EXPECT_LT(imbalance(*Weighed, 100, 2000), 0.02);
    EXPECT_EQ(Weighed->inspected().GroupBegin, P.GroupBegin);
    EXPECT_EQ(Weighed->inspected().Cumulative, P.Cumulative);
    EXPECT_FALSE(execute(*Weighed, 100, 2000)) << "nothing is left to gain";
    // It is refined as any other plan if it was wrong.
    std::unique_ptr<KnownPlan> Better = execute(*weighedPlan(P, 20), 100, 0);
    ASSERT_TRUE(Better);
    EXPECT_LT(imbalance(*Better, 100, 0), 0.05);
  }
}

/// Executes with a first plan until it is corrected. Only one of the executions
/// that are measured is not disturbed.
std::unique_ptr<KnownPlan> correct(const KnownPlan &P, double PerIteration,
                                   uint32_t Undisturbed) {
  for (uint32_t E = 0; E < threshold::RoundLength; ++E) {
    const double Slower = E == Undisturbed ? 1 : 10;
    EXPECT_FALSE(execute(P, 100 * Slower, PerIteration * Slower, 1));
  }
  return begin(P);
}

TEST(Refinement, ACorrectionThatMakesExecutionsLongerIsTakenBack) {
  for (uint32_t Undisturbed = 0; Undisturbed < threshold::RoundLength;
       ++Undisturbed)
    for (const double Weight : {0., 20.}) {
      // Cut by load, or by a weight of iterations that is wrong.
      const double PerIteration = Weight > 0 ? 0 : 2000;
      const Plan Inspected = *firstPlan(2);
      for (const double Factor : {1.04, 1.01}) {
        const std::unique_ptr<KnownPlan> ByLoad =
            weighedPlan(Inspected, Weight);
        const std::unique_ptr<KnownPlan> Corrected =
            correct(*ByLoad, PerIteration, Undisturbed);
        ASSERT_TRUE(Corrected);
        ASSERT_NE(Corrected->GroupBegin, ByLoad->GroupBegin);
        // What is moved to the other thread takes longer there.
        const double Slower =
            Factor * (1 + imbalance(*ByLoad, 100, PerIteration));
        const std::unique_ptr<KnownPlan> Again =
            execute(*Corrected, 100 * Slower, PerIteration * Slower);
        if (Factor < 1 + threshold::LeastGain) {
          EXPECT_FALSE(Again);
          continue;
        }
        ASSERT_TRUE(Again);
        EXPECT_EQ(Again->GroupBegin, ByLoad->GroupBegin);
        EXPECT_EQ(Again->Cumulative, ByLoad->Cumulative);
        EXPECT_EQ(Again->inspected().Cumulative, Inspected.Cumulative);
        // The same would happen again. The machine may have changed later.
        EXPECT_EQ(Again->Measured->next(*Again), RefinementStep::None);
        EXPECT_EQ(executionsUntilDoubted(*Again),
                  int(threshold::FirstRetry) - 1);
      }
    }
}

/// A machine that becomes slower says nothing about the plan.
TEST(Refinement, ACorrectionThatIsDoubtedIsNotTakenBack) {
  const std::unique_ptr<KnownPlan> ByLoad = firstPlan(2);
  std::unique_ptr<KnownPlan> P, Better = execute(*ByLoad, 100, 2000);
  int Rounds = 0;
  for (double Slower = 1; Slower < 16; Slower *= 2) {
    // The cost of an iteration beside that of load is another each time.
    for (; Better; ++Rounds) {
      P = std::move(Better);
      Better = execute(*P, 100 * Slower, 2000 * Slower * Slower);
    }
    EXPECT_NE(P->GroupBegin, ByLoad->GroupBegin) << Slower;
    executionsUntilDoubted(*P);
    Better = execute(*P, 100 * Slower, 4000 * Slower * Slower);
  }
  EXPECT_GE(Rounds, 4);
}

/// The plan by load is compared as it was when it was corrected.
TEST(Refinement, ACorrectionIsNotComparedWithWhatWasBeforeADoubt) {
  const std::unique_ptr<KnownPlan> ByLoad = firstPlan(2);
  EXPECT_FALSE(execute(*ByLoad, 100, 0));
  executionsUntilDoubted(*ByLoad);
  const std::unique_ptr<KnownPlan> Corrected = execute(*ByLoad, 300, 6000);
  ASSERT_TRUE(Corrected);
  EXPECT_FALSE(execute(*Corrected, 300, 6000));
}

/// Of a chunk that was held back, no time is known.
TEST(Refinement, AnExecutionTakesAsLongAsItsOtherChunksBeforeTheLastOne) {
  const auto Execute = [](const KnownPlan &P, uint64_t First, uint64_t Second) {
    std::unique_ptr<KnownPlan> Better;
    while (P.Measured->next(P) == RefinementStep::Measure) {
      P.Measured->enter(0, P.Measured->number());
      P.Measured->start(0, P.group(0), 1000);
      P.Measured->finish(P, 0, P.Measured->number(), 1000 + First);
      const uint32_t Last = P.lastChunk();
      P.Measured->enter(1, P.Measured->number());
      P.Measured->start(1, {P.group(1).Begin, Last}, 1000);
      P.Measured->finish(P, 1, P.Measured->number(), 1000 + Second);
      P.Measured->start(1, {Last, Last + 1}, 0);
      P.Measured->finish(P, 1, P.Measured->number(), 0);
    }
    return P.Measured->refine(P);
  };
  for (const uint64_t Ticks : {1300000, 1600000}) {
    const std::unique_ptr<KnownPlan> ByLoad = firstPlan(2);
    const std::unique_ptr<KnownPlan> Corrected =
        Execute(*ByLoad, 1000000, 1500000);
    ASSERT_TRUE(Corrected);
    EXPECT_EQ(Execute(*Corrected, Ticks, Ticks) != nullptr, Ticks > 1500000);
  }
}

TEST(Refinement, LittleThatAnIterationCostsChangesNoPlan) {
  Plan P = *firstPlan(2);
  P.State = PlanState::Rough;
  for (const double Weight : {0., 0.2}) {
    std::unique_ptr<KnownPlan> Weighed = weighedPlan(P, Weight);
    EXPECT_FALSE(Weighed->Inspected);
    EXPECT_EQ(Weighed->State, PlanState::Rough)
        << "its groups can be sharpened";
  }
  P.State = PlanState::Coarse;
  EXPECT_EQ(weighedPlan(P, 20)->State, PlanState::Coarse)
      << "to be inspected again";
}

/// Thread's core takes Core[Thread] times as long as the loads say.
std::unique_ptr<KnownPlan> executeOn(const KnownPlan &P,
                                     const std::vector<double> &Core,
                                     double PerLoad, double PerIteration = 0) {
  for (int E = 0; E < 100; ++E) {
    if (std::unique_ptr<KnownPlan> Better = begin(P))
      return Better;
    for (uint32_t T = 0; T < P.Key.Threads; ++T)
      runGroup(P, T, PerLoad * Core[T], PerIteration * Core[T]);
  }
  return nullptr;
}

TEST(Refinement, CoresThatAreSlowerGetLess) {
  const std::vector<double> Core = {1, 2, 1, 4};
  const double Shares[] = {1 / 2.75, 0.5 / 2.75, 1 / 2.75, 0.25 / 2.75};
  std::unique_ptr<KnownPlan> P = firstPlan(4);
  int Rounds = 0;
  while (std::unique_ptr<KnownPlan> Better = executeOn(*P, Core, 100)) {
    P = std::move(Better);
    ++Rounds;
  }
  EXPECT_GE(Rounds, 1);
  EXPECT_LE(Rounds, 5);
  for (uint32_t T = 0; T < 4; ++T)
    EXPECT_NEAR(loadOf(*P, P->group(T)) / P->totalLoad(), Shares[T], 0.02) << T;
}

/// Groups of two threads take 1000 and Second ticks.
bool isInVain(const KnownPlan &P, uint64_t Second) {
  for (int E = 0; E < 20; ++E) {
    P.Exposed.note(0, 1000, 1, 1);
    P.Exposed.note(1, Second, 1, 1);
  }
  return P.isInVain();
}

TEST(Refinement, IsInVainIfACutByTimeIsStillUneven) {
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  EXPECT_FALSE(isInVain(*P, 3000)) << "a cut by time may be even";
  P = executeOn(*P, {1, 4}, 100);
  ASSERT_TRUE(P);
  EXPECT_FALSE(P->isInVain()) << "nothing is known";
  EXPECT_FALSE(isInVain(*P, 1600));
  EXPECT_TRUE(isInVain(*P, 1800));
  EXPECT_FALSE(isInVain(*P, 1000)) << "it has become even";
}

/// No cut is more even than an iteration that takes longer than an even share.
TEST(Refinement, IsNotInVainWhereThePlanSaysHowUnevenItIs) {
  const KnownPlan First(
      Plan({101, 0, 2}, {0, 1, 51, 101}, {0, 300, 350, 400}, {0, 2, 3}));
  const std::unique_ptr<KnownPlan> P = executeOn(First, {1, 1}, 100);
  ASSERT_TRUE(P);
  ASSERT_EQ(loadOf(*P, P->group(0)), 300);
  EXPECT_FALSE(isInVain(*P, 333)) << "1.5 of the mean, as planned";
  EXPECT_FALSE(isInVain(*P, 100));
  EXPECT_TRUE(isInVain(*P, 50)) << "1.9 of the mean, 1.27 of the plan";
}

/// What takes long is elsewhere each time: each cell was quick once.
TEST(Refinement, IsInVainIfARoundEndsWithoutABetterPlan) {
  const std::unique_ptr<KnownPlan> P = firstPlan(2);
  bool HasEnded = false;
  for (int E = 0, Rounds = 0; Rounds < 3; ++E) {
    ASSERT_LT(E, 100);
    EXPECT_EQ(isInVain(*P, 3000), HasEnded);
    const RefinementStep Step = P->Measured->next(*P);
    if (Step == RefinementStep::Refine) {
      EXPECT_FALSE(P->Measured->refine(*P));
      HasEnded = true;
      ++Rounds; // the next one begins with a doubt
    } else if (Step == RefinementStep::Measure) {
      for (uint32_t T = 0; T < 2; ++T)
        runGroup(*P, T, 100, 0);
    }
  }
}

TEST(Refinement, WhatWasStolenOfASlowCoreIsSlowThere) {
  std::unique_ptr<KnownPlan> P = firstPlan(4), Better;
  for (int E = 0; E < 10 && !Better; ++E) {
    Better = begin(*P);
    for (uint32_t T = 0; T < 3; ++T)
      runGroup(*P, T, 100, 0);
    runGroup(*P, 3, 300, 0, Refinement::Cells / 4); // and the others never
  }
  ASSERT_TRUE(Better);
  // Groups of 1, 1, 1 and 3: a share is half of the last.
  EXPECT_NEAR(loadOf(*Better, Better->group(3)) / P->totalLoad(), 1. / 8, 0.01);
}

TEST(Refinement, WhatOnlyAPlaceCostsIsBalanced) {
  // Load and iterations of the first eighth take five times as long.
  const auto Run = [](const KnownPlan &P) {
    double Most = 0;
    for (int E = 0; E < 100; ++E) {
      if (std::unique_ptr<KnownPlan> Better = begin(P))
        return std::make_pair(std::move(Better), Most);
      Most = 0;
      for (uint32_t T = 0; T < P.Key.Threads; ++T) {
        uint64_t Now = 1000;
        for (uint32_t K = 0; K < Refinement::Cells; ++K) {
          const ChunkRange Cell = Refinement::cell(P.group(T), K);
          P.Measured->start(T, Cell, Now);
          for (uint32_t J = Cell.Begin; J < Cell.End; ++J)
            Now += uint64_t(100 * loadOf(P, {J, J + 1}) *
                            (P.Bound[J] < N / 8 ? 5 : 1));
          P.Measured->finish(P, T, P.Measured->number(), Now);
        }
        Most = std::max(Most, double(Now - 1000));
      }
    }
    return std::make_pair(std::unique_ptr<KnownPlan>(), Most);
  };
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  auto [Better, First] = Run(*P);
  double Last = First;
  while (Better) {
    P = std::move(Better);
    std::tie(Better, Last) = Run(*P);
  }
  double Least = 0;
  for (uint64_t I = 0; I < N; ++I)
    Least += 50 * double(skewedLoad(I)) * (I < N / 8 ? 5 : 1);
  EXPECT_GT(First, 1.4 * Least);
  EXPECT_LT(Last, 1.03 * Least);
}

TEST(Refinement, LeavesAPlanAloneWhoseLoadsTellTheTime) {
  std::unique_ptr<KnownPlan> P = firstPlan(4);
  EXPECT_FALSE(execute(*P, 100, 0));
  EXPECT_EQ(P->Measured->next(*P), RefinementStep::None)
      << "measuring has an end";
}

TEST(Refinement, NothingElseIsDecidedWhileAPlanIsRefined) {
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  while (P->Measured->next(*P) != RefinementStep::Refine)
    for (uint32_t T = 0; T < 2; ++T)
      runGroup(*P, T, 100, 0);
  // Some of a group was stolen: reason to doubt the plan.
  P->Exposed.note(0, 1000, 1, P->group(0).size());
  for (int E = 0; E < 100; ++E)
    ASSERT_EQ(P->Measured->next(*P), RefinementStep::None);
  EXPECT_FALSE(P->Measured->refine(*P));
  RefinementStep Step = RefinementStep::None;
  for (int E = 0; E < 10 && Step == RefinementStep::None; ++E)
    Step = P->Measured->next(*P);
  EXPECT_EQ(Step, RefinementStep::Measure) << "then it is doubted";
}

TEST(Refinement, EndsWhateverTheTimesAre) {
  std::unique_ptr<KnownPlan> P = firstPlan(4);
  unsigned Seed = 1;
  int Rounds = 0;
  for (; Rounds < 20; ++Rounds) {
    Seed = Seed * 1664525 + 1013904223;
    std::unique_ptr<KnownPlan> Better =
        execute(*P, 1 + Seed % 100, 1 + (Seed >> 8) % 5000);
    if (!Better)
      break;
    P = std::move(Better);
  }
  EXPECT_LT(Rounds, 10);
}

TEST(Refinement, BelievesTheQuickestExecution) {
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  for (int E = 0; E < 3; ++E) {
    EXPECT_FALSE(begin(*P));
    for (uint32_t T = 0; T < 2; ++T)
      runGroup(*P, T, E == 1 ? 100 : 5000, E == 1 ? 0 : 300);
  }
  EXPECT_FALSE(begin(*P)) << "disturbed executions do not count";
}

TEST(Refinement, WhatTakesNoTimeIsNotBelieved) {
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  for (int E = 0; E < 20; ++E) {
    EXPECT_FALSE(begin(*P));
    P->Measured->start(0, {}, 1000);
    P->Measured->finish(*P, 0, P->Measured->number(), 2000);
    P->Measured->start(1, P->group(1), 1000);
    P->Measured->finish(*P, 1, P->Measured->number(), 1000);
  }
}

std::unique_ptr<KnownPlan> planWithoutLoad(uint32_t Threads) {
  std::vector<uint64_t> Bound;
  for (uint64_t I = 0; I <= N; I += 10)
    Bound.push_back(I);
  std::vector<double> Cumulative(Bound.size());
  return std::make_unique<KnownPlan>(
      balance({N, 0, Threads},
              {{{Bound.data(), Cumulative.data()},
                static_cast<uint32_t>(Bound.size() - 1)}},
              Granularity::Chosen));
}

TEST(Refinement, WithoutLoadsThereIsNothingToRefine) {
  EXPECT_FALSE(execute(*planWithoutLoad(2), 100, 2000));
}

/// Six iterations of 0.65 shares side by side, between light ones.
uint64_t clusteredLoad(uint64_t I) { return I / 6 == 833 ? 8000 : 10; }
/// Four of 0.52 shares: with two of them, a group has 1.04.
uint64_t pairedLoad(uint64_t I) { return I / 4 == 1250 ? 5240 : 10; }
uint64_t equalLoad(uint64_t) { return 100; }

/// For 12 threads, of an inspection with a chunk for each iteration.
std::unique_ptr<KnownPlan> finePlan(uint64_t (*Load)(uint64_t), uint64_t Size) {
  std::vector<uint64_t> Bound{0};
  std::vector<double> Cumulative{0};
  for (uint64_t I = 0; I < Size; ++I) {
    Bound.push_back(I + 1);
    Cumulative.push_back(Cumulative.back() + double(Load(I)));
  }
  return std::make_unique<KnownPlan>(balance(
      {Size, 0, 12},
      {{{Bound.data(), Cumulative.data()}, static_cast<uint32_t>(Size)}},
      Granularity::Chosen));
}

std::unique_ptr<KnownPlan> unevenPlan() { return finePlan(clusteredLoad, N); }

/// As execute(), and the thread that is the first to have nothing to do runs
/// the next chunk.
std::unique_ptr<KnownPlan> executeWithThieves(const KnownPlan &P,
                                              double PerLoad) {
  for (int E = 0; E < 20; ++E) {
    if (std::unique_ptr<KnownPlan> Better = begin(P))
      return Better;
    std::vector<uint64_t> Now(P.Key.Threads, 1000);
    for (uint32_t T = 0; T < P.Key.Threads; ++T)
      P.Measured->enter(T, P.Measured->number());
    for (uint32_t Chunk = 0; Chunk <= P.lastChunk(); ++Chunk) {
      const auto First = std::min_element(Now.begin(), Now.end());
      const auto Thread = static_cast<uint32_t>(First - Now.begin());
      const double Load = P.Cumulative[Chunk + 1] - P.Cumulative[Chunk];
      P.Measured->start(Thread, {Chunk, Chunk + 1}, *First);
      *First += uint64_t(PerLoad * Load);
      P.Measured->finish(P, Thread, P.Measured->number(), *First);
    }
  }
  return nullptr;
}

TEST(Refinement, LeavesToThievesWhatContiguousGroupsCannotEvenOut) {
  std::unique_ptr<KnownPlan> P = unevenPlan();
  EXPECT_GT(imbalance(*P, 100, 0), 0.1);
  EXPECT_FALSE(P->ForThieves);
  // Shares of some milliseconds.
  const double PerLoad =
      double(threshold::ticks(threshold::ShortestTheft)) / 20;
  std::unique_ptr<KnownPlan> Better = execute(*P, PerLoad, 0);
  ASSERT_TRUE(Better);
  EXPECT_TRUE(Better->ForThieves);
  EXPECT_EQ(Better->inspected().GroupBegin, P->GroupBegin);
  // There is nothing to gain from another.
  EXPECT_FALSE(executeWithThieves(*Better, PerLoad));
}

TEST(Refinement, CutsAChunkThatTakesMoreThanAShare) {
  // Chunks of two iterations, one of which takes as long as six shares.
  const std::unique_ptr<KnownPlan> First = firstPlan(4);
  const auto Ticks = [](uint64_t I) { return I / 2 == 3000 ? 90e6 : 1e4; };
  std::unique_ptr<KnownPlan> P, Better;
  for (int Round = 0; Round < 5; ++Round) {
    const KnownPlan &Now = P ? *P : *First;
    for (int E = 0; !(Better = begin(Now)) && E < 50; ++E)
      for (uint32_t T = 0; T < 4; ++T) {
        uint64_t Time = 1;
        for (uint32_t K = 0; K < Refinement::Cells; ++K) {
          const ChunkRange Cell = Refinement::cell(Now.group(T), K);
          const IterationRange Range = Now.chunks().iterations(Cell);
          Now.Measured->start(T, Cell, Time);
          for (uint64_t I = Range.Begin; I < Range.End; ++I)
            Time += static_cast<uint64_t>(Ticks(I));
          Now.Measured->finish(Now, T, Now.Measured->number(), Time);
        }
      }
    if (!Better)
      break;
    P = std::move(Better);
  }
  ASSERT_TRUE(P);
  EXPECT_TRUE(std::binary_search(P->Bound.begin(), P->Bound.end(), 6001u));
  EXPECT_EQ(P->inspected().Bound, First->Bound);
  // Each of the two iterations has a thread of its own.
  uint32_t Heavy[2];
  for (uint64_t I : {6000, 6001}) {
    const auto Chunk = std::upper_bound(P->Bound.begin(), P->Bound.end(), I) -
                       P->Bound.begin() - 1;
    Heavy[I - 6000] = P->groupWith(static_cast<uint32_t>(Chunk));
  }
  EXPECT_NE(Heavy[0], Heavy[1]);
}

TEST(Refinement, LeavesLittleToThievesIfItIsMadeOfLess) {
  std::unique_ptr<KnownPlan> P = finePlan(pairedLoad, N);
  EXPECT_GT(imbalance(*P, 100, 0), 0.035);
  EXPECT_LT(imbalance(*P, 100, 0), 0.045);
  const double PerLoad =
      double(threshold::ticks(threshold::ShortestTheft)) / 20;
  std::unique_ptr<KnownPlan> Better = execute(*P, PerLoad, 0);
  ASSERT_TRUE(Better);
  EXPECT_TRUE(Better->ForThieves);
  EXPECT_FALSE(executeWithThieves(*Better, PerLoad));

  // 41 or 42 equal iterations each: a thief would have 42, too.
  P = finePlan(equalLoad, 12 * 41 + 1);
  EXPECT_GT(imbalance(*P, 100, 0), 0.015);
  EXPECT_FALSE(execute(*P, PerLoad, 0));
}

TEST(Refinement, LeavesNothingToThievesThatATheftWouldCost) {
  std::unique_ptr<KnownPlan> P = unevenPlan();
  // A share takes less than a theft must save.
  const double PerLoad =
      double(threshold::ticks(threshold::ShortestTheft)) / 40000;
  std::unique_ptr<KnownPlan> Better = execute(*P, PerLoad, 0);
  EXPECT_TRUE(!Better || !Better->ForThieves);
}

TEST(Refinement, IsNotForLittle) {
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  // 20 of about 3000 ticks per iteration: the groups differ by half a per cent.
  EXPECT_FALSE(execute(*P, 100, 20));
}

} // namespace
