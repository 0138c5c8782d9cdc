//===- StolenShortTest.cpp - short executions with stealing ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Even chunks where executions are not set up: all use the same slots, so all
// must agree on the epoch of each.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"

#include <atomic>
#include <pthread.h>
#include <random>

using namespace usersched;
using namespace usersched::test;

namespace {

class StolenShortTest : public testing::Test {
protected:
  static constexpr uint64_t Most = 900;
  PlanCache Cache{1 << 20};
  Team Region{Cache};
  TestLoop Loop{[](uint64_t I) { return I % 3; }, USERSCHED_SUBSPACE_IS_THREAD};

  LoopPlans &plans() { return Cache.plansOf(Loop.Descriptor); }

  void makeNoPlans() {
    for (std::size_t P = 0; P <= LoopPlans::Capacity; ++P)
      plans().notePast(false);
  }

  /// Executions of N iterations, and of as many as are of the same size, are
  /// the shortest with Best.
  void prefer(uint64_t N, Technique Best = Technique::Chunked,
              uint64_t Unit = Microsecond) {
    for (int T = 0; T < Techniques; ++T) {
      const auto As = static_cast<Technique>(T);
      plans().sizes().note({N, 8, As, (As == Best ? 8 : 20) * Unit, 56 * Unit});
    }
  }

  /// Executions of any length are the shortest with stealing.
  void preferAll() {
    for (uint64_t Power = 2; Power <= 2 * Most; Power *= 2)
      for (const uint64_t N : {Power, Power + Power / 2})
        prefer(N);
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

  /// Returns true if the execution that thread T comes to is not set up.
  bool repeats(uint32_t T, uint32_t Threads, uint64_t N) {
    const Call Entered = Loop.call(N, T, Threads);
    return Region.repetition(Region.arrive(Entered), Entered).isOf(Entered);
  }

  /// An execution by all Members, one after the other.
  void execute(std::vector<Activation> &Members, uint64_t N,
               uint64_t Data = 0) {
    std::vector<IterationRange> Ran;
    IterationRange R;
    const auto Threads = static_cast<uint32_t>(Members.size());
    for (uint32_t T = 0; T < Threads; ++T)
      enter(Members[T], T, Threads, N, Data);
    for (Activation &Member : Members) {
      while (Member.next(R))
        Ran.push_back(R);
      Member.leave();
    }
    ASSERT_TRUE(areAllOnce(Ran, N)) << N << ", with data " << Data;
  }

  /// The last member comes to one more execution, which no other comes to.
  void goAhead(std::vector<Activation> &Members, uint64_t N,
               uint64_t Data = 0) {
    const auto Threads = static_cast<uint32_t>(Members.size());
    IterationRange R;
    enter(Members.back(), Threads - 1, Threads, N, Data);
    while (Members.back().next(R))
      ;
    Members.back().leave();
  }
};

uint64_t sizeOf(const std::vector<IterationRange> &Ranges) {
  uint64_t Result = 0;
  for (const IterationRange &R : Ranges)
    Result += R.size();
  return Result;
}

/// Without a barrier, and where the last iteration is held back, executions
/// have slots of their own. Thread 1 runs all executions before thread 0 comes
/// to the first one, and steals what others have not come for.
TEST_F(StolenShortTest, WhoIsFarAheadStealsInSlotsOfEachExecution) {
  const StepOf Time(0);
  constexpr uint32_t Threads = 3;
  constexpr uint64_t Executions = 300;
  for (const uint32_t Flag : {USERSCHED_NOWAIT, USERSCHED_LAST_IS_LAST}) {
    Loop.Descriptor.flags =
        USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NOWAIT | Flag;
    Cache.reset();
    makeNoPlans();
    preferAll();
    Region.begin();
    std::vector<Activation> Members(Threads, outside());
    std::vector<std::vector<IterationRange>> Ran(Executions);
    uint64_t AsDecided = 0, Stolen = 0;
    const auto tripCount = [](uint64_t E) { return 500 + E % 50; };
    for (const uint32_t T : {1u, 0u, 2u})
      for (uint64_t E = 0; E < Executions; ++E) {
        const uint64_t N = tripCount(E);
        AsDecided += repeats(T, Threads, N);
        enter(Members[T], T, Threads, N, E);
        const std::size_t Before = Ran[E].size();
        IterationRange R;
        while (Members[T].next(R)) {
          EXPECT_TRUE(Ran[E].empty() || Ran[E].back().End < N ||
                      Flag != USERSCHED_LAST_IS_LAST || Ran[E].size() == Before)
              << "nothing follows the last iteration";
          Ran[E].push_back(R);
        }
        Members[T].leave();
        if (T == 1)
          Stolen += sizeOf(Ran[E]) == N;
        preferAll();
      }
    for (uint64_t E = 0; E < Executions; ++E)
      ASSERT_TRUE(areAllOnce(Ran[E], tripCount(E))) << E;
    EXPECT_GE(AsDecided, 3 * Executions * 3 / 4);
    EXPECT_GE(Stolen, Executions * 3 / 4);
  }
}

/// 400 executions of about N iterations, some of which are heavy, with plans
/// and with even chunks. Returns all ranges, in the order of the clock.
std::vector<IterationRange>
rangesOf(uint64_t N, bool (*Next)(Activation &, IterationRange &)) {
  const StepOf Explicit(0);
  PlanCache Cache(1 << 24);
  Team Region(Cache);
  TestLoop Loop([](uint64_t) { return 1; });
  std::vector<Activation> Members(3, outside());
  std::vector<IterationRange> Ran;
  uint64_t Now = 1;
  Region.begin();
  for (uint64_t E = 0; E < 400; ++E) {
    const bool IsOther = E % 80 >= 40;
    Now = executeByTime(
        Members, Region, Now,
        [&](uint32_t T) {
          Call Entered = Loop.call(IsOther ? N + E : N, T, 3);
          Entered.Data = IsOther ? E : 0;
          return Entered;
        },
        [&](uint32_t, IterationRange R) {
          uint64_t Ticks = 0;
          for (uint64_t I = R.Begin; I < R.End; ++I)
            Ticks += I * 7 < N ? 200 : 20;
          return Ticks;
        },
        Ran, Next);
  }
  return Ran;
}

TEST(FewSteps, GiveWhatManyStepsGive) {
  for (const uint64_t N : {100u, 1000u, 10000u}) {
    const usersched_statistics Before = Counters::sum();
    const std::vector<IterationRange> Few = rangesOf(N, nextRange);
    EXPECT_GT(Counters::sum().steals, Before.steals + 100);
    const std::vector<IterationRange> Many =
        rangesOf(N, [](Activation &A, IterationRange &R) { return A.next(R); });
    ASSERT_EQ(Few.size(), Many.size()) << N;
    for (std::size_t I = 0; I < Few.size(); ++I)
      ASSERT_TRUE(Few[I] == Many[I]) << N << ' ' << I;
  }
}

/// Thread 1 comes before thread 0 has run anything, or after thread 0 has run
/// all.
TEST_F(StolenShortTest, WhoIsDoneSteals) {
  const StepOf Time(0);
  constexpr uint64_t N = 800;
  constexpr uint32_t Threads = 2;
  makeNoPlans();
  prefer(N);
  Region.begin();
  std::vector<Activation> Members(Threads, outside());
  uint64_t InFewSteps[2] = {};
  for (uint64_t E = 0; E < 200; ++E) {
    const uint32_t First = E / 2 % 2;
    const bool IsLate = E % 2;
    uint64_t Few = enter(Members[First], First, Threads, N, E);
    if (!IsLate)
      Few += enter(Members[1 - First], 1 - First, Threads, N, E);
    std::vector<IterationRange> Ran, RanLast;
    IterationRange R;
    while (Members[First].next(R))
      Ran.push_back(R);
    if (IsLate)
      Few += enter(Members[1 - First], 1 - First, Threads, N, E);
    while (Members[1 - First].next(R))
      RanLast.push_back(R);
    for (Activation &Member : Members)
      Member.leave();
    if (Few > 0) {
      ASSERT_EQ(Few, Threads) << "all or none";
      ++InFewSteps[IsLate];
      const uint64_t Begin = First * 400;
      ASSERT_GE(Ran.size(), 10u);
      EXPECT_TRUE((Ran[0] == IterationRange{Begin, Begin + 50}));
      EXPECT_TRUE((Ran[1] == IterationRange{Begin + 50, Begin + 100}));
      EXPECT_LE(Ran.back().size(), 7u) << "one chunk";
      EXPECT_EQ(sizeOf(Ran), IsLate ? N : N - 50);
      EXPECT_EQ(sizeOf(RanLast), IsLate ? 0 : 50u) << "what it began with";
    }
    Ran.insert(Ran.end(), RanLast.begin(), RanLast.end());
    ASSERT_TRUE(areAllOnce(Ran, N)) << E;
    prefer(N);
  }
  EXPECT_GE(InFewSteps[false], 80u);
  EXPECT_GE(InFewSteps[true], 80u);
}

TEST_F(StolenShortTest, WhatHasFewerIterationsThanThreadsIsShared) {
  const StepOf Time(0);
  constexpr uint32_t Threads = 5;
  makeNoPlans();
  preferAll();
  Region.begin();
  std::vector<Activation> Members(Threads, outside());
  uint64_t Unprepared = 0;
  for (uint64_t E = 0; E < 400; ++E) {
    const uint64_t N = 1 + E % 7;
    Unprepared += repeats(0, Threads, N);
    execute(Members, N, E);
    preferAll();
  }
  EXPECT_GE(Unprepared, 200u);
}

/// Only the executions with stealing have epochs. Threads that took one for
/// others, too, would run out of them.
TEST_F(StolenShortTest, TechniquesTakeTurns) {
  const StepOf Time(0);
  constexpr uint32_t Threads = 3;
  makeNoPlans();
  uint64_t Unprepared = 0;
  for (uint64_t E = 0; E < 2000; ++E) {
    if (E % 3 == 0)
      Region.begin();
    std::vector<Activation> Members(Threads, outside());
    for (const auto &[N, As] : {std::pair{50, Technique::Serial},
                                {100, Technique::Even},
                                {200, Technique::Chunked},
                                {400, Technique::Cyclic}})
      prefer(uint64_t(N), As);
    const uint64_t N = 50u << E * 0x9e3779b97f4a7c15u % 4;
    Unprepared += repeats(0, Threads, N);
    execute(Members, N, E);
  }
  EXPECT_GE(Unprepared, 1600u);
}

/// As by schedule(static, 20): whether the execution is set up or not, and the
/// last iteration last, also where lastprivate needs that.
TEST_F(StolenShortTest, BlocksAreDealtOutInTurn) {
  constexpr uint32_t Threads = 3;
  constexpr uint64_t N = 1000;
  for (const uint32_t Flags :
       {0u, unsigned(USERSCHED_NOWAIT), unsigned(USERSCHED_LAST_IS_LAST)}) {
    const StepOf Time(0);
    TestLoop Dealt([](uint64_t I) { return I % 3; },
                   USERSCHED_SUBSPACE_IS_THREAD | Flags);
    LoopPlans &Plans = Cache.plansOf(Dealt.Descriptor);
    for (std::size_t P = 0; P <= LoopPlans::Capacity; ++P)
      Plans.notePast(false);
    Region.begin();
    std::vector<Activation> Members(Threads, outside());
    uint32_t Few = 0, WithAnother = 0; // techniques are tried now and then
    for (uint64_t E = 0; E < 100; ++E) {
      for (int T = 0; T < Techniques; ++T) {
        const auto As = static_cast<Technique>(T);
        Plans.sizes().note({N, 8, As,
                            (As == Technique::Cyclic ? 8 : 20) * Microsecond,
                            56 * Microsecond});
      }
      for (uint32_t T = 0; T < Threads; ++T) {
        Call Entered = Dealt.call(N, T, Threads);
        Entered.Data = E;
        if (Members[T].enterAgain(Entered.Loop, N, E))
          ++Few;
        else
          usersched::enter(Members[T], Entered, &Region);
      }
      uint64_t Wrong = 0;
      for (uint32_t T = 0; T < Threads; ++T) {
        for (uint64_t Begin = 20 * T; Begin < N; Begin += 20 * Threads) {
          Wrong += !nextInFewSteps(Members[T]);
          Wrong += !(Members[T].given() ==
                     IterationRange{Begin, std::min(Begin + 20, N)});
        }
        IterationRange R;
        Wrong += nextInFewSteps(Members[T]) || Members[T].next(R);
        Members[T].leave();
      }
      WithAnother += Wrong > 0;
    }
    EXPECT_LE(WithAnother, 15u) << Flags;
    EXPECT_GE(Few, 200u) << Flags;
  }
}

/// Epochs of 16 bits.
TEST_F(StolenShortTest, EpochsBeginAgain) {
  const StepOf Time(0);
  constexpr uint32_t Threads = 2;
  makeNoPlans();
  preferAll();
  Region.begin();
  std::vector<Activation> Members(Threads, outside());
  uint64_t Few = 0;
  for (uint64_t E = 0; E < 3 * 65536 / 16; ++E) {
    execute(Members, 64, E);
    // Thread 1 comes when thread 0 is done.
    std::vector<IterationRange> Ran;
    IterationRange R;
    for (uint32_t T = 0; T < Threads; ++T) {
      Few += enter(Members[T], T, Threads, 65, E);
      while (Members[T].next(R))
        Ran.push_back(R);
      Members[T].leave();
    }
    ASSERT_TRUE(areAllOnce(Ran, 65)) << E;
    preferAll();
  }
  EXPECT_GE(Few, 20000u);
}

/// As usersched.h promises of usersched_reset(); and hardly fewer.
TEST_F(StolenShortTest, AtMost63InARowAreNotSetUp) {
  const StepOf Time(0);
  makeNoPlans();
  Region.begin();
  std::vector<Activation> Members(2, outside());
  uint32_t Streak = 0, Longest = 0;
  for (uint64_t E = 0; E < 4000; ++E) {
    prefer(800, Technique::Chunked, Microsecond / 8);
    Streak = repeats(0, 2, 800) ? Streak + 1 : 0;
    Longest = std::max(Longest, Streak);
    execute(Members, 800, E);
  }
  EXPECT_EQ(Longest, 63u);
}

/// A region was cancelled: thread 1 has claimed what thread 0 never came to.
TEST_F(StolenShortTest, ARegionDoesNotGoOnWithWhatWasClaimed) {
  const StepOf Time(0);
  makeNoPlans();
  preferAll();
  uint64_t Ahead = 0;
  for (uint64_t E = 0; E < 200; ++E) {
    Region.begin(/*MayBeCancelled=*/true);
    std::vector<Activation> Members(2, outside());
    for (uint64_t Execution = 0; Execution < 3; ++Execution)
      execute(Members, 800, 3 * E + Execution);
    Ahead += repeats(1, 2, 800);
    goAhead(Members, 800);
    preferAll();
  }
  EXPECT_GE(Ahead, 100u);
}

/// Thread 1 sets up an execution that thread 0 never comes to, and with it what
/// executions share that are not set up. What thread 0 knows is of before.
TEST_F(StolenShortTest, WhoIsAheadMayDecideOtherwise) {
  constexpr uint64_t Long = 1000, Short = 40;
  const StepOf Time(100 * Microsecond);
  uint64_t Ahead = 0;
  Region.begin();
  std::vector<Activation> Members(2, outside());
  for (uint64_t E = 0; E < 300; ++E) {
    // Now Long repeats its plan, now it is only that Short is known.
    for (uint64_t Times = 0; Times < 8; ++Times) {
      prefer(Short);
      execute(Members, Long);
    }
    for (uint64_t Times = 0; Times < E % 3; ++Times)
      execute(Members, Short);
    if (E % 2)
      execute(Members, Long);
    const uint64_t Next = E % 4 < 2 ? Short : Long;
    Ahead += repeats(0, 2, Long + Short - Next) && !repeats(1, 2, Next);
    goAhead(Members, Next);
    Region.begin(/*MayBeCancelled=*/true);
    Members.assign(2, outside());
    for (uint64_t Times = 0; Times < E % 5; ++Times) {
      execute(Members, Short);
      execute(Members, Long);
    }
  }
  EXPECT_GE(Ahead, 20u);
}

/// Real threads steal at once; trip counts and team sizes change, and regions
/// go on, some of them cancelled: then thread 0 does not come to the last
/// execution.
TEST_F(StolenShortTest, RacingThreadsRunEachIterationOnce) {
  const StepOf Time(0);
  std::atomic<uint64_t> InFewSteps{0};
  const uint64_t Before = Counters::sum().steals;
  std::mt19937 Sizes(1);
  makeNoPlans();
  for (int Turn = 0; Turn < 12; ++Turn) {
    const uint32_t Threads = 2 + Sizes() % 4;
    pthread_barrier_t Barrier;
    ASSERT_EQ(pthread_barrier_init(&Barrier, nullptr, Threads), 0);
    std::vector<std::atomic<uint32_t>> Runs(Most);
    std::vector<uint32_t> Expected(Most);
    preferAll();
    runTeam(Threads, [&](uint32_t T) {
      Activation A = outside();
      std::mt19937 Random(static_cast<uint32_t>(Turn)); // the same for all
      bool IsCancelled = false;
      for (uint64_t E = 0; E < 300; ++E) {
        if (E % 20 == 0) {
          pthread_barrier_wait(&Barrier);
          if (T == 0) {
            Region.begin(E == 0 || IsCancelled);
            preferAll();
          }
          pthread_barrier_wait(&Barrier);
          A = outside();
        }
        const uint64_t N = 1 + Random() % Most;
        IsCancelled = E % 20 == 19 && Random() % 2;
        if (IsCancelled && T == 0)
          continue;
        for (uint64_t I = 0; T == 0 && I < N; ++I)
          ++Expected[I];
        InFewSteps += enter(A, T, Threads, N, E);
        IterationRange R;
        while (A.next(R))
          for (uint64_t I = R.Begin; I < R.End && !IsCancelled; ++I)
            Runs[I].fetch_add(1, std::memory_order_relaxed);
        A.leave();
        if (!IsCancelled)
          pthread_barrier_wait(&Barrier);
      }
    });
    pthread_barrier_destroy(&Barrier);
    for (uint64_t I = 0; I < Most; ++I)
      ASSERT_EQ(Runs[I].load(), Expected[I]) << Turn << ": " << I;
  }
  EXPECT_GE(InFewSteps.load(), 1000u);
  EXPECT_GT(Counters::sum().steals, Before);
}

} // namespace
