//===- HybridTest.cpp - executions whose rest is claimed ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Technique::Hybrid, where executions are not set up: what all claim from is
// the same counter in each, so it must be known whose it is.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"

#include <atomic>
#include <pthread.h>
#include <random>

using namespace usersched;
using namespace usersched::test;

namespace {

class HybridTest : public testing::Test {
protected:
  static constexpr uint64_t Most = 900;
  PlanCache Cache{1 << 20};
  Team Region{Cache};
  TestLoop Loop{[](uint64_t I) { return I % 3; }, USERSCHED_SUBSPACE_IS_THREAD};

  HybridTest() {
    LoopPlans &Plans = Cache.plansOf(Loop.Descriptor);
    for (std::size_t P = 0; P <= LoopPlans::Capacity; ++P)
      Plans.notePast(false);
  }

  /// Executions of any length under Technique::Hybrid are the shortest.
  void prefer() {
    SizeHistory &History = Cache.plansOf(Loop.Descriptor).sizes();
    for (uint64_t Power = 2; Power <= 2 * Most; Power *= 2)
      for (const uint64_t N : {Power, Power + Power / 2})
        for (int S = 0; S < 5; ++S) {
          const auto As = static_cast<Technique>(S);
          const uint64_t Took =
              (As == Technique::Hybrid ? 8 : 40) * Microsecond;
          History.note(N, As, Took, Took);
        }
  }

  /// Enters as compiled loops do. Returns whether in few steps.
  bool enter(Activation &A, uint32_t T, uint32_t Threads, uint64_t N,
             uint64_t Data) {
    Call Entered = Loop.call(N, T, Threads);
    Entered.Data = Data;
    if (A.enterAgain(Entered.Loop, N, Data))
      return true;
    usersched::enter(A, Entered, &Region);
    return false;
  }
};

/// Whoever comes first to the rest has it: three quarters are shared evenly.
TEST_F(HybridTest, WhoIsDoneClaimsTheRest) {
  const StepOf Time(0);
  constexpr uint64_t N = 800;
  constexpr uint32_t Threads = 2;
  prefer();
  Region.begin();
  std::vector<Activation> Members(Threads, outside());
  uint64_t InFewSteps = 0;
  for (uint64_t E = 0; E < 100; ++E) {
    uint64_t Few = 0;
    for (uint32_t T = 0; T < Threads; ++T)
      Few += enter(Members[T], T, Threads, N, E);
    const uint32_t First = E % 2;
    std::vector<IterationRange> Ran;
    IterationRange R;
    while (Members[First].next(R))
      Ran.push_back(R);
    if (Few == Threads) {
      ++InFewSteps;
      ASSERT_GE(Ran.size(), 6u) << "guided self-scheduling";
      EXPECT_EQ(Ran[0].Begin, First * 300);
      EXPECT_EQ(Ran[0].End, First * 300 + 300);
      EXPECT_EQ(Ran[1].Begin, 600u);
      EXPECT_EQ(Ran[1].End, 650u) << "a quarter of what is left, with two";
      EXPECT_EQ(Ran[2].End, 687u);
      EXPECT_EQ(Ran.back().End, N);
      EXPECT_GE(Ran[Ran.size() - 2].size(), N / 64);
    }
    while (Members[1 - First].next(R))
      Ran.push_back(R);
    EXPECT_TRUE(areAllOnce(Ran, N)) << E;
    for (Activation &Member : Members)
      Member.leave();
    prefer();
  }
  EXPECT_GE(InFewSteps, 80u);
}

/// A region was cancelled: thread 1 has claimed what thread 0 never came to. In
/// the next one, the same decision holds.
TEST_F(HybridTest, ARegionDoesNotGoOnWithWhatWasClaimed) {
  const StepOf Time(0);
  constexpr uint64_t N = 800;
  constexpr uint32_t Threads = 2;
  prefer();
  uint64_t Ahead = 0;
  for (uint64_t E = 0; E < 200; ++E) {
    Region.begin();
    std::vector<Activation> Members(Threads, outside());
    for (uint64_t Execution = 0; Execution < 3; ++Execution) {
      std::vector<IterationRange> Ran;
      IterationRange R;
      for (uint32_t T = 0; T < Threads; ++T)
        enter(Members[T], T, Threads, N, 3 * E + Execution);
      for (uint32_t T = 0; T < Threads; ++T) {
        while (Members[T].next(R))
          Ran.push_back(R);
        Members[T].leave();
      }
      ASSERT_TRUE(areAllOnce(Ran, N)) << E;
    }
    // Thread 1 comes to one more, if that needs nobody else.
    if (Members[1].enterAgain(&Loop.Descriptor, N, E)) {
      IterationRange R;
      ++Ahead;
      while (Members[1].next(R))
        ;
      Members[1].leave();
    }
    prefer();
  }
  EXPECT_GE(Ahead, 100u);
}

/// Real threads claim at once; team sizes change, and regions go on.
TEST_F(HybridTest, RacingThreadsClaimEachIterationOnce) {
  const StepOf Time(0);
  std::atomic<uint64_t> InFewSteps{0};
  std::mt19937 Sizes(1);
  for (int Turn = 0; Turn < 12; ++Turn) {
    const uint32_t Threads = 2 + Sizes() % 4;
    pthread_barrier_t Barrier;
    ASSERT_EQ(pthread_barrier_init(&Barrier, nullptr, Threads), 0);
    std::vector<std::atomic<uint32_t>> Runs(Most);
    std::vector<uint32_t> Expected(Most);
    prefer();
    runTeam(Threads, [&](uint32_t T) {
      Activation A = outside();
      std::mt19937 Random(static_cast<uint32_t>(Turn)); // the same for all
      for (uint64_t E = 0; E < 300; ++E) {
        if (E % 20 == 0) {
          pthread_barrier_wait(&Barrier);
          if (T == 0) {
            Region.begin();
            prefer();
          }
          pthread_barrier_wait(&Barrier);
          A = outside();
        }
        const uint64_t N = 1 + Random() % Most;
        for (uint64_t I = 0; T == 0 && I < N; ++I)
          ++Expected[I];
        InFewSteps += enter(A, T, Threads, N, E);
        IterationRange R;
        while (A.next(R))
          for (uint64_t I = R.Begin; I < R.End; ++I)
            Runs[I].fetch_add(1, std::memory_order_relaxed);
        A.leave();
        pthread_barrier_wait(&Barrier);
      }
    });
    pthread_barrier_destroy(&Barrier);
    for (uint64_t I = 0; I < Most; ++I)
      ASSERT_EQ(Runs[I].load(), Expected[I]) << Turn << ": " << I;
  }
  EXPECT_GE(InFewSteps.load(), 1000u);
}

} // namespace
