//===- ShortLoopTest.cpp - loops that are done before they are known ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How short executions run is selected by what they took; SelectionTest has the
// rules for that, KnownShortTest what follows for the next ones, TechniqueTest
// that nothing is lost.
//
//===----------------------------------------------------------------------===//
#include "ShortLoops.h"

using namespace usersched;
using namespace usersched::test;

namespace {

class ShortLoopTest : public ShortLoops {};

/// The levels of a search on a road network.
TEST_F(ShortLoopTest, RunsEvenSharesWhereLooksGainNothing) {
  TestLoop Loop(even());
  PerIteration = 80; // 24 to 40 microseconds a thread
  executeOthers(Loop, 100);
  EXPECT_LE(inspections(Loop, 128), 8u);
  for (uint64_t N : {600, 601, 999}) {
    int Even = 0;
    for (int E = 0; E < 40; ++E) {
      const std::vector<IterationRange> Ran = execute(Loop, N, 0, ++Executions);
      Even += Ran.size() == 2 && Ran[0].size() <= N / 2 + 1;
    }
    EXPECT_GE(Even, 34) << N << ": others are tried now and then";
  }
}

TEST_F(ShortLoopTest, LooksGetRarer) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  const uint64_t First = inspections(Loop, 1000);
  EXPECT_LE(First, 1000u / threshold::PlanRetry + 10);
  EXPECT_LE(inspections(Loop, 4000), 4000u / threshold::PlanRetry + 6);
}

TEST_F(ShortLoopTest, LooksAtLoadsThatAreUneven) {
  // The first few iterations take as long as all others.
  LoadOf = [](uint64_t I) { return I < 10 ? 80 : 1; };
  TestLoop Loop(LoadOf);
  PerIteration = 30;
  executeOthers(Loop, 100);
  EXPECT_GE(inspections(Loop, 500), 450u);
}

/// A look takes a tenth of an iteration.
TEST_F(ShortLoopTest, LooksThatGainNothingAreLeftOut) {
  TestLoop Loop(even());
  PerIteration = 500; // 150 microseconds a thread and more
  PerLook = 50;
  executeOthers(Loop, 100);
  EXPECT_LE(inspections(Loop, 500), 500u / threshold::PlanRetry + 12);
  EXPECT_EQ(chunked(Loop, 100), 100u) << "shares may be uneven";
}

/// If those that come first take longer than the rest, whoever has them must
/// not have much of them at once.
TEST_F(ShortLoopTest, LooksThatGainAreNotLeftOut) {
  LoadOf = [](uint64_t I) { return I < 20 ? 100 : 1; };
  TestLoop Loop(looked());
  PerIteration = 100; // 130 microseconds a thread
  executeOthers(Loop, 100);
  EXPECT_GE(inspections(Loop, 500), 450u);
}

TEST_F(ShortLoopTest, LooksThatCostMoreThanTheyGainAreLeftOut) {
  LoadOf = [](uint64_t I) { return I < 20 ? 6 : 1; };
  TestLoop Loop(looked());
  PerIteration = 200; // 70 microseconds a thread
  PerLook = 100;
  executeOthers(Loop, 100);
  EXPECT_LE(inspections(Loop, 500), 50u);
}

/// Data come five times each, and never again. A plan for each would make up
/// for the look at the loads only after many more executions.
TEST_F(ShortLoopTest, DataThatSoonChangeGetHardlyAnyPlans) {
  LoadOf = [](uint64_t I) { return I < 20 ? 6 : 1; };
  TestLoop Loop(looked());
  PerIteration = 25; // 9 microseconds a thread
  PerLook = 25;
  const auto Repeat = [&](uint64_t Keys) {
    for (uint64_t E = 0; E < 5 * Keys; ++E)
      execute(Loop, 600, 0, 1 + ++Executions / 5);
  };
  const auto Made = [] { return Counters::sum().plans_made; };
  const uint64_t AtFirst = Made();
  Repeat(20);
  EXPECT_LE(Made() - AtFirst, 8u);
  const uint64_t Before = Made();
  Repeat(200);
  EXPECT_LE(Made() - Before, 10u);
}

/// Groups of the same load, one of which takes four fifths of the time. The
/// other one ends in less than what is worth a look, before anybody knows that
/// this one is long.
TEST_F(ShortLoopTest, AShortGroupThatEndsFirstHelpsTheLongOne) {
  constexpr uint64_t N = 300, Center = 90;
  LoadOf = [](uint64_t I) {
    return 6000 / (20 + (I > Center ? I - Center : Center - I));
  };
  TestLoop Loop([](uint64_t) { return 1; });
  PerIteration = 1;
  uint64_t Work = 0;
  for (uint64_t I = 0; I < N; ++I)
    Work += LoadOf(I) * PerIteration;
  for (int E = 1; E <= 2; ++E) {
    const uint64_t Start = Now;
    execute(Loop, N);
    EXPECT_LE(Now - Start, Work / Threads * 21 / 20) << E;
  }
}

/// Who shares a loop has to get what it reads from the other one's cache.
TEST_F(ShortLoopTest, OneThreadRunsWhatIsSlowToShare) {
  TestLoop Loop(even());
  PerIteration = 5; // 3 to 5 microseconds in all
  ToShare = 5000;
  executeOthers(Loop, 100);
  EXPECT_GE(lonely(Loop, 128), 95u) << "of two sizes, with trials";
  PerIteration = 500; // 150 microseconds a thread and more
  EXPECT_LE(lonely(Loop, 300), 2 * threshold::UsualCheck - 2)
      << "until one is set up that is no trial";
  EXPECT_EQ(chunked(Loop, 50), 50u);
}

/// A thread that runs all for the first time has to get half of it from the
/// other one's cache. That says nothing about later executions.
TEST_F(ShortLoopTest, OneThreadRunsWhatIsSlowToMove) {
  TestLoop Loop(even());
  PerIteration = 2;
  ToMove = 10;
  ToShare = 1600;
  executeOthers(Loop, 200);
  // One thread takes 1.2 to 2 us, 3 to 5 more at first; two take 2.2 to
  // 2.6.
  EXPECT_GE(lonely(Loop, 300), 280u);
}

/// Two threads on one processor: the second one comes when the first has left.
/// So to look at loads gains nothing.
TEST_F(ShortLoopTest, ThreadsThatComeInTurnNeedNoLooks) {
  TestLoop Loop(even());
  const auto ExecuteInTurn = [&] {
    ++Executions;
    for (uint32_t T = 0; T < Threads; ++T) {
      Call Entered = Loop.call(700, T, Threads);
      Entered.Data = Executions;
      enter(Members[T], Entered, &Region);
      for (IterationRange R; Members[T].next(R);)
        setTime(clock::ticks() + 30 * R.size()); // 21 microseconds in all
      Members[T].leave();
    }
  };
  int Inspections = 0;
  for (int E = 0; E < 600; ++E) {
    const uint64_t Before = Loop.InspectCalls;
    ExecuteInTurn();
    Inspections += E >= 100 && Loop.InspectCalls > Before;
  }
  EXPECT_LE(Inspections, 25);
}

/// What a thief gets of even chunks tells what even shares would take.
TEST_F(ShortLoopTest, SharesAreNotTriedWhereChunksAreStolen) {
  LoadOf = [](uint64_t I) { return I < 100 ? 8 : 1; };
  TestLoop Loop([](uint64_t) { return 1; });
  PerIteration = 30; // 39 to 51 microseconds for one thread
  uint64_t Shares = 0;
  for (int E = 0; E < 1000; ++E)
    Shares += executeOther(Loop).size() == Threads;
  EXPECT_LE(Shares, 5u) << "looks at loads may come before a theft";
  // Once nothing is stolen, they are tried.
  Shares = 0;
  LoadOf = nullptr;
  for (int E = 0; E < 40000 && Shares == 0; ++E)
    Shares += executeOther(Loop).size() == Threads;
  EXPECT_GT(Shares, 0u);
}

/// The chunk that is held back is no loot: shares are tried as ever.
TEST_F(ShortLoopTest, WhatIsHeldBackIsNotStolen) {
  TestLoop Loop([](uint64_t) { return 1; },
                USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_LAST_IS_LAST);
  PerIteration = 5000;
  uint64_t Chunked = 0, Even = 0;
  for (int E = 0; E < 100; ++E) {
    const std::size_t Ranges = execute(Loop, 4, 0, ++Executions).size();
    Chunked += Ranges > Threads;
    Even += Ranges == Threads;
  }
  EXPECT_GE(Chunked, 1u);
  EXPECT_GE(Even, 60u);
}

/// Without a barrier, the other thread sets later executions up while one
/// thread runs all. Each counts from when that thread enters it.
TEST_F(ShortLoopTest, WhoIsAloneIsTimedOnceThereWithoutABarrier) {
  TestLoop Loop(even(), USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NOWAIT);
  std::vector<uint64_t> Ends(Threads, 1), Entered(Threads, 0);
  constexpr uint64_t Times = 1000;
  std::vector<int> Ranges(Times, 0);
  while (*std::min_element(Entered.begin(), Entered.end()) < Times) {
    // Thread 1 is up to three executions ahead.
    const uint32_t T =
        Ends[1] < Ends[0] && Entered[1] < Times && Entered[1] < Entered[0] + 3;
    setTime(Ends[T]);
    Call Here = Loop.call(700, T, Threads);
    Here.Data = Entered[T] + 1;
    enter(Members[T], Here, &Region);
    for (IterationRange R; nextRange(Members[T], R);) {
      ++Ranges[Entered[T]];
      // 2.1 us for one thread; 2.5 for two.
      Ends[T] += 3 * R.size() + (T > 0 ? 1450 : 0);
      setTime(Ends[T]);
    }
    Ends[T] = std::max(Ends[T], clock::ticks());
    Members[T].leave();
    ++Entered[T];
  }
  EXPECT_GE(std::count(Ranges.begin() + 300, Ranges.end(), 1), 600);
}

/// What others take to find that there is nothing for them is no time of the
/// one who runs all, however many they are.
TEST_F(ShortLoopTest, WhoHasNothingToRunTakesNoTime) {
  TestLoop Loop(even());
  const auto Next = [](Activation &A, IterationRange &R) {
    const bool HasMore = nextRange(A, R);
    if (!HasMore)
      setTime(clock::ticks() + 3000);
    return HasMore;
  };
  int Alone = 0;
  for (int E = 0; E < 400; ++E) {
    std::vector<IterationRange> Ran;
    Now = executeByTime(
        Members, Region, Now,
        [&](uint32_t T) {
          Call Entered = Loop.call(700, T, Threads);
          Entered.Data = E + 1;
          return Entered;
        },
        // 5.1 us for one thread; 5.5 for two.
        [](uint32_t T, IterationRange R) {
          return 3 * R.size() + (T > 0 ? 1450 : 0);
        },
        Ran, Next);
    Alone += E >= 100 && Ran.size() == 1;
  }
  EXPECT_GE(Alone, 280);
}

/// Whoever comes first, as all must agree without a look at each other.
TEST_F(ShortLoopTest, ThreadZeroRunsItAlone) {
  TestLoop Loop(even());
  PerIteration = 5;
  ToShare = 5000;
  executeOthers(Loop, 100);
  uint64_t Lonely = 0;
  for (int E = 0; E < 20; ++E) {
    const uint32_t First = E / 2 % 2;
    uint64_t Count[Threads] = {};
    setTime(Now);
    for (uint32_t T : {First, 1 - First}) {
      Call Entered = Loop.call(700, T, Threads);
      Entered.Data = Executions;
      enter(Members[T], Entered, &Region);
      IterationRange R;
      while (Members[T].next(R))
        Count[T] += R.size();
    }
    EXPECT_EQ(Count[0] + Count[1], 700u);
    setTime(Now += (Count[0] == 700 ? 3 : 8) * Microsecond);
    for (Activation &Member : Members)
      Member.leave();
    Lonely += Count[0] == 700;
    ++Executions;
  }
  EXPECT_GE(Lonely, 17u);
}

/// With even loads nothing is known of uneven ones: those that follow are seen
/// with the next execution that is set up.
TEST_F(ShortLoopTest, WhatIsUnevenIsSetUp) {
  LoadOf = [](uint64_t I) { return I < 20 ? 160 : 1; };
  TestLoop Loop(LoadOf);
  PerIteration = 2; // 6 to 9 microseconds for one thread
  executeOthers(Loop, 1000);
  uint64_t SetUp = 0;
  for (int E = 0; E < 100; ++E) {
    const uint64_t Before = Loop.InspectCalls;
    executeOther(Loop);
    SetUp += Loop.InspectCalls > Before;
  }
  EXPECT_GE(SetUp, 95u);
}

TEST_F(ShortLoopTest, OneThreadIsAloneWithoutABarrierToo) {
  TestLoop Loop(even(), USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NOWAIT);
  PerIteration = 5;
  ToShare = 5000;
  executeOthers(Loop, 100);
  EXPECT_GE(lonely(Loop, 128), 95u) << "of two sizes, with trials";
}

/// Each loop of a few has a plan. Shares were even when the techniques were
/// compared, and no longer are.
TEST_F(ShortLoopTest, AKeptPlanIsComparedWithoutABarrierToo) {
  TestLoop Loop([](uint64_t) { return 1; },
                USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NOWAIT);
  constexpr uint64_t N = 600, Loops = 8;
  PerIteration = 60; // 18 microseconds a thread
  const auto Repeat = [&](uint64_t Times) {
    const uint64_t Start = Now;
    for (uint64_t E = 0; E < Times; ++E)
      execute(Loop, N, 0, 1 + E % Loops);
    return (Now - Start) / Times;
  };
  const uint64_t Hits = Counters::sum().plan_hits;
  Repeat(400);
  EXPECT_GE(Counters::sum().plan_hits - Hits, Loops / 2) << "there are plans";
  LoadOf = [](uint64_t I) { return I < N / 10 ? 8 : 1; };
  Repeat(400);
  constexpr uint64_t Work = N / 10 * 8 + N / 10 * 9;
  EXPECT_LE(Repeat(400), Work * PerIteration / Threads * 11 / 10);
}

TEST_F(ShortLoopTest, NobodyIsAloneWhereSharingHelps) {
  TestLoop Loop(even());
  EXPECT_LE(lonely(Loop, 1000), 16u) << "but in trials, two each";
}

/// The second execution of a trial comes before any other one.
TEST_F(ShortLoopTest, WhoIsAloneOnTrialIsSoTwiceInARow) {
  TestLoop Loop(even());
  int Trials = 0;
  for (int E = 0; E < 5000; ++E)
    if (lonely(Loop, 1) > 0) {
      EXPECT_EQ(lonely(Loop, 2), 1u) << Executions;
      ++Trials;
    }
  EXPECT_GE(Trials, 4);
}

TEST_F(ShortLoopTest, ALoopThatBecomesLongHasChunksAgain) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  PerIteration = 500;
  executeOthers(Loop, 128);
  EXPECT_EQ(chunked(Loop, 50), 50u);
  PerIteration = 10;
  executeOthers(Loop, 200);
  EXPECT_LE(inspections(Loop, 64), 6u);
}

TEST_F(ShortLoopTest, SizesAreKnownApart) {
  TestLoop Loop(even());
  executeOthers(Loop, 1000);
  const uint64_t Before = Loop.InspectCalls;
  execute(Loop, 100000);
  EXPECT_GT(Loop.InspectCalls, Before);
  EXPECT_LE(inspections(Loop, 64), 2u) << "a long one says nothing about them";
}

TEST_F(ShortLoopTest, OneDisturbanceDoesNotMakeALoopLong) {
  TestLoop Loop(even());
  executeOthers(Loop, 1000);
  PerIteration = 1000000;
  executeOthers(Loop, 1);
  PerIteration = 10;
  EXPECT_LE(inspections(Loop, 64), 2u);
}

/// `prefix` is asked where the subspaces begin, before anyone can come.
TEST_F(ShortLoopTest, WhatHasChunksTakesAsLongAsToSetItUp) {
  TestLoop Loop([](uint64_t I) {
    setTime(clock::ticks() + 200);
    return 3 * I;
  });
  Loop.makePrefix();
  SizeHistory &History = Cache.plansOf(Loop.Descriptor).sizes();
  uint64_t Took = 0;
  while (makespan(History, 700, Technique::Balanced) == 0) {
    const uint64_t Before = Now;
    ASSERT_LT(Executions, 200u);
    executeOthers(Loop, 1);
    Took = Now - Before;
  }
  const auto Known = static_cast<double>(
      makespan(History, 600 + Executions % 400, Technique::Balanced));
  EXPECT_NEAR(Known, double(Took), double(Took) / 1000);
}

TEST_F(ShortLoopTest, AnotherLoopAtTheSameAddressIsNotKnown) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  EXPECT_GT(makespan(Cache.plansOf(Loop.Descriptor).sizes(), 700,
                     Technique::Balanced),
            0);
  Loop.Descriptor.plans = nullptr; // as of a library that was just loaded
  EXPECT_EQ(makespan(Cache.plansOf(Loop.Descriptor).sizes(), 700,
                     Technique::Balanced),
            0);
}

/// Members that leave early (`cancel`), and one that never does.
TEST_F(ShortLoopTest, WhatWasCancelledIsNotLearnedFrom) {
  TestLoop Loop(even());
  executeOthers(Loop, 100);
  SizeHistory &History = Cache.plansOf(Loop.Descriptor).sizes();
  const float Even = makespan(History, 700, Technique::Even),
              Alone = makespan(History, 700, Technique::Serial);
  enter(Members[0], Loop.call(700, 0, Threads), &Region);
  setTime(Now + 100 * Microsecond);
  Members[0].leave();
  EXPECT_EQ(makespan(History, 700, Technique::Even), Even);
  EXPECT_EQ(makespan(History, 700, Technique::Serial), Alone);
  enter(Members[1], Loop.call(700, 1, Threads), &Region);
  Region.begin();
  Members.assign(Threads, outside());
  executeOthers(Loop, 1);
  EXPECT_NEAR(makespan(History, 700, Technique::Even), Even, Even / 10)
      << "the next execution counts its own members";
}

TEST_F(ShortLoopTest, WhatTheUserAsksForIsDone) {
  const auto Load = [](uint64_t I) { return I % 7; };
  TestLoop Chunked(Load),
      NoProfile(Load, USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NO_PROFILE),
      OwnSubspace(Load, 0);
  executeOthers(Chunked, 100, 20);
  EXPECT_EQ(inspections(Chunked, 50, 20), 50u);
  executeOthers(NoProfile, 100);
  EXPECT_EQ(inspections(NoProfile, 50), 50u);
  executeOthers(OwnSubspace, 100);
  EXPECT_EQ(inspections(OwnSubspace, 50), 50u);
}

} // namespace
