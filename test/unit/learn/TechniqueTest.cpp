//===- TechniqueTest.cpp - every iteration once, however a loop runs ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executions without a plan: inspected, in even chunks, in even shares, or
// alone; set up, or as others before.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"

#include <atomic>
#include <pthread.h>
#include <random>

using namespace usersched;
using namespace usersched::test;

namespace {

/// How an execution runs, and who came first, are the seed's.
class AnyTechnique : public testing::TestWithParam<Technique> {};

/// An execution of N iterations with T was short, or not so short.
void prefer(SizeHistory &History, uint64_t N, Technique T, bool IsBest) {
  History.note({N, 8, T, (IsBest ? 25 : 90) * Microsecond, 100 * Microsecond});
}

TEST_P(AnyTechnique, RunsEachIterationOnce) {
  StepOf Any(1);
  PlanCache Cache(1 << 20);
  for (uint32_t Flags :
       {0u, unsigned(USERSCHED_LAST_IS_LAST), unsigned(USERSCHED_NOWAIT),
        unsigned(USERSCHED_LAST_IS_LAST | USERSCHED_NOWAIT)})
    for (uint32_t Threads : {1, 2, 3, 8})
      for (uint64_t N : {1, 2, 7, 600}) {
        Team Region(Cache); // whose instances were never used
        TestLoop Loop([](uint64_t I) { return I % 3; },
                      USERSCHED_SUBSPACE_IS_THREAD | Flags);
        LoopPlans &Plans = Cache.plansOf(Loop.Descriptor);
        for (std::size_t P = 0; P <= LoopPlans::Capacity; ++P)
          Plans.notePast(false);
        Region.begin();
        for (int Times = 0; Times < 8; ++Times) {
          for (Technique T :
               {Technique::Balanced, Technique::Chunked, Technique::Cyclic,
                Technique::Even, Technique::Serial})
            prefer(Plans.sizes(), N, T, T == GetParam());
          PlayedTeam Players(Region, Times + N * Threads);
          EXPECT_TRUE(Players.execute(
              Threads, 4, [&](uint32_t T) { return Loop.call(N, T, Threads); }))
              << Threads << " threads, " << N << " iterations, flags " << Flags;
        }
      }
}

INSTANTIATE_TEST_SUITE_P(Techniques, AnyTechnique,
                         testing::Values(Technique::Balanced,
                                         Technique::Chunked, Technique::Cyclic,
                                         Technique::Even, Technique::Serial));

/// Real threads, in executions whose trip counts only a seed knows: some are
/// set up, some go by groups, some are short.
TEST(TechniqueTest, RacingThreadsAgree) {
  constexpr uint32_t Executions = 3000;
  constexpr uint64_t Most = 300;
  for (int Case = 0; Case < 4; ++Case) {
    const uint32_t Threads = Case / 2 == 0 ? 4 : 7;
    const uint32_t Flags = Case % 2 == 0 ? 0 : uint32_t(USERSCHED_NOWAIT);
    const StepOf Time(3);
    PlanCache Cache(1 << 24);
    Team Region(Cache);
    TestLoop Loop([](uint64_t I) { return I % 3; },
                  USERSCHED_SUBSPACE_IS_THREAD | Flags);
    pthread_barrier_t Barrier;
    ASSERT_EQ(pthread_barrier_init(&Barrier, nullptr, Threads), 0);
    std::vector<std::atomic<uint32_t>> Runs(Most);
    std::vector<uint32_t> Expected(Most);
    runTeam(Threads, [&](uint32_t T) {
      Activation A = outside();
      std::mt19937 Random(1); // the same for all
      uint64_t N = 1, Data = 0;
      for (uint32_t E = 0; E < Executions; ++E) {
        if (E % 50 == 0) {
          pthread_barrier_wait(&Barrier);
          if (T == 0) {
            // In a team of seven, most executions deal blocks out.
            for (uint64_t Of = 2; Threads == 7 && Of <= Most; Of += Of / 2)
              for (Technique As :
                   {Technique::Balanced, Technique::Chunked, Technique::Cyclic,
                    Technique::Even, Technique::Serial})
                prefer(Cache.plansOf(Loop.Descriptor).sizes(), Of, As,
                       As == Technique::Cyclic);
            Region.begin();
          }
          pthread_barrier_wait(&Barrier);
          A = outside();
        }
        if (Random() % 3) { // or as the last one
          N = 1 + Random() % (Random() % 4 ? 40 : Most);
          Data = Random() % 8 ? E : 0;
        }
        for (uint64_t I = 0; T == 0 && I < N; ++I)
          ++Expected[I];
        Call Entered = Loop.call(N, T, Threads);
        Entered.Data = Data;
        if (!A.enterAgain(Entered.Loop, N, Data)) // as compiled loops begin
          enter(A, Entered, &Region);
        IterationRange R;
        while (A.next(R))
          for (uint64_t I = R.Begin; I < R.End; ++I)
            Runs[I].fetch_add(1, std::memory_order_relaxed);
        A.leave();
        if (!Flags)
          pthread_barrier_wait(&Barrier);
      }
    });
    pthread_barrier_destroy(&Barrier);
    for (uint64_t I = 0; I < Most; ++I)
      ASSERT_EQ(Runs[I].load(), Expected[I]) << I;
  }
}

} // namespace
