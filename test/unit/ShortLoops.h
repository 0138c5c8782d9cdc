//===- ShortLoops.h - executions that are done before they are known ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of a graph search (paper 001): many short executions, hardly any
// two of the same iteration space.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEST_SHORTLOOPS_H
#define USERSCHED_TEST_SHORTLOOPS_H

#include "PlayedTeam.h"

#include <map>
#include <utility>

namespace usersched::test {

/// Returns the average ticks of an execution of TripCount iterations under As;
/// 0 if that is not known.
inline float makespan(const SizeHistory &History, uint64_t TripCount,
                      Technique As) {
  const SizeKnowledge Known = History.of(TripCount);
  return Known.isKnown(As) ? Known.makespan(As, TripCount) : 0;
}

class ShortLoops : public testing::Test {
protected:
  static constexpr uint32_t Threads = 2;
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  StepOf Explicit{0};
  uint64_t Now = 1;
  /// In nanoseconds: an iteration; a look at a load; for
  /// each thread but thread 0 to get what the loop reads.
  uint64_t PerIteration = 10, PerLook = 5, ToShare = 0;
  /// In nanoseconds: to get what an iteration needs from the cache of the other
  /// thread that has run it last.
  uint64_t ToMove = 0;
  /// Of each iteration, if ToMove is set.
  std::map<uint64_t, uint32_t> LastRanBy;
  /// If set, what makes iterations differ.
  std::function<uint64_t(uint64_t)> LoadOf;
  uint64_t Executions = 0;
  std::vector<Activation> Members{Threads, outside()};

  ShortLoops() { Region.begin(); }

  /// Loads of 0 to 2 whose looks take time; even over any few iterations.
  std::function<uint64_t(uint64_t)> even() {
    return [this](uint64_t I) {
      setTime(clock::ticks() + PerLook);
      return I % 3;
    };
  }

  /// LoadOf, whose looks take time.
  std::function<uint64_t(uint64_t)> looked() {
    return [this](uint64_t I) {
      setTime(clock::ticks() + PerLook);
      return LoadOf(I);
    };
  }

  std::vector<IterationRange> execute(TestLoop &Loop, uint64_t N,
                                      uint64_t Chunk = 0, uint64_t Data = 0) {
    std::vector<IterationRange> Ran;
    Now = executeByTime(
        Members, Region, Now,
        [&](uint32_t T) {
          Call Entered = Loop.call(N, T, Threads);
          Entered.Chunk = Chunk;
          Entered.Data = Data;
          return Entered;
        },
        [&](uint32_t T, IterationRange R) {
          uint64_t Load = LoadOf ? 0 : R.size();
          for (uint64_t I = R.Begin; LoadOf && I < R.End; ++I)
            Load += LoadOf(I);
          uint64_t Moved = 0;
          for (uint64_t I = R.Begin; ToMove > 0 && I < R.End; ++I)
            Moved += std::exchange(LastRanBy[I], T) != T;
          return Load * PerIteration + Moved * ToMove + (T > 0 ? ToShare : 0);
        },
        Ran);
    EXPECT_TRUE(areAllOnce(Ran, N));
    return Ran;
  }

  std::vector<IterationRange> executeOther(TestLoop &Loop, uint64_t Chunk = 0) {
    ++Executions;
    return execute(Loop, 600 + Executions % 400, Chunk, Executions);
  }

  /// Never twice with the same data; of two sizes.
  void executeOthers(TestLoop &Loop, int Times, uint64_t Chunk = 0) {
    for (int E = 0; E < Times; ++E)
      executeOther(Loop, Chunk);
  }

  /// Of so many executions, how often the loads were looked at.
  uint64_t inspections(TestLoop &Loop, int Times, uint64_t Chunk = 0) {
    uint64_t Result = 0;
    for (int E = 0; E < Times; ++E) {
      const uint64_t Before = Loop.InspectCalls;
      executeOthers(Loop, 1, Chunk);
      Result += Loop.InspectCalls > Before;
    }
    return Result;
  }

  /// Of so many executions, how many were handed out in more than one piece to
  /// each thread.
  uint64_t chunked(TestLoop &Loop, int Times) {
    uint64_t Result = 0;
    for (int E = 0; E < Times; ++E)
      Result += executeOther(Loop).size() > Threads;
    return Result;
  }

  /// At 5 ns, half a millisecond.
  static constexpr uint64_t Long = 100000;

  /// Of so many executions, how often one thread ran all.
  uint64_t lonely(TestLoop &Loop, int Times) {
    uint64_t Result = 0;
    for (int E = 0; E < Times; ++E)
      Result += executeOther(Loop).size() == 1;
    return Result;
  }

  /// Of so many executions of any size below Most, and 1 of 16 that is long,
  /// how many were not set up.
  uint64_t unprepared(TestLoop &Loop, int Times, uint64_t Most) {
    uint64_t Result = 0;
    for (int E = 0; E < Times; ++E) {
      ++Executions;
      const uint64_t N =
          E % 16 == 7 ? Long : 1 + Executions * 0x9e3779b97f4a7c15u % Most;
      const Call Entered = Loop.call(N, 0, Threads);
      Team::Member &Self = Region.arrive(Entered);
      Result += Region.repetition(Self, Entered).isOf(Entered);
      if (E % 16 == 7)
        EXPECT_FALSE(Region.repetition(Self, Entered).isOf(Entered));
      execute(Loop, N, 0, Executions);
    }
    return Result;
  }
};

} // namespace usersched::test

#endif
