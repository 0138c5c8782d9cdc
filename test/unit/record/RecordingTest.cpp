//===- RecordingTest.cpp - what is recorded is what happened --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"
#include "Written.h"
#include "report/Report.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <unistd.h>

using namespace usersched;
using namespace usersched::test;

namespace {

constexpr Recorder::Wishes Both = {"report.json", "trace.json", 16 << 20};

/// A process that records, with a loop in it.
class RecordingTest : public testing::Test {
protected:
  Recorder R{Both};
  Recorder *const Before = Recorder::replace(&R);
  PlanCache Cache{1 << 20};
  Team T{Cache};
  TestLoop Loop{[](uint64_t) { return 1; }};

  ~RecordingTest() override { Recorder::replace(Before); }

  Call call(uint64_t TripCount, uint32_t Thread, uint32_t Threads,
            uint32_t Flags = 0) {
    Call Entered = Loop.call(TripCount, Thread, Threads);
    Entered.Flags |= Flags;
    Entered.IsRecorded = true;
    return Entered;
  }

  const LoopSums &sums() const { return R.loops().front().Sums; }

  std::vector<TraceEvent> events() const {
    std::vector<TraceEvent> Result;
    for (const Lane *L = R.lanes(); L; L = L->NextLane)
      L->forEach(clock::ticks(),
                 [&](const TraceEvent &E) { Result.push_back(E); });
    return Result;
  }

  /// What was handed out in Execution, with Kind or as either.
  std::vector<IterationRange> ranges(uint32_t Execution,
                                     bool OnlyStolen = false) const {
    std::vector<IterationRange> Result;
    for (const TraceEvent &E : events())
      if (E.Execution == Execution &&
          (E.Kind == TraceKind::Stolen ||
           (E.Kind == TraceKind::Own && !OnlyStolen)))
        Result.push_back(E.Range);
    return Result;
  }
};

/// The same with USERSCHED_SCHEDULE=off.
Call off(Call Entered) {
  Entered.IsOff = true;
  return Entered;
}

/// Enters, runs ranges that take Ticks each, and leaves.
void run(const Call &Entered, Team *T, uint64_t &Time, uint64_t Ticks) {
  Activation A = outside();
  setTime(Time);
  enter(A, Entered, T);
  IterationRange Range;
  while (A.next(Range))
    setTime(Time += Ticks);
  A.leave();
}

TEST_F(RecordingTest, ATeamsTimesLoadsAndPlans) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  for (int Execution = 0; Execution < 2; ++Execution)
    for (uint32_t Thread = 0; Thread < 2; ++Thread)
      run(call(100, Thread, 2, USERSCHED_NO_STEAL), &T, Time,
          300 + 100 * Thread);
  // Each has 50 iterations in one range: 300 and 400 ticks, one after the
  // other.
  EXPECT_EQ(sums().Executions, 2u);
  EXPECT_EQ(sums().Busy, 2 * 700u);
  EXPECT_EQ(sums().Ticks, 2 * 700u);
  EXPECT_EQ(sums().Dispatches, 4u);
  EXPECT_EQ(sums().Load, 200);
  EXPECT_EQ(sums().Steals, 0u);
  EXPECT_EQ(R.loops().front().counted(Count::PlansMade), 1u);
  EXPECT_EQ(R.loops().front().counted(Count::PlanHits), 1u);
  const std::vector<ExecutionNote> &Notes = sums().Executed.notes();
  ASSERT_EQ(Notes.size(), 2u);
  EXPECT_EQ(Notes[0].Kind, ExecutionKind::Inspected);
  EXPECT_EQ(Notes[1].Kind, ExecutionKind::Planned);
  EXPECT_NEAR(Notes[1].LambdaTime, (400 / 350.0 - 1) * 100, 1e-9);
  ASSERT_TRUE(sums().Shown);
  EXPECT_EQ(sums().Shown->Key.TripCount, 100u);
  EXPECT_EQ(sums().Shown->ranges().size(), 2u);
}

TEST_F(RecordingTest, ProcessorTimeIsSampled) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  const auto Execute = [&] {
    for (uint32_t Thread = 0; Thread < 2; ++Thread)
      run(call(100, Thread, 2, USERSCHED_NO_STEAL), &T, Time, 300);
  };
  for (int Execution = 1; Execution <= 8; ++Execution)
    Execute();
  EXPECT_EQ(sums().Present, sums().Busy);
  const uint64_t Before = sums().Processor;
  EXPECT_GT(Before, 0u); // not of the virtual clock
  Execute();
  EXPECT_EQ(sums().Processor, Before);
  EXPECT_EQ(sums().Executed.notes().back().Busy, 600u);
}

TEST_F(RecordingTest, InspectingAndBalancingTakeTime) {
  const StepOf Microseconds(5 * Microsecond);
  uint64_t Time = 1000;
  T.begin();
  run(call(1000, 0, 2), &T, Time, 100 * Microsecond);
  run(call(1000, 1, 2), &T, Time, 100 * Microsecond);
  EXPECT_GT(sums().Inspecting, 0u);
  EXPECT_GT(sums().Balancing, 0u);
  std::map<TraceKind, int> Kinds;
  for (const TraceEvent &E : events())
    ++Kinds[E.Kind];
  // The bounds of the subspaces, then two of these.
  EXPECT_EQ(Kinds[TraceKind::Inspect], 3);
  EXPECT_EQ(Kinds[TraceKind::Balance], 1);
  EXPECT_GT(Kinds[TraceKind::Own], 0);
}

TEST_F(RecordingTest, LoadsOfANamedLoopOfOneThreadAreLookedAtNowAndThen) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  const auto Looks = [&](uint32_t Times, uint64_t TripCount, uint32_t Threads,
                         bool IsOff = false) {
    const uint64_t Before = Counters::sum().inspected_iterations;
    for (uint32_t E = 0; E < Times; ++E) {
      Call Entered = call(TripCount, 0, Threads);
      Entered.IsOff = IsOff;
      run(Entered, &T, Time, 100);
    }
    return Counters::sum().inspected_iterations - Before;
  };
  EXPECT_EQ(Looks(10, 1000, 1), 0u) << "it has no name";
  Loop.Descriptor.plans = nullptr; // as another loop
  Loop.Descriptor.name = "cells";
  EXPECT_EQ(Looks(2, 1000, 1, /*IsOff=*/true), 0u);
  EXPECT_EQ(Looks(1, 1000, 1), 1000u);
  EXPECT_EQ(Looks(63, 1000, 1), 0u);
  EXPECT_EQ(Looks(1, 1000, 1), 1000u) << "the 64th execution since";
  EXPECT_EQ(Looks(3, 500, 1), 500u) << "another trip count";
  PlanCache::global().reset();
  EXPECT_EQ(Looks(3, 500, 1), 500u) << "after usersched_reset()";
  ASSERT_TRUE(sums().LastAlone);
  EXPECT_EQ(sums().LastAlone->Key.TripCount, 500u);
  EXPECT_EQ(sums().LastAlone->load({0, 500}), 500);
  EXPECT_FALSE(sums().Shown) << "reports show the loads of plans alone";
}

/// Where nobody looks at the loads, what was stolen has none that is known.
TEST_F(RecordingTest, EvenChunksHaveNoLoads) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  LoopPlans &Plans = Cache.plansOf(Loop.Descriptor);
  for (std::size_t P = 0; P <= LoopPlans::Capacity; ++P)
    Plans.notePast(false);
  for (const Technique As : {Technique::Balanced, Technique::Chunked})
    Plans.sizes().note({1000, 2, As,
                        (As == Technique::Chunked ? 500 : 600) * Microsecond,
                        900 * Microsecond});
  run(call(1000, 0, 2), &T, Time, 100 * Microsecond);
  run(call(1000, 1, 2), &T, Time, 100 * Microsecond);
  EXPECT_EQ(Loop.InspectCalls, 0u);
  EXPECT_TRUE(areAllOnce(ranges(1), 1000));
  EXPECT_GE(sums().StolenIterations, 500u);
  EXPECT_EQ(sums().StolenLoad, 0);
  EXPECT_EQ(sums().Load, 0);
  EXPECT_EQ(sums().Inspecting, 0u);
  EXPECT_EQ(sums().Executed.notes().at(0).Kind, ExecutionKind::Even);
}

/// Executions that are not set up, too, say how they run.
TEST_F(RecordingTest, EvenChunksAreRecordedWithoutASetUp) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  LoopPlans &Plans = Cache.plansOf(Loop.Descriptor);
  for (std::size_t P = 0; P <= LoopPlans::Capacity; ++P)
    Plans.notePast(false);
  for (uint32_t E = 1; E <= 40; ++E) {
    for (int As = 0; As < Techniques; ++As)
      Plans.sizes().note(
          {1000, 2, static_cast<Technique>(As),
           (As == int(Technique::Chunked) ? 8 : 12) * Microsecond,
           15 * Microsecond});
    run(call(1000, 0, 2), &T, Time, Microsecond);
    run(call(1000, 1, 2), &T, Time, Microsecond);
    EXPECT_TRUE(areAllOnce(ranges(E), 1000)) << E;
  }
  const uint64_t Chunked =
      sums().Ran[int(Technique::Chunked)][int(Reason::Quickest)];
  EXPECT_GE(Chunked, 30u);
  EXPECT_GE(sums().Steals, Chunked) << "thread 1 is late";
  EXPECT_LE(R.loops().front().counted(Count::PlanHits), 1u);
}

TEST_F(RecordingTest, StolenChunksAreTheVictims) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  run(call(1000, 0, 2), &T, Time, 100);
  run(call(1000, 1, 2), &T, Time, 100);
  // Thread 1 comes when thread 0 has done everything.
  run(call(1000, 0, 2), &T, Time, 100 * Microsecond);
  run(call(1000, 1, 2), &T, Time, 100 * Microsecond);
  EXPECT_TRUE(areAllOnce(ranges(2), 1000));
  uint64_t Stolen = 0;
  for (const IterationRange &Range : ranges(2, true)) {
    EXPECT_GE(Range.Begin, 500u);
    Stolen += Range.size();
  }
  EXPECT_EQ(Stolen, 500u);
  for (const TraceEvent &E : events())
    if (E.Kind == TraceKind::Stolen && E.Execution == 2) {
      EXPECT_EQ(E.From, 1u);
      EXPECT_EQ(E.Thread, 0u);
      EXPECT_EQ(E.Load, static_cast<double>(E.Range.size()));
    }
  EXPECT_GE(sums().Steals, 1u);
  EXPECT_GE(sums().StolenLoad, 500);
}

/// What happens in a loop, which may be recorded.
struct Observed {
  const char *Name;
  uint32_t Flags;
  /// Of execution E; of iteration I.
  uint64_t (*TripCount)(uint64_t E);
  uint64_t (*Ticks)(uint64_t I);
};

void PrintTo(const Observed &O, std::ostream *Out) { *Out << O.Name; }

class ObservationTest : public RecordingTest,
                        public testing::WithParamInterface<Observed> {
protected:
  /// The ranges that are handed out, in order, over regions and executions.
  std::vector<std::vector<IterationRange>> play(bool IsRecorded) {
    constexpr uint32_t Threads = 4;
    const StepOf Nothing(0);
    const Observed &O = GetParam();
    PlanCache Plans(1 << 20);
    Team Region(Plans);
    TestLoop Recorded([](uint64_t I) { return 1 + I % 5; }, O.Flags);
    std::vector<Activation> Members(Threads, outside());
    std::vector<std::vector<IterationRange>> Result;
    uint64_t Now = 1;
    for (uint64_t E = 0; E < 600; ++E) {
      if (E % 7 == 0)
        Region.begin();
      Result.emplace_back();
      Now = executeByTime(
          Members, Region, Now,
          [&](uint32_t Thread) {
            Call Entered = Recorded.call(O.TripCount(E), Thread, Threads);
            Entered.IsRecorded = IsRecorded;
            return Entered;
          },
          [&](uint32_t Thread, IterationRange Range) {
            uint64_t Ticks = 20 * Thread;
            for (uint64_t I = Range.Begin; I < Range.End; ++I)
              Ticks += O.Ticks(I);
            return Ticks;
          },
          Result.back());
      EXPECT_TRUE(areAllOnce(Result.back(), O.TripCount(E)));
    }
    return Result;
  }
};

TEST_P(ObservationTest, RecordedExecutionsGoAsOthers) {
  const auto Unseen = play(false), Seen = play(true);
  for (std::size_t E = 0; E < Unseen.size(); ++E)
    ASSERT_TRUE(Unseen[E] == Seen[E]) << "execution " << E;
  EXPECT_EQ(sums().Executions, Seen.size());
  EXPECT_GT(sums().Executed.notes().back().Ticks, 0u);
}

constexpr uint32_t ByThread = USERSCHED_SUBSPACE_IS_THREAD;

INSTANTIATE_TEST_SUITE_P(
    Loops, ObservationTest,
    testing::Values(
        Observed{"long", ByThread, [](uint64_t) -> uint64_t { return 4000; },
                 [](uint64_t I) { return 100 * (1 + I % 5); }},
        Observed{"misjudged", ByThread,
                 [](uint64_t) -> uint64_t { return 4000; },
                 [](uint64_t I) { return 100 + I; }},
        Observed{"medium", ByThread, [](uint64_t) -> uint64_t { return 900; },
                 [](uint64_t I) { return 20 * (1 + I % 5); }},
        Observed{"short", ByThread, [](uint64_t) -> uint64_t { return 300; },
                 [](uint64_t I) { return 1 + I % 5; }},
        Observed{"another_each_time", ByThread,
                 [](uint64_t E) { return 100 + E * 37 % 400; },
                 [](uint64_t I) { return 10 * (1 + I % 5); }},
        Observed{"nowait", ByThread | USERSCHED_NOWAIT,
                 [](uint64_t) -> uint64_t { return 900; },
                 [](uint64_t I) { return 20 * (1 + I % 5); }},
        Observed{"no_stealing", ByThread | USERSCHED_NO_STEAL,
                 [](uint64_t) -> uint64_t { return 900; },
                 [](uint64_t I) { return 20 * (1 + I % 5); }},
        Observed{"last_is_last", ByThread | USERSCHED_LAST_IS_LAST,
                 [](uint64_t) -> uint64_t { return 4000; },
                 [](uint64_t I) { return 100 * (1 + I % 5); }}),
    [](const auto &Info) { return Info.param.Name; });

TEST_F(RecordingTest, EvenSharesOfATeamAreOneExecution) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  for (uint32_t Thread = 0; Thread < 4; ++Thread)
    run(off(call(100, Thread, 4)), &T, Time, 100 + 100 * Thread);
  EXPECT_EQ(sums().Executions, 1u);
  EXPECT_EQ(sums().Busy, 1000u);
  const std::vector<ExecutionNote> &Notes = sums().Executed.notes();
  ASSERT_EQ(Notes.size(), 1u);
  EXPECT_EQ(Notes[0].Kind, ExecutionKind::Even);
  EXPECT_NEAR(Notes[0].LambdaTime, 60, 1e-9); // 400 over 250
  EXPECT_FALSE(sums().Shown);
  EXPECT_TRUE(areAllOnce(ranges(1), 100));
  EXPECT_EQ(Loop.InspectCalls, 0u);
}

TEST_F(RecordingTest, WithoutATeamThereIsOneExecutionAndNoImbalance) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  for (uint32_t Thread = 0; Thread < 3; ++Thread)
    run(off(call(100, Thread, 3)), nullptr, Time, 100);
  EXPECT_EQ(sums().Executions, 1u);
  EXPECT_EQ(sums().Busy, 300u);
  EXPECT_EQ(sums().Ticks, 100u);
  EXPECT_EQ(sums().Dispatches, 3u);
  EXPECT_TRUE(std::isnan(sums().Executed.notes()[0].LambdaTime));
}

TEST_F(RecordingTest, OneThreadRunsEverything) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  run(call(100, 0, 1), &T, Time, 100);
  EXPECT_EQ(sums().Executions, 1u);
  EXPECT_EQ(sums().Threads.Most, 1u);
  EXPECT_EQ(sums().Executed.notes()[0].LambdaTime, 0);
}

TEST_F(RecordingTest, ALoopThatMakesNoPlansIsMeasuredToo) {
  uint64_t Time = 1000;
  T.begin();
  for (int Execution = 0; Execution < 2; ++Execution)
    for (uint32_t Thread = 0; Thread < 2; ++Thread)
      run(call(1000, Thread, 2, USERSCHED_NO_PROFILE), &T, Time, 100);
  ASSERT_TRUE(sums().Shown);
  EXPECT_TRUE(sums().Shown->Bound.empty());
  EXPECT_FALSE(sums().Shown->ranges().empty());
  EXPECT_EQ(sums().Load, 2000);
}

TEST_F(RecordingTest, AnExecutionThatSomeNeverReachEndsWithTheNext) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  run(call(100, 0, 2), &T, Time, 100); // then the region is cancelled
  for (int Region = 0; Region < 8; ++Region) {
    T.begin(/*MayBeCancelled=*/Region == 0);
    for (uint32_t Thread = 0; Thread < 2; ++Thread)
      run(call(100, Thread, 2), &T, Time, 100);
  }
  EXPECT_EQ(sums().Executions, 9u);
  EXPECT_EQ(sums().Executed.notes().size(), 9u);
}

TEST_F(RecordingTest, StaleRefinedAndEvictedPlansAreCounted) {
  const StepOf Long(threshold::ticks(threshold::Long));
  uint64_t Time = 1000, Load = 1;
  Loop.Load = [&Load](uint64_t I) { return I < 500 ? Load : 1; };
  T.begin();
  for (int Execution = 0; Execution < 40; ++Execution) {
    if (Execution == 20)
      Load = 100;
    for (uint32_t Thread = 0; Thread < 2; ++Thread)
      run(call(1000, Thread, 2), &T, Time, 100);
  }
  EXPECT_EQ(R.loops().front().counted(Count::StalePlans), 1u);
  EXPECT_EQ(R.loops().front().counted(Count::PlansMade), 2u);
  // The loads that are shown are those of now.
  double Shown = 0;
  for (std::size_t C = 0; C < sums().Shown->chunks(); ++C)
    Shown += sums().Shown->load(C, C + 1);
  EXPECT_EQ(Shown, 50500);
  // One more than a set has room for. The stale plan is forgotten, so that all
  // get plans at once.
  Cache.reset();
  for (uint64_t N = 1, Count = 0; Count <= LoopPlans::SetSize; ++N) {
    if (PlanCache::setOf(call(N, 0, 2).key()) !=
        PlanCache::setOf(call(1000, 0, 2).key()))
      continue;
    ++Count;
    for (int Times = 0; Times < 2; ++Times) // what comes again gets a plan
      for (uint32_t Thread = 0; Thread < 2; ++Thread)
        run(call(N, Thread, 2), &T, Time, 100);
  }
  EXPECT_EQ(R.loops().front().counted(Count::Evictions), 1u);
}

TEST_F(RecordingTest, ExecutionsCountByTechniqueAndReason) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  const auto Both = [&](Call (*Change)(Call)) {
    for (uint32_t Thread = 0; Thread < 2; ++Thread)
      run(Change(call(1000, Thread, 2)), &T, Time, 100);
  };
  for (int E = 0; E < 70; ++E) // some of them are not set up
    Both([](Call Entered) { return Entered; });
  Both([](Call Entered) {
    Entered.IsOff = true;
    return Entered;
  });
  Both([](Call Entered) {
    Entered.IsTeamUnknown = true;
    return Entered;
  });
  run(call(1000, 0, 1), &T, Time, 100);
  const auto Ran = [&](Technique As, Reason Why) {
    return sums().Ran[static_cast<int>(As)][static_cast<int>(Why)];
  };
  EXPECT_EQ(Ran(Technique::Balanced, Reason::NoPlan), 1u);
  EXPECT_EQ(Ran(Technique::Balanced, Reason::Plan), 69u);
  EXPECT_EQ(Ran(Technique::Even, Reason::Off), 1u);
  EXPECT_EQ(Ran(Technique::Even, Reason::UnknownTeam), 1u);
  EXPECT_EQ(Ran(Technique::Even, Reason::OneThread), 1u);
}

/// A thread that leaves waits until the last one leaves.
TEST_F(RecordingTest, AWaitEndsWhenTheLastThreadLeaves) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  run(call(100, 0, 2, USERSCHED_NO_STEAL), &T, Time, 100 * Microsecond);
  const uint64_t Began = Time;
  std::thread([&] {
    run(call(100, 1, 2, USERSCHED_NO_STEAL), &T, Time, 300 * Microsecond);
  }).join();
  const uint64_t Ended = Time;
  setTime(Time += 500 * Microsecond);
  std::vector<TraceEvent> Waits;
  for (const TraceEvent &E : events())
    if (E.Kind == TraceKind::Idle && E.Thread == 0 && E.End > E.Begin)
      Waits.push_back(E);
  ASSERT_EQ(Waits.size(), 1u);
  EXPECT_EQ(Waits[0].Begin, Began);
  EXPECT_EQ(Waits[0].End, Ended);
}

TEST_F(RecordingTest, ACopyOfALoopAtTheSamePlaceIsTheSameLoop) {
  uint64_t Time = 1000;
  TestLoop Copy([](uint64_t) { return 1; }), Other([](uint64_t) { return 1; });
  Other.Descriptor.line = 5;
  T.begin();
  run(call(100, 0, 1), &T, Time, 100);
  for (TestLoop *L : {&Copy, &Other}) {
    Call Entered = L->call(100, 0, 1);
    Entered.IsRecorded = true;
    run(Entered, &T, Time, 100);
  }
  ASSERT_EQ(std::distance(R.loops().begin(), R.loops().end()), 2);
  EXPECT_EQ(sums().Executions, 1u);
  EXPECT_EQ(std::next(R.loops().begin())->Sums.Executions, 2u);
}

/// All orders of calls that can be.
TEST_F(RecordingTest, EveryRangeIsRecordedOnceInAnyOrderOfCalls) {
  for (uint64_t Seed = 1; Seed <= 20; ++Seed) {
    SCOPED_TRACE(Seed);
    for (Lane *L = R.lanes(); L; L = L->NextLane)
      L->clear();
    const auto First = R.loops().empty() ? 0 : sums().Executions;
    PlayedTeam Players(T, Seed);
    const auto Threads = 1 + static_cast<uint32_t>(Seed % 5);
    ASSERT_TRUE(Players.execute(Threads, 4, [&](uint32_t Thread) {
      return call(1000, Thread, Threads);
    }));
    for (uint32_t Execution = 1; Execution <= 4; ++Execution)
      EXPECT_TRUE(
          areAllOnce(ranges(static_cast<uint32_t>(First) + Execution), 1000));
    EXPECT_EQ(sums().Executed.notes().size(), First + 4);
  }
}

/// Threads of their own: what one did, one thing after the other.
TEST_F(RecordingTest, AThreadDoesOneThingAtATime) {
  constexpr uint32_t Threads = 4, Times = 30;
  const StepOf Some(2 * Microsecond);
  T.begin();
  runTeam(Threads, [&](uint32_t Thread) {
    Activation A = outside();
    for (uint32_t E = 0; E < Times; ++E) {
      enter(A, call(1000, Thread, Threads, USERSCHED_NOWAIT), &T);
      IterationRange Range;
      while (A.next(Range))
        clock::ticks();
      A.leave();
    }
  });
  for (const Lane *L = R.lanes(); L; L = L->NextLane)
    ASSERT_EQ(L->dropped(), 0u);
  for (uint32_t E = 1; E <= Times; ++E)
    EXPECT_TRUE(areAllOnce(ranges(E), 1000)) << E;
  for (const Lane *L = R.lanes(); L; L = L->NextLane) {
    uint64_t Last = 0;
    L->forEach(0, [&](const TraceEvent &E) {
      EXPECT_GE(E.Begin, Last);
      EXPECT_GE(E.End, E.Begin);
      Last = E.End;
    });
  }
}

TEST_F(RecordingTest, AThreadThatStartsLaterHasTheLaneOfOneThatEnded) {
  for (int Times = 0; Times < 10; ++Times)
    std::thread([this] { R.lane(); }).join();
  ASSERT_TRUE(R.lanes());
  EXPECT_FALSE(R.lanes()->NextLane);
}

TEST_F(RecordingTest, TheChildOfAForkBeginsAnew) {
  uint64_t Time = 1000;
  run(call(100, 0, 1), nullptr, Time, 100);
  EXPECT_FALSE(events().empty());
  Activation Open = outside();
  enter(Open, call(100, 0, 1), nullptr);
  R.lock();
  R.forget();
  R.unlock();
  EXPECT_TRUE(events().empty());
  EXPECT_EQ(sums().Executions, 0u);
  Open.leave(); // it began before
  EXPECT_EQ(sums().Ticks, 0u);
  const std::string Number = std::to_string(getpid());
  EXPECT_EQ(R.reportFile().path(), "report." + Number + ".json");
  EXPECT_EQ(R.traceFile().path(), "trace." + Number + ".json");
  R.lock();
  EXPECT_TRUE(loopsThatRan(R).empty());
  R.unlock();
  run(call(100, 0, 1), nullptr, Time, 100);
  EXPECT_EQ(sums().Executions, 1u);
}

/// The child uses its parent's plans.
TEST_F(RecordingTest, TheChildOfAForkHasTimesOfItsOwn) {
  const StepOf Nothing(0);
  uint64_t Time = 1000;
  T.begin();
  const auto Execute = [&](uint64_t Ticks) {
    for (uint32_t Thread = 0; Thread < 2; ++Thread)
      run(call(100, Thread, 2, USERSCHED_NO_STEAL), &T, Time, Ticks);
  };
  Execute(300);
  Execute(300);
  R.lock();
  R.forget();
  R.unlock();
  for (int Execution = 1; Execution <= 3; ++Execution)
    Execute(700);
  EXPECT_EQ(R.loops().front().counted(Count::PlanHits), 3u);
  ASSERT_TRUE(sums().Shown);
  EXPECT_EQ(sums().Shown->Ticks, 3 * 2 * 700u);
  ASSERT_EQ(sums().Shown->ranges().size(), 2u);
  for (const auto &[Place, Measured] : sums().Shown->ranges()) {
    EXPECT_EQ(Measured.Ticks, 700u) << Place.first;
    EXPECT_EQ(Measured.Times, 3u) << Place.first;
  }
}

/// What only JSON readers find is tested with one: test/lit/Run/report.cpp.
TEST_F(RecordingTest, StringsOfTheProgramAreQuoted) {
  Loop.Descriptor.file = "a\"b\\c\xff.cpp";
  Loop.Descriptor.function = "operator|<`*>";
  Loop.Descriptor.load = "x[\"<&>\"]\n|";
  uint64_t Time = 1000;
  run(call(100, 0, 1), nullptr, Time, 100);
  const std::lock_guard<Recorder> Held(R);
  const std::string Json =
      written([&](TextSink &To) { writeJson(R, NAN, To); });
  EXPECT_NE(Json.find(R"("file": "a\"b\\c\ufffd.cpp")"), std::string::npos);
  EXPECT_NE(Json.find(R"("load": "x[\"<&>\"]\u000a|")"), std::string::npos);
  EXPECT_NE(written([&](TextSink &To) {
              writeTrace(R, To);
            }).find(R"(a\"b\\c\ufffd)"),
            std::string::npos);
}

} // namespace
