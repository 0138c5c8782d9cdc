//===- PlayedTeam.h - a team that one thread plays ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two calls of one thread any number of calls of others may come. Here
// a seed says which, so that every order of calls can happen, on any machine,
// and each can be repeated. (What happens inside of calls at once is for tests
// with real threads.)
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAYED_TEAM_H
#define USERSCHED_PLAYED_TEAM_H

#include "TestClock.h"
#include "TestLoop.h"

#include <gtest/gtest.h>
#include <random>

namespace usersched {
namespace test {

/// Whether Ranges are [0, N), each iteration once.
inline bool areAllOnce(std::vector<IterationRange> Ranges, uint64_t N) {
  std::sort(Ranges.begin(), Ranges.end(),
            [](const IterationRange &A, const IterationRange &B) {
              return A.Begin < B.Begin;
            });
  uint64_t Next = 0;
  for (const IterationRange &R : Ranges) {
    if (R.Begin != Next || R.End <= R.Begin)
      return false;
    Next = R.End;
  }
  return Next == N;
}

/// Whether A gets R. Asks as compiled loops do, in few steps if possible.
inline bool nextRange(Activation &A, IterationRange &R) {
  const bool HasMore = nextInFewSteps(A);
  if (HasMore)
    R = A.given();
  return HasMore;
}

/// One execution, by members that enter at Now, with CallOf(thread number).
/// Cost(thread number, range) is how long a range takes that thread. Whose time
/// is least goes on, as if all ran at once. Adds to Ran; returns when the last
/// one is done.
template <typename CallFunction, typename CostFunction>
uint64_t executeByTime(std::vector<Activation> &Members, Team &Region,
                       uint64_t Now, CallFunction CallOf, CostFunction Cost,
                       std::vector<IterationRange> &Ran,
                       bool (*Next)(Activation &,
                                    IterationRange &) = nextRange) {
  const auto Threads = static_cast<uint32_t>(Members.size());
  std::vector<uint64_t> Ends(Threads, Now);
  std::vector<uint32_t> Active(Threads);
  std::iota(Active.begin(), Active.end(), 0);
  setTime(Now);
  for (uint32_t T = 0; T < Threads; ++T)
    enter(Members[T], CallOf(T), &Region);
  while (!Active.empty()) {
    auto First = std::min_element(
        Active.begin(), Active.end(),
        [&](uint32_t A, uint32_t B) { return Ends[A] < Ends[B]; });
    const uint32_t T = *First;
    setTime(Ends[T]);
    IterationRange R;
    const bool HasMore = Next(Members[T], R);
    // To look at loads may have taken time.
    Ends[T] = std::max(Ends[T], clock::ticks());
    if (HasMore) {
      Ran.push_back(R);
      Ends[T] += Cost(T, R);
    } else {
      Members[T].leave();
      Active.erase(First);
    }
  }
  return *std::max_element(Ends.begin(), Ends.end());
}

/// Executes a loop several times.
class PlayedTeam {
  struct Member {
    Activation A = {};
    uint32_t Thread;
    uint32_t Execution = 0;
    bool IsInside = false, RanLast = false;
  };

  Team &Region;
  std::mt19937_64 Random;
  uint32_t Now = 0;

public:
  PlayedTeam(Team &Region, uint64_t Seed) : Region(Region), Random(Seed) {}

  /// The number of the execution that the member who makes the present call is
  /// in, or enters.
  uint32_t execution() const { return Now; }
  /// Told of each range when a member gets it.
  std::function<void(IterationRange)> OnRange = [](IterationRange) {};

  /// Enters the loop with CallOf(thread number), Times times by each of Threads
  /// members, with barriers in between unless it is USERSCHED_NOWAIT. True if
  /// each execution ran each iteration once and, with USERSCHED_LAST_IS_LAST,
  /// no member anything after the last one.
  template <typename Function>
  bool execute(uint32_t Threads, uint32_t Times, Function CallOf) {
    Region.begin();
    std::vector<Member> Active(Threads);
    for (uint32_t T = 0; T < Threads; ++T)
      Active[T].Thread = T;
    std::vector<std::vector<IterationRange>> Ran(Times);
    std::vector<uint32_t> Left(Times); // by how many members
    bool IsRight = true;
    while (!Active.empty()) {
      Member &M = Active[Random() % Active.size()];
      // A call, or many in a row.
      for (uint64_t Calls = uint64_t(1) << Random() % 8; Calls > 0; --Calls) {
        const Call Entered = CallOf(M.Thread);
        IterationRange R;
        Now = M.Execution;
        if (!M.IsInside) {
          if (!Entered.has(USERSCHED_NOWAIT) && M.Execution > 0 &&
              Left[M.Execution - 1] < Threads)
            break;
          enter(M.A, Entered, &Region);
          M.IsInside = true;
          M.RanLast = false;
        } else if (Random() % 2 ? M.A.next(R) : nextRange(M.A, R)) {
          Ran[M.Execution].push_back(R);
          OnRange(R);
          IsRight &= !(M.RanLast && Entered.has(USERSCHED_LAST_IS_LAST));
          M.RanLast |= R.End == Entered.TripCount;
        } else {
          M.A.leave();
          M.IsInside = false;
          ++Left[M.Execution];
          if (++M.Execution == Times) {
            std::swap(M, Active.back());
            Active.pop_back();
            break;
          }
        }
      }
    }
    for (const std::vector<IterationRange> &Ranges : Ran)
      IsRight &= areAllOnce(Ranges, CallOf(0).TripCount);
    return IsRight;
  }
};

} // namespace test
} // namespace usersched

#endif
