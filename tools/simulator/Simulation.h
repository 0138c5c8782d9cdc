//===- Simulation.h - runs a loop under a schedule ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every result is a function of the loop, the schedule, the speeds of the
// threads and the overheads.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIMULATOR_SIMULATION_H
#define USERSCHED_SIMULATOR_SIMULATION_H

#include "Schedule.h"

namespace usersched::simulator {

/// What a virtual thread did without a break.
struct Span {
  uint32_t Thread;
  Time Begin, End; ///< since the execution began
  IterationRange Range;
  double Load;
};

/// One execution.
struct Outcome {
  Choice What;
  bool First = false; ///< the first execution of a loop that keeps its groups
  Time Makespan = 0;  ///< until the last thread has nothing to do
  double LambdaLoad = 0; ///< per cent, of the threads' loads
  double LambdaTime = 0; ///< of the times when they ended
  uint64_t Dispatches = 0;
  uint64_t Steals = 0;
  /// A model or the scheduler ran an iteration twice or not at all.
  bool Wrong = false;
  std::vector<Span> Spans; ///< in the order of their ends
};

/// (max / median - 1) * 100: ICPP 2019, Equation 1. 0 where all are 0; infinite
/// where the median is.
double lambdaPercent(std::vector<double> Values);

/// After how many executions the scheduler has tried all that it will try.
constexpr uint32_t SteadyAfter = 48;

class Simulation {
  const Loop &TheLoop;
  VirtualTeam Team;
  const Overheads Cost;

  Outcome execute(Schedule &S, const Choice &What);

public:
  Simulation(const Loop &TheLoop, const Speeds &OfThreads,
             const Overheads &Cost)
      : TheLoop(TheLoop), Team(OfThreads), Cost(Cost) {}
  /// Of equal threads.
  Simulation(const Loop &TheLoop, uint32_t Threads, const Overheads &Cost)
      : Simulation(TheLoop, Speeds(Threads, 1), Cost) {}

  uint32_t threads() const { return Team.threads(); }
  const Loop &loop() const { return TheLoop; }

  /// One execution; with usersched(prof) the first one and a steady one.
  std::vector<Outcome> run(const Choice &What);

  /// One execution after another of usersched or usersched(prof), at the speeds
  /// At[0], At[1], and so on.
  std::vector<Outcome> runEach(const Choice &What,
                               const std::vector<Speeds> &At);

  /// The outcome with the chunk size, of the powers of two, with which Which
  /// ends first.
  Outcome runBestChunk(Kind Which);
};

} // namespace usersched::simulator

#endif
