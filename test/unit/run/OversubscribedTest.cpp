//===- OversubscribedTest.cpp - more threads than processors --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor goes on to the next thread when the one that it runs gets nothing
// more, as under a system that has many threads for few processors: most of
// them come when all is done. One thread plays all, so what happens is counted.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"

#include <algorithm>

using namespace usersched;
using namespace usersched::test;

namespace {

class OversubscribedTest : public testing::Test {
protected:
  static constexpr uint64_t N = 8192;
  static constexpr uint32_t Threads = 16;
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  StepOf Explicit{0};
  uint64_t Now = 1;
  /// A unit of load takes a nanosecond.
  std::function<uint64_t(uint64_t)> Load = [](uint64_t) { return 100; };
  TestLoop Loop{[this](uint64_t I) { return Load(I); }};
  std::vector<Activation> Members{Threads, outside()};
  uint32_t Processors = 2;
  /// The thread that the first processor begins with.
  uint32_t FirstThread = 0;

  // Of all measured executions:
  uint64_t Ranges = 0; ///< handed out
  uint64_t Took = 0;   ///< nanoseconds
  uint64_t Steals = 0;

  OversubscribedTest() { Region.begin(); }

  uint64_t load(IterationRange R) const {
    uint64_t Sum = 0;
    for (uint64_t I = R.Begin; I < R.End; ++I)
      Sum += Load(I);
    return Sum;
  }

  /// One execution; the next one will begin with other threads.
  void execute() {
    struct Processor {
      uint64_t Time;
      uint32_t Thread;
    };
    std::vector<Processor> Busy;
    uint32_t Came = 0;
    const auto Call = [&](Processor &Free) {
      Free.Thread = (FirstThread + 5 * Came++) % Threads;
      setTime(Free.Time);
      enter(Members[Free.Thread], Loop.call(N, Free.Thread, Threads), &Region);
    };
    for (uint32_t P = 0; P < Processors; ++P)
      Call(Busy.emplace_back(Processor{Now, 0}));
    uint64_t End = Now;
    std::vector<IterationRange> Ran;
    while (!Busy.empty()) {
      const auto Next = std::min_element(
          Busy.begin(), Busy.end(), [](const Processor &A, const Processor &B) {
            return A.Time < B.Time;
          });
      setTime(Next->Time);
      IterationRange R;
      if (Members[Next->Thread].next(R)) {
        Ran.push_back(R);
        End = std::max(End, Next->Time += load(R));
        continue;
      }
      Members[Next->Thread].leave();
      if (Came < Threads)
        Call(*Next);
      else
        Busy.erase(Next);
    }
    EXPECT_TRUE(areAllOnce(Ran, N));
    Ranges += Ran.size();
    Took += End - Now;
    Now = End;
    FirstThread = (FirstThread + 3) % Threads;
  }

  static constexpr uint64_t Measured = 32;

  /// Executions in which nothing is learned any more.
  void measure() {
    for (int E = 0; E < 200; ++E)
      execute();
    Ranges = Took = 0;
    const uint64_t Before = Counters::sum().steals;
    for (uint64_t E = 0; E < Measured; ++E)
      execute();
    Steals = Counters::sum().steals - Before;
  }

  /// Over an even share for each processor.
  double excess() const {
    return static_cast<double>(Took * Processors) /
               static_cast<double>(Measured * load({0, N})) -
           1;
  }
};

TEST_F(OversubscribedTest, GroupsThatNobodyHasBegunAreTakenAsAWhole) {
  measure();
  EXPECT_LE(Steals, (Threads - Processors + 1) * Measured);
  EXPECT_LT(excess(), 0.01);
}

TEST_F(OversubscribedTest, OnlyTheLastGroupsAreCutForThieves) {
  measure();
  // Pieces of 2 us, which a thief would not want, would be 409.
  EXPECT_LT(Ranges, 250 * Measured);
}

TEST_F(OversubscribedTest, TheHeaviestGroupIsTakenFirst) {
  Load = [](uint64_t I) { return I + 1 == N ? (N - 1) * 32 * 2 / 3 : 32; };
  measure();
  EXPECT_LT(excess(), 0.01);
}

TEST_F(OversubscribedTest, FewGroupsThatNobodyHasBegunAreForAllWhoAreThere) {
  Processors = 14;
  measure();
  EXPECT_LT(excess(), 0.05);
}

} // namespace
