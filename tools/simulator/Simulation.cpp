//===- Simulation.cpp - runs a loop under a schedule ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every execution is checked: whatever a schedule does, each iteration runs
// once.
//
//===----------------------------------------------------------------------===//
#include "Simulation.h"

#include <algorithm>
#include <limits>

using namespace usersched;
using namespace usersched::simulator;

double simulator::lambdaPercent(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  const std::size_t Middle = Values.size() / 2;
  const double Median = Values.size() % 2
                            ? Values[Middle]
                            : (Values[Middle - 1] + Values[Middle]) / 2;
  if (Values.back() <= 0)
    return 0;
  return Median > 0 ? (Values.back() / Median - 1) * 100
                    : std::numeric_limits<double>::infinity();
}

/// Whether the ranges are [0, N) in some order.
static bool coverOnce(const std::vector<Span> &Spans, uint64_t N) {
  std::vector<IterationRange> Ranges;
  for (const Span &S : Spans)
    Ranges.push_back(S.Range);
  std::sort(Ranges.begin(), Ranges.end(),
            [](const IterationRange &A, const IterationRange &B) {
              return A.Begin < B.Begin;
            });
  uint64_t End = 0;
  for (const IterationRange &R : Ranges) {
    if (R.Begin != End || R.End <= R.Begin)
      return false;
    End = R.End;
  }
  return End == N;
}

Outcome Simulation::execute(Schedule &S, const Choice &What) {
  const uint32_t Threads = Team.threads();
  const uint64_t StealsBefore = S.steals();
  std::vector<double> Load(Threads), End(Threads);
  const Time Start = Team.now();
  Outcome Result;
  Time Last = Start;
  S.begin();
  Team.run([&](uint32_t T) {
    S.enter(T);
    End[T] = Team.now() - Start;
    IterationRange R;
    while (S.next(T, R)) {
      Load[T] += TheLoop.load(R);
      const Time Began = Team.now() - Start;
      Team.work(TheLoop.time(R));
      End[T] = Team.now() - Start;
      Result.Spans.push_back({T, Began, End[T], R, TheLoop.load(R)});
    }
    S.leave(T);
    Last = std::max(Last, Team.now());
  });
  Result.What = What;
  Result.Makespan = Last - Start;
  Result.LambdaLoad = lambdaPercent(std::move(Load));
  Result.LambdaTime = lambdaPercent(std::move(End));
  Result.Dispatches = Result.Spans.size();
  Result.Steals = S.steals() - StealsBefore;
  Result.Wrong = !coverOnce(Result.Spans, TheLoop.tripCount());
  return Result;
}

std::vector<Outcome> Simulation::run(const Choice &What) {
  if (!What.isUsersched()) {
    auto S = makeModel(What, TheLoop.tripCount(), Team, Cost);
    return {execute(*S, What)};
  }
  if (What.Which == Kind::Usersched)
    return runEach(What, {Team.speeds()});
  const auto All =
      runEach(What, std::vector<Speeds>(SteadyAfter, Team.speeds()));
  Outcome First = All.front();
  First.First = true;
  for (const Outcome &O : All)
    First.Wrong |= O.Wrong;
  return {First, All.back()};
}

std::vector<Outcome> Simulation::runEach(const Choice &What,
                                         const std::vector<Speeds> &At) {
  auto S = makeEngine(What, TheLoop, Team, Cost);
  std::vector<Outcome> Result;
  for (const Speeds &Now : At) {
    Team.setSpeeds(Now);
    Result.push_back(execute(*S, What));
  }
  return Result;
}

Outcome Simulation::runBestChunk(Kind Which) {
  Outcome Best;
  // Beyond an even share there are fewer chunks than threads.
  const uint64_t Most = std::max<uint64_t>(TheLoop.tripCount() / threads(), 1);
  for (uint64_t Chunk = 1; Chunk <= Most; Chunk *= 2) {
    const Outcome Tried = run({Which, Chunk}).front();
    if (Chunk == 1 || Tried.Wrong || Tried.Makespan < Best.Makespan)
      Best = Tried;
    if (Best.Wrong)
      break;
  }
  return Best;
}
