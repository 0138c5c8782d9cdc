//===- LoopSummary.h - the figures of a report on one loop ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a person is told of a loop, computed from its record. Invariant: what is
// not known is NaN, and nothing is infinite.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_LOOP_SUMMARY_H
#define USERSCHED_LOOP_SUMMARY_H

#include "record/LoopRecord.h"

namespace usersched {

/// How well loads tell times. Of ranges of many iterations, each weighing as
/// much as it has iterations: their time per iteration over their load per
/// iteration.
struct LoadFit {
  /// Of the variance of the time per iteration, the part that a straight line
  /// explains. NaN if there are too few ranges, or nothing to explain.
  double RSquared = std::numeric_limits<double>::quiet_NaN();
  /// That line, in nanoseconds; neither is negative. NaN as above.
  double PerLoad = std::numeric_limits<double>::quiet_NaN();
  double PerIteration = std::numeric_limits<double>::quiet_NaN();
  /// Standard deviation by mean, of the time and of the load per iteration.
  double TimeSpread = 0, LoadSpread = 0;
};

LoadFit fitLoads(const std::vector<MeasuredRange> &Measured,
                 double NanosecondsPerTick);

struct HeaviestChunk {
  IterationRange Range; ///< empty: not known
  /// Of what each thread has if all have the same load.
  double SharePercent = std::numeric_limits<double>::quiet_NaN();
};

struct LoopSummary {
  uint64_t Executions = 0;
  Range64 TripCount, Threads;
  double Seconds = 0; ///< the team's, in all
  uint64_t Made = 0, Hits = 0, Stale = 0, Evicted = 0, Refined = 0;
  /// Of all threads.
  double BusySeconds = 0, InspectSeconds = 0, BalanceSeconds = 0;
  bool HasPrefix = false;
  double LambdaLoadPercent = std::numeric_limits<double>::quiet_NaN();
  double LambdaTimePercent = std::numeric_limits<double>::quiet_NaN();
  uint64_t Steals = 0, StolenIterations = 0;
  double StolenLoadPercent = std::numeric_limits<double>::quiet_NaN();
  double DispatchesPerExecution = 0;
  LoadFit Fit;
  HeaviestChunk Heaviest;
  /// How much longer than the mean the longest of as many equal parts of the
  /// iterations as there are threads should take, in %; NaN: not known.
  double StaticExcessPercent = std::numeric_limits<double>::quiet_NaN();
  /// Threads that these figures of one plan are for; 0: there is no plan.
  uint32_t PlanThreads = 0;

  double secondsPerExecution() const {
    return Executions ? Seconds / static_cast<double>(Executions) : 0;
  }
};

/// With the recorder's lock held.
LoopSummary summarize(const LoopRecord &Record, double NanosecondsPerTick);

} // namespace usersched

#endif
