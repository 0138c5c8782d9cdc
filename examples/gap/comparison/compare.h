//===- compare.h - the schedules of one kernel, interleaved ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All schedules are measured round by round, in random order (A B C B A C ...),
// so that a disturbance of the machine hits all alike, and compared round by
// round. The
// caller names the schedules, or leaves the choice to compare(): it takes each
// baseline with the chunk size that has the lowest median in a few interleaved
// rounds. usersched is never tuned. Where usersched learns, its first
// execution, inspection included, has a row of its own.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_COMPARE_H
#define GAP_COMPARE_H

#include "base/statistics.h"
#include "comparison/kernel.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace gap {

struct CompareOptions {
  /// Measured rounds. Before them, half as many tune the baselines, at least
  /// three.
  int rounds = 5;
  /// What counts of a schedule's turn in a round: the kernel runs until its
  /// scheduled loop has taken this many seconds, after as long that does not
  /// count.
  double sample_seconds = 0.1;
  /// Count for each schedule which thread does how much. The counts, unlike
  /// the times, are the same in every process.
  bool count_loads = true;
  /// Stop no run early. For kernels whose executions are alike, but whose first
  /// executions do not stand for all.
  bool complete_runs = false;
  /// These and no others, in this order. Empty: the baselines tuned, and
  /// usersched.
  std::vector<Schedule> schedules;
};

/// One row of the table.
struct Measured {
  std::string schedule;               ///< its name, with the tuned chunk
  int threads = 1;                    ///< of the team that ran it
  bool first_execution = false;       ///< without a plan from an earlier one
  std::vector<double> seconds;        ///< per round: one execution of the loop
  std::vector<double> kernel_seconds; ///< per round: one run of the kernel;
                                      ///< NaN where none was complete
  std::size_t executions = 0;         ///< of the loop, in one run
  Spread speedup = {1, 1, 1};         ///< over the base, of the same round
  Lambda lambda = {NAN, NAN};         ///< how uneven the threads' shares are;
                                      ///< NaN: not counted
  double deviation_percent = NAN;     ///< of load: largest, from the mean
  bool checked = true;                ///< the results were verified
  std::string problem; ///< what verification found; "" if nothing
};

/// One chunk size that was tried.
struct Tuned {
  std::string schedule;
  double seconds; ///< median of one execution of the loop
};

struct Comparison {
  std::vector<Measured> rows;
  std::size_t base = 0; ///< the row that the others are compared with: static,
                        ///< or the first where that is not among them
  std::vector<Tuned> tuning;
  std::vector<std::string> unavailable; ///< schedules that this program or its
                                        ///< OpenMP runtime does not have
  int rounds = 0;
  /// Processor time that the program got while it was measured, divided by the
  /// time of all its threads: well below 1 if other programs disturbed it.
  double processor_share = 1;

  bool verified() const;
};

/// Returns how many times as fast `row` is as `base`, round by round. Requires
/// as many rounds of both, at least one.
Spread speedup(const Measured &base, const Measured &row);

/// Compares the schedules on the kernel and shows the progress on stderr under
/// the title. Verifies every schedule's result in the first round, whose runs
/// are complete, and after the runs that count loads; a failure stands in the
/// schedule's row. The kernel then holds the result of a complete run.
Comparison compare(Kernel &kernel, const CompareOptions &options,
                   const std::string &title);

} // namespace gap
#endif
