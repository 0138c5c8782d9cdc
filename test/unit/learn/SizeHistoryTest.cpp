//===- SizeHistoryTest.cpp - what executions took, and what follows ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without teams: the tests say how long an execution took under the technique
// that was chosen. ShortLoopTest has the same with teams.
//
//===----------------------------------------------------------------------===//
#include "learn/SizeHistory.h"

#include "TestClock.h"
#include "TriedSizes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace usersched;
using namespace usersched::test;

namespace {

/// Returns true for about every other E.
bool byChance(int E) {
  uint64_t X = (E + 1) * 0x9e3779b97f4a7c15u;
  X = (X ^ X >> 32) * 0xd6e8feb86659fd93u;
  return (X ^ X >> 32) & 1;
}

class SizeHistoryTest : public testing::Test {
protected:
  static constexpr uint64_t N = 1000;
  static constexpr uint32_t Threads = TriedSizes::Threads;
  TriedSizes Selected;
  /// Of an execution with each technique, in microseconds. Chunked: 0 is 1.4
  /// times Even; Cyclic: 0 is as Chunked.
  double Balanced = 30, Chunked = 0, Cyclic = 0, Even = 30, Serial = 30;
  /// How many threads are busy on average with even shares.
  double Busy = 1.5;
  /// Microseconds in which threads are busy, with each technique; 0: what
  /// follows from Busy.
  double Work = 0;
  /// How often each was chosen.
  uint64_t Count[Techniques] = {};

  double makespan(Technique T) const {
    const double AsChunked = Chunked > 0 ? Chunked : 1.4 * Even;
    return T == Technique::Balanced  ? Balanced
           : T == Technique::Chunked ? AsChunked
           : T == Technique::Cyclic  ? Cyclic > 0 ? Cyclic : AsChunked
           : T == Technique::Even    ? Even
                                     : Serial;
  }

  /// An execution with Times times as much to do as usual.
  Technique execute(uint64_t TripCount = N, double Times = 1) {
    const Technique T = Selected.choose(TripCount);
    Selected.note({TripCount, Threads, T,
                   static_cast<uint64_t>(Times * makespan(T) * Microsecond),
                   static_cast<uint64_t>(
                       Times * (Work > 0 ? Work : Busy * Even) * Microsecond)});
    ++Count[static_cast<int>(T)];
    return T;
  }

  void repeat(int Times) {
    for (uint64_t &C : Count)
      C = 0;
    for (int E = 0; E < Times; ++E)
      execute();
  }
  uint64_t count(Technique T) const { return Count[static_cast<int>(T)]; }
  ShortVerdict verdict() const { return Selected.verdicts().of(N); }
};

TEST_F(SizeHistoryTest, InspectsWhatIsNotKnown) {
  EXPECT_EQ(Selected.choose(N), Technique::Balanced);
  EXPECT_EQ(Selected.choose(N), Technique::Balanced) << "none ended yet";
}

TEST_F(SizeHistoryTest, TriesTheOthersAtOnce) {
  Balanced = Even = Chunked = Serial = 9;
  EXPECT_EQ(execute(), Technique::Balanced);
  EXPECT_EQ(execute(), Technique::Chunked);
  EXPECT_EQ(execute(), Technique::Even);
  EXPECT_EQ(execute(), Technique::Cyclic) << "even shares are uneven";
  EXPECT_EQ(execute(), Technique::Serial);
}

/// In the first one, threads get the data from each other's caches.
TEST_F(SizeHistoryTest, ATrialOfShortExecutionsIsTwoOfThem) {
  const auto Began = [&](Technique As, Technique Best = Technique::Even) {
    Decision D;
    D.As = As;
    D.Best = Best;
    D.Waiting = As == Best ? 0 : Decision::bit(As);
    return Selected.began(N, D);
  };
  Balanced = Even = Serial = 9;
  repeat(100);
  EXPECT_TRUE(Began(Technique::Serial));
  EXPECT_FALSE(Began(Technique::Even)) << "no trial";
  EXPECT_FALSE(Began(Technique::Chunked)) << "moves little";
  EXPECT_FALSE(Began(Technique::Serial)) << "whatever came between";
  EXPECT_TRUE(Began(Technique::Serial));
  EXPECT_FALSE(Began(Technique::Serial));
  for (const Technique T : {Technique::Even, Technique::Chunked})
    EXPECT_TRUE(Began(T, Technique::Serial));
  for (const Technique T : {Technique::Even, Technique::Chunked})
    EXPECT_FALSE(Began(T, Technique::Serial));
  Selected.forget();
  Balanced = Even = Serial = 40, Work = 200;
  repeat(100);
  EXPECT_FALSE(Began(Technique::Serial)) << "25 us a thread";
}

TEST_F(SizeHistoryTest, TakesTheLeastMakespan) {
  Balanced = 12, Even = 10, Serial = 11;
  repeat(100);
  EXPECT_GE(count(Technique::Even), 80u);
  Selected.forget();
  Balanced = 8;
  repeat(100);
  EXPECT_GE(count(Technique::Balanced), 80u);
  Selected.forget();
  Serial = 7;
  repeat(100);
  EXPECT_GE(count(Technique::Serial), 80u);
}

TEST_F(SizeHistoryTest, InDoubtSharesAreEven) {
  Balanced = 9.8, Even = 10, Chunked = 9.9, Serial = 10.1;
  repeat(200);
  EXPECT_GE(count(Technique::Even), 160u);
}

TEST_F(SizeHistoryTest, OneThreadNeedsNoLead) {
  Balanced = 9.8, Even = 10, Serial = 9.9;
  repeat(100);
  EXPECT_GE(count(Technique::Serial), 80u);
}

TEST_F(SizeHistoryTest, InDoubtNobodyLooks) {
  Balanced = 9.9, Chunked = 10, Even = 12, Serial = 13;
  repeat(200);
  EXPECT_GE(count(Technique::Chunked), 160u);
  Balanced = 9.7;
  repeat(5000);
  EXPECT_GE(count(Technique::Balanced), 4000u);
}

TEST_F(SizeHistoryTest, ThreadsStealWhereThatIsShorter) {
  Balanced = Cyclic = 12, Even = 10, Chunked = 9.9, Serial = 11;
  repeat(200);
  EXPECT_LE(count(Technique::Chunked), 20u) << "no more than chance";
  Chunked = 9;
  repeat(2000);
  EXPECT_GE(count(Technique::Chunked), 1900u);
  EXPECT_TRUE(verdict().isShort());
  EXPECT_EQ(verdict().technique(), Technique::Chunked);
  Serial = 7;
  repeat(2000);
  EXPECT_EQ(verdict().technique(), Technique::Serial);
}

TEST_F(SizeHistoryTest, NobodyStealsInVeryShortExecutions) {
  Chunked = 1;
  Balanced = Even = Serial = 3.9;
  repeat(1000);
  EXPECT_EQ(count(Technique::Chunked), 0u) << "4 us at least";
}

/// Each execution with stealing has four times as much to do as each one with
/// another technique.
TEST_F(SizeHistoryTest, MoreWorkIsNotHeldAgainstATechnique) {
  Busy = 4;
  Balanced = Cyclic = 24, Even = 20, Chunked = 18;
  for (int E = 0; E < 100; ++E)
    execute(); // until each has been tried
  Count[static_cast<int>(Technique::Chunked)] = 0;
  bool Stole = true;
  for (int E = 0; E < 1000; ++E)
    Stole = execute(N, Stole ? 4 : 1) == Technique::Chunked;
  EXPECT_GE(count(Technique::Chunked), 950u);
  EXPECT_EQ(verdict().technique(), Technique::Chunked);
}

/// The same after short executions, in which one thread was enough: four times
/// as much to do as usual, or eight times, as chance has it.
TEST_F(SizeHistoryTest, WhatGrowsIsNotComparedByMakespans) {
  Balanced = 6, Even = 5, Serial = 3;
  repeat(200);
  EXPECT_EQ(verdict().technique(), Technique::Serial);
  const auto Note = [&](Technique T, double Took, double BusyThreads) {
    Selected.note({N, Threads, T, static_cast<uint64_t>(Took * Microsecond),
                   static_cast<uint64_t>(Took * BusyThreads * Microsecond)});
  };
  uint64_t Stolen = 0;
  for (int E = 0; E < 1100; ++E) {
    const Technique T = Selected.choose(N);
    const double Times = byChance(E) ? 8 : 4;
    T == Technique::Chunked    ? Note(T, Times * 5.3, 7.5)
    : T == Technique::Balanced ? Note(T, Times * 6.7, 6)
    : T == Technique::Even     ? Note(T, Times * 8, 5)
    : T == Technique::Cyclic   ? Note(T, Times * 6.7, 6)
                               : Note(T, Times * 40, 1);
    Stolen += E >= 100 && T == Technique::Chunked;
  }
  EXPECT_GE(Stolen, 950u);
}

/// The levels of a search: as many iterations each time, with less and less to
/// do. A look at the loads takes as long at each. The first two make plans.
TEST_F(SizeHistoryTest, ComparesExecutionsThatHaveMuchToDo) {
  const double Levels[] = {300, 70, 20};
  int Looks = 0;
  for (int E = 0; E < 36; ++E) {
    const double Level = Levels[E % 3];
    const Technique T = E < 2 ? Technique::Balanced : Selected.choose(N);
    const double Lost = T == Technique::Balanced  ? 60
                        : T == Technique::Chunked ? 12
                                                  : Level;
    const double Busy = T == Technique::Balanced ? Level + 50 : Level;
    Selected.note({N, Threads, T,
                   static_cast<uint64_t>((Busy + Lost) * Microsecond),
                   static_cast<uint64_t>(Busy * Threads * Microsecond)});
    Looks += T == Technique::Balanced;
  }
  EXPECT_LE(Looks, 6);
}

TEST_F(SizeHistoryTest, AsMuchWorkAsChanceHasIt) {
  Busy = 4;
  Balanced = Cyclic = 24, Even = 22, Chunked = 18;
  for (int E = 0; E < 2000; ++E)
    execute(N, byChance(E) ? 4 : 1);
  EXPECT_GE(count(Technique::Chunked), 1900u);
  EXPECT_EQ(verdict().technique(), Technique::Chunked);
}

TEST_F(SizeHistoryTest, DealsBlocksOutWhereThatLeavesNobodyWaiting) {
  Balanced = 20, Even = 30, Chunked = 16, Cyclic = 14, Work = 100;
  repeat(200);
  EXPECT_GE(count(Technique::Cyclic), 170u);
  EXPECT_TRUE(verdict().isShort());
  EXPECT_EQ(verdict().technique(), Technique::Cyclic);
  Selected.forget();
  Balanced = 20, Even = 15, Chunked = 14.5, Cyclic = 13;
  repeat(200);
  EXPECT_EQ(count(Technique::Cyclic), 0u) << "even shares are nearly even";
}

/// Where blocks are dealt out, no thread waits for long, but iterations take
/// 1.4 times as long, as where data are in the cache of the thread that had
/// them before; or no longer than elsewhere. Executions have 0.7 or 1.3 times
/// as much to do as usual.
TEST_F(SizeHistoryTest, LearnsThatDealtIterationsTakeLonger) {
  const auto Share = [&](double Inflation) {
    int Dealt = 0;
    for (int E = 0; E < 3000; ++E) {
      const Technique T = Selected.choose(N);
      const double Waits = T == Technique::Balanced  ? 1.5
                           : T == Technique::Chunked ? 1.15
                           : T == Technique::Cyclic  ? 1.02
                           : T == Technique::Even    ? 1.6
                                                     : 8;
      const double Works =
          (byChance(E) ? 39 : 21) * (T == Technique::Cyclic ? Inflation : 1);
      Selected.note({N, Threads, T,
                     static_cast<uint64_t>(Works * Waits * Microsecond),
                     static_cast<uint64_t>(Works * Threads * Microsecond)});
      Dealt += E >= 1500 && T == Technique::Cyclic;
    }
    return Dealt / 1500.0;
  };
  EXPECT_LE(Share(1.4), 0.05);
  Selected.forget();
  EXPECT_GE(Share(1), 0.8);
}

TEST_F(SizeHistoryTest, DealsNoLongerWhereThatHasBecomeSlower) {
  Balanced = 20, Even = 30, Chunked = 16, Cyclic = 14, Work = 100;
  repeat(200);
  EXPECT_EQ(verdict().technique(), Technique::Cyclic);
  Even = 14.5, Chunked = 15.5, Cyclic = 16;
  repeat(20000);
  EXPECT_EQ(verdict().technique(), Technique::Even);
}

/// One thread came late, for the time of many executions: that is no work.
TEST_F(SizeHistoryTest, ALateThreadIsNoWork) {
  Balanced = 12, Even = 10, Serial = 11;
  repeat(100);
  const float Before = Selected.of(N).PerIteration[int(Technique::Balanced)];
  Selected.note(
      {N, Threads, Technique::Even, 90 * Microsecond, 15 * Microsecond});
  EXPECT_FLOAT_EQ(Selected.of(N).PerIteration[int(Technique::Balanced)],
                  Before);
  repeat(100);
  EXPECT_GE(count(Technique::Even), 75u);
}

/// Of a shorter execution, claims and thefts are part of what keeps threads
/// busy. In a longer one, busy threads run iterations.
TEST_F(SizeHistoryTest, WhatATechniqueCostsCountsInShorterExecutions) {
  for (const bool IsShorter : {true, false}) {
    Selected.forget();
    std::fill(std::begin(Count), std::end(Count), 0);
    for (int E = 0; E < 1000; ++E) {
      const Technique T = Selected.choose(N);
      const auto Note = [&](double Took, double BusyThreads) {
        Took *= (IsShorter ? 1 : 12) * Microsecond;
        Selected.note({N, Threads, T, static_cast<uint64_t>(Took),
                       static_cast<uint64_t>(Took * BusyThreads)});
      };
      T == Technique::Balanced  ? Note(5, 7)
      : T == Technique::Chunked ? Note(2.7, 7.5)
      : T == Technique::Even    ? Note(2.2, 1.9)
                                : Note(4, 1);
      ++Count[static_cast<int>(T)];
    }
    EXPECT_GE(count(IsShorter ? Technique::Even : Technique::Chunked), 950u);
    EXPECT_EQ(verdict().technique(),
              IsShorter ? Technique::Even : Technique::Chunked);
  }
}

/// What thieves run of even chunks says what even shares would take, and so how
/// many threads would be busy with them.
TEST_F(SizeHistoryTest, LootIsAsGoodAsATryOfEvenShares) {
  const auto Repeat = [&](double BusyThreads, double Loot, double Times = 1) {
    Selected.forget();
    std::fill(std::begin(Count), std::end(Count), 0);
    for (int E = 0; E < 2000; ++E) {
      const Technique T = Selected.choose(N);
      const double Took = Times * (T == Technique::Chunked  ? 6
                                   : T == Technique::Serial ? 5
                                   : T == Technique::Even   ? 5.5
                                                            : 9);
      const bool IsStolen = T == Technique::Chunked;
      const auto Ticks = [](double Microseconds) {
        return static_cast<uint64_t>(Microseconds * Microsecond);
      };
      Selected.note({N, Threads, T, Ticks(Took), Ticks(BusyThreads * Took),
                     IsStolen ? Ticks(Times * Loot) : 0});
      ++Count[static_cast<int>(T)];
    }
  };
  // Seven others could have run a quarter of the execution's time, and more.
  const double Much = 7 * 0.26 * 6;
  Repeat(1.5, Much);
  EXPECT_EQ(count(Technique::Even), 0u);
  EXPECT_GE(count(Technique::Serial), 1900u) << "1.2 threads would be busy";
  Repeat(4, Much);
  EXPECT_EQ(count(Technique::Even) + count(Technique::Serial), 0u);
  Repeat(4, 7 * 0.24 * 6);
  EXPECT_GE(count(Technique::Even), 1u);
  Repeat(4, Much, 0.6);
  EXPECT_GE(count(Technique::Even), 1u)
      << "in 3.6 us, a theft takes as long as what it gets";
}

/// However short it once was: what is executed so is measured so.
TEST_F(SizeHistoryTest, DoesNotStealOnceThatIsSlower) {
  Balanced = 6, Even = 4.5, Chunked = 3.7, Serial = 8;
  repeat(200);
  EXPECT_EQ(verdict().technique(), Technique::Chunked);
  EXPECT_GE(count(Technique::Chunked), 170u);
  Even = 15, Chunked = Serial = 25;
  repeat(500);
  EXPECT_EQ(verdict().technique(), Technique::Even);
  Balanced = 300, Even = 200, Chunked = Serial = 250;
  repeat(500);
  EXPECT_FALSE(verdict().isShort());
  Selected.forget();
  Balanced = 6, Even = 5, Chunked = 3.4, Serial = 3.6;
  repeat(200);
  EXPECT_EQ(verdict().technique(), Technique::Chunked);
  Chunked = 9;
  repeat(500);
  EXPECT_EQ(verdict().technique(), Technique::Serial);
}

TEST_F(SizeHistoryTest, TriesAgainEverMoreRarely) {
  Balanced = 10, Even = Serial = 12;
  repeat(3);
  int Last = 0;
  std::vector<int> Gaps;
  for (int E = 0; E < 5000; ++E)
    if (execute() == Technique::Even) {
      Gaps.push_back(E - Last);
      Last = E;
    }
  ASSERT_GE(Gaps.size(), 10u);
  EXPECT_LE(Gaps.size(), 13u);
  for (std::size_t G = 1; G < Gaps.size(); ++G) {
    const int Wait = std::min(4 << G, 1024);
    EXPECT_GE(Gaps[G], Wait);
    EXPECT_LE(Gaps[G], Wait + 3) << "one trial at a time";
  }
}

TEST_F(SizeHistoryTest, WhatBecomesBetterIsTriedSoonAgain) {
  Balanced = 10, Even = 20, Serial = 30, Work = 12;
  repeat(5000);
  Even = 5;
  repeat(1200);
  EXPECT_GT(count(Technique::Even), 50u);
  repeat(100);
  EXPECT_GE(count(Technique::Even), 98u);
}

TEST_F(SizeHistoryTest, WhatWasTheBestIsTriedSoonAgain) {
  Balanced = 12, Even = 10, Work = 20;
  repeat(5000);
  Even = 24; // for long enough to be the worse one
  repeat(8);
  EXPECT_LE(count(Technique::Even), 4u);
  Even = 10;
  repeat(100);
  EXPECT_GE(count(Technique::Even), 70u);
}

/// As where both threads begin on one processor; where executions are compared
/// by makespans, and where they are not.
TEST_F(SizeHistoryTest, WhatWasDisturbedAtFirstIsFoundSoon) {
  for (const double BusyFor : {40, 100}) {
    Selected.forget();
    Work = BusyFor;
    Balanced = 40, Even = 31, Chunked = Cyclic = 60;
    repeat(3);
    Chunked = 18;
    repeat(20);
    EXPECT_GE(count(Technique::Chunked), 13u) << BusyFor;
  }
}

/// It is quicker than the others in every other execution.
TEST_F(SizeHistoryTest, WhatIsWorseOnAverageIsNotTriedAgainAndAgain) {
  Balanced = 40, Even = 20, Work = 100;
  uint64_t Tries = 0;
  for (int E = 0; E < 4000; ++E) {
    Chunked = Tries % 2 == 0 ? 32 : 18;
    Tries += execute() == Technique::Chunked;
  }
  EXPECT_LE(Tries, 900u) << "0, 1 and 7 executions apart";
}

/// The trip counts of a few sizes of which Is says so.
template <typename Function>
std::vector<uint64_t> thoseThat(const ShortVerdicts &Short, Function Is) {
  std::vector<uint64_t> Result;
  for (uint64_t N : {2, 20, 50, 80, 200, 300, 1100, 2000})
    if (Is(Short.of(N)))
      Result.push_back(N);
  return Result;
}

TEST_F(SizeHistoryTest, EachSizeHasItsOwnVerdict) {
  using Trips = std::vector<uint64_t>;
  const auto Learn = [&](uint64_t TripCount) {
    for (int E = 0; E < 20; ++E)
      execute(TripCount);
  };
  const auto Short = [&] {
    return thoseThat(Selected.verdicts(),
                     [](ShortVerdict V) { return V.isShort(); });
  };
  const auto Planless = [&] {
    return thoseThat(Selected.verdicts(),
                     [](ShortVerdict V) { return V.isPlanless(); });
  };
  const auto Alone = [&] {
    return thoseThat(Selected.verdicts(), [](ShortVerdict V) {
      return V.isShort() && V.technique() == Technique::Serial;
    });
  };
  EXPECT_EQ(Short(), Trips()) << "nothing is known";
  Balanced = 3, Even = 2, Serial = 1;
  Learn(20);
  Balanced = 3, Even = 2, Serial = 3;
  Learn(200);
  // Not so short that plans would be in vain.
  Balanced = 18, Even = 12, Serial = 18;
  Learn(1100);
  EXPECT_EQ(Short(), Trips({20, 200, 1100}));
  EXPECT_EQ(Planless(), Trips({20, 200}));
  EXPECT_EQ(Alone(), Trips({20}));
  Balanced = 180, Even = 120, Serial = 180;
  Learn(1100);
  EXPECT_EQ(Short(), Trips({20, 200})) << "1100 have become long";
  // What is inspected is not short.
  Balanced = 1, Even = 4, Serial = 5;
  Learn(200);
  EXPECT_EQ(Short(), Trips({20}));
}

/// The last size has no end: nothing follows for it from the one before.
TEST_F(SizeHistoryTest, AnyNumberOfIterationsIsNotShort) {
  Balanced = 6, Even = 5, Serial = 4;
  for (uint64_t TripCount : {600000, 700000})
    for (int E = 0; E < 20; ++E)
      execute(TripCount);
  EXPECT_TRUE(Selected.verdicts().of(600000).isShort());
  for (uint64_t TripCount = 786432; TripCount > 0; TripCount *= 2)
    EXPECT_FALSE(Selected.verdicts().of(TripCount).isShort()) << TripCount;
}

/// One thread alone was the best. So it runs the next execution, too, which
/// shows that there is more to do now.
TEST_F(SizeHistoryTest, NobodyIsAloneInWhatHasGrown) {
  Balanced = Even = 3, Serial = 1;
  repeat(100);
  EXPECT_EQ(verdict().technique(), Technique::Serial);
  Balanced = Even = 6, Serial = 24, Busy = 7;
  repeat(2);
  EXPECT_EQ(verdict().technique(), Technique::Even);
  Selected.forget();
  EXPECT_FALSE(Selected.verdicts().isAny());
}

TEST_F(SizeHistoryTest, LongExecutionsHaveChunks) {
  Balanced = Chunked = 100, Even = Serial = 50, Busy = 4;
  repeat(1000);
  EXPECT_EQ(count(Technique::Balanced) + count(Technique::Chunked), 1000u);
  Balanced = 99;
  repeat(1000);
  EXPECT_GT(count(Technique::Even), 900u);
}

TEST_F(SizeHistoryTest, LongGrownExecutionsHaveChunks) {
  Balanced = 6, Even = 5, Serial = 4;
  repeat(1000);
  Balanced = Even = Chunked = Serial = 500;
  repeat(60);
  EXPECT_LE(count(Technique::Serial), 5u);
  repeat(100);
  EXPECT_EQ(count(Technique::Balanced) + count(Technique::Chunked), 100u);
}

TEST_F(SizeHistoryTest, IsAloneOnlyForAShortTime) {
  Balanced = Even = 10, Serial = 1;
  repeat(1000);
  EXPECT_EQ(count(Technique::Serial), 0u);
  Balanced = Even = 9.8;
  repeat(1000);
  EXPECT_GT(count(Technique::Serial), 900u);
}

TEST_F(SizeHistoryTest, IsNotAloneWhereThreadsHelp) {
  Balanced = Even = 9.8, Serial = 1;
  Busy = 2;
  repeat(1000);
  EXPECT_EQ(count(Technique::Serial), 0u);
  Busy = 1.99;
  repeat(1000);
  EXPECT_GT(count(Technique::Serial), 900u);
}

/// What was measured of Alone counts for nothing once it is out of the
/// question.
TEST_F(SizeHistoryTest, IsNoLongerAloneWhereThreadsHelp) {
  Balanced = 12, Even = 10, Serial = 8;
  repeat(100);
  Busy = 4;
  repeat(5000);
  repeat(1000);
  EXPECT_EQ(count(Technique::Serial), 0u);
  EXPECT_GT(count(Technique::Even), 900u);
  Balanced = Even = Chunked = 150;
  repeat(100);
  repeat(100);
  EXPECT_EQ(count(Technique::Balanced) + count(Technique::Chunked), 100u)
      << "8 us are no longer known";
}

TEST_F(SizeHistoryTest, OneLongExecutionEndsBeingAlone) {
  Balanced = Even = 9, Serial = 5;
  repeat(100);
  Serial = 11;
  while (execute() != Technique::Serial)
    ;
  Serial = 5;
  for (int E = 0; E + 1 < static_cast<int>(threshold::FirstRetry); ++E)
    EXPECT_NE(execute(), Technique::Serial) << E;
  repeat(20);
  EXPECT_GE(count(Technique::Serial), 15u);
}

TEST_F(SizeHistoryTest, WhoIsAloneForTooLongIsTriedEverMoreRarely) {
  Balanced = Even = 9, Serial = 11;
  repeat(5000);
  EXPECT_LE(count(Technique::Serial), 13u);
  EXPECT_GE(count(Technique::Serial), 8u);
}

TEST_F(SizeHistoryTest, OneDisturbanceDoesNotDecide) {
  Balanced = 14, Even = 10, Serial = 100;
  repeat(100);
  Even = 100000;
  while (execute() != Technique::Even)
    ;
  Even = 10;
  repeat(20);
  EXPECT_GE(count(Technique::Even), 18u);
}

/// A size is half a power of two, so twice as many iterations are two sizes
/// away.
TEST_F(SizeHistoryTest, ASizeBeginsAsOneNear) {
  Balanced = 28, Even = 24;
  repeat(100);
  for (const uint64_t Far : {4 * N, N / 4})
    EXPECT_FALSE(Selected.of(Far).isKnown(Technique::Even));
  for (const uint64_t Near : {2 * N, N / 2}) {
    EXPECT_EQ(Selected.of(Near).cost(Technique::Even),
              Selected.of(N).cost(Technique::Even));
    EXPECT_EQ(Selected.choose(Near), Technique::Even);
  }
}

/// Twice as many iterations, each of which takes ten times as long. That
/// threads are busy for 20 times as long says nothing of other techniques.
TEST_F(SizeHistoryTest, OfAnotherSizeTheProportionIsBelieved) {
  Balanced = 0.4, Even = 0.2, Serial = 0.3;
  repeat(100);
  const SizeKnowledge Before = Selected.of(N);
  EXPECT_EQ(Selected.choose(2 * N), Technique::Even);
  Selected.note({2 * N, Threads, Technique::Even, 4 * Microsecond,
                 static_cast<uint64_t>(4 * 2 * Busy * Microsecond)});
  const SizeKnowledge After = Selected.of(2 * N);
  for (const Technique T :
       {Technique::Balanced, Technique::Even, Technique::Serial}) {
    const int I = static_cast<int>(T);
    EXPECT_NEAR(After.PerIteration[I] / Before.PerIteration[I], 10, 0.5) << I;
  }
}

/// Once it is measured, a technique is not compared by another size.
TEST_F(SizeHistoryTest, OfAnotherSizeNothingIsBelievedOnceMeasured) {
  Balanced = 4, Even = 2, Serial = 1;
  repeat(100);
  Selected.choose(2 * N);
  for (const Technique T : {Technique::Even, Technique::Serial}) {
    Selected.note({2 * N, Threads, T, 3 * Microsecond, 5 * Microsecond});
    EXPECT_FLOAT_EQ(Selected.of(2 * N).makespan(T, 2 * N), 3 * Microsecond);
  }
  EXPECT_NEAR(Selected.of(2 * N).makespan(Technique::Balanced, 2 * N),
              6 * Microsecond, 0.3 * Microsecond)
      << "as far as the proportion tells";
}

/// What was in vain at another size is tried soon, but no more often than
/// there.
TEST_F(SizeHistoryTest, AtAnotherSizeEachIsTriedSoon) {
  Balanced = 14, Even = 9, Serial = 9.5, Chunked = 12;
  repeat(5000);
  for (uint64_t &C : Count)
    C = 0;
  for (const int Executions : {12, 40}) {
    for (int E = 0; E < Executions; ++E)
      execute(2 * N);
    for (const Technique T :
         {Technique::Balanced, Technique::Chunked, Technique::Serial})
      EXPECT_EQ(count(T), 1u) << nameOf(T) << " in " << Executions;
  }
}

/// In its first trial at another size, a technique was disturbed.
TEST_F(SizeHistoryTest, AtAnotherSizeOneDisturbanceDoesNotDecide) {
  Balanced = 14, Chunked = 12, Even = 9, Serial = 9.5;
  repeat(5000);
  Serial = 7; // where there are twice as many iterations
  bool IsFirst = true;
  int Alone = 0;
  for (int E = 0; E < 100; ++E) {
    const Technique T = Selected.choose(2 * N);
    double Took = makespan(T);
    if (T == Technique::Serial && std::exchange(IsFirst, false))
      Took = 500;
    Selected.note({2 * N, Threads, T, static_cast<uint64_t>(Took * Microsecond),
                   static_cast<uint64_t>(Busy * Took * Microsecond)});
    Alone += E >= 50 && T == Technique::Serial;
  }
  EXPECT_GE(Alone, 45);
}

/// One thread would take more than 10 us, as far as the proportion tells.
TEST_F(SizeHistoryTest, NobodyIsAloneInWhatIsLongAtAnotherSize) {
  Balanced = 4, Even = 2.5, Serial = 1.5;
  repeat(100);
  EXPECT_EQ(verdict().technique(), Technique::Serial);
  Selected.choose(2 * N);
  Selected.note(
      {2 * N, Threads, Technique::Even, 18 * Microsecond, 27 * Microsecond});
  EXPECT_FALSE(Selected.of(2 * N).isKnown(Technique::Serial));
  EXPECT_NE(Selected.verdicts().of(2 * N).technique(), Technique::Serial);
}

TEST_F(SizeHistoryTest, SizesAreKnownApartOnceTheyAreMeasured) {
  Balanced = 12, Even = 10;
  repeat(100);
  const float Before = Selected.of(N).cost(Technique::Even);
  Selected.choose(2 * N);
  Selected.note(
      {2 * N, 2, Technique::Even, 80 * Microsecond, 80 * Microsecond});
  EXPECT_GT(Selected.of(2 * N).cost(Technique::Even), Before);
  EXPECT_EQ(Selected.of(N).cost(Technique::Even), Before);
}

/// Per iteration, so a larger execution of the same size class is expected to
/// take longer.
TEST_F(SizeHistoryTest, ASizeIsMeasuredByItsIterations) {
  Balanced = 80, Even = 67;
  for (int E = 0; E < 100; ++E)
    execute(512);
  EXPECT_EQ(Selected.choose(767), Technique::Balanced) << "100.4 us";
  EXPECT_EQ(Selected.choose(750), Technique::Even) << "98.1 us";
}

TEST_F(SizeHistoryTest, TakesAnySize) {
  for (int Log = 0; Log < 64; ++Log)
    for (uint64_t Size : {uint64_t(1) << Log, (uint64_t(2) << Log) - 1}) {
      Selected.choose(Size);
      for (Technique T : {Technique::Balanced, Technique::Chunked,
                          Technique::Even, Technique::Serial}) {
        Selected.note({Size, Threads, T, ~uint64_t(0), 0});
        Selected.note({Size, Threads, T, 0, ~uint64_t(0)});
      }
      Selected.choose(Size);
      Selected.note({Size, Threads, Technique::Serial, 0, 0});
    }
}

/// What dealt blocks cost is learnt from an execution with them and the one
/// before. After a reset, there is none before.
TEST_F(SizeHistoryTest, ForgetsThatBlocksWereDealtOut) {
  const auto Took = [](uint64_t TripCount, Technique As, double Makespan,
                       double Busy) {
    return TimedExecution{TripCount, Threads, As,
                          static_cast<uint64_t>(Makespan * Microsecond),
                          static_cast<uint64_t>(Busy * Threads * Microsecond)};
  };
  const auto Expected = [&](bool WereDealtBefore) {
    SizeHistory Sizes = {};
    if (WereDealtBefore)
      Sizes.note(Took(N, Technique::Cyclic, 100, 100));
    Sizes.forget();
    Sizes.note(Took(2 * N, Technique::Even, 200, 200));
    Sizes.note(Took(2 * N, Technique::Cyclic, 200, 200));
    Decision D;
    D.As = Technique::Even;
    EXPECT_FALSE(Sizes.began(N, D));
    Sizes.note(Took(N, Technique::Even, 100, 70));
    return Sizes.of(N).makespan(Technique::Cyclic, N);
  };
  EXPECT_GT(Expected(false), 0);
  EXPECT_EQ(Expected(true), Expected(false));
}

TEST_F(SizeHistoryTest, ForgetsWhatALoopTook) {
  Balanced = 12, Even = 9, Serial = 8;
  Busy = 4;
  repeat(1000);
  Selected.forget();
  Busy = 1.5;
  EXPECT_EQ(execute(), Technique::Balanced);
  EXPECT_EQ(execute(), Technique::Chunked);
  EXPECT_EQ(execute(), Technique::Even);
  EXPECT_EQ(execute(), Technique::Cyclic) << "even shares are uneven";
  EXPECT_EQ(execute(), Technique::Serial);
}

TEST(SizeHistory, IsSmall) { EXPECT_LE(sizeof(SizeHistory), 4100u); }

} // namespace
