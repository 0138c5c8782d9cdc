//===- compare.h - the schedules of one kernel, interleaved ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First each baseline is tuned: the chunk size with the lowest median of a few
// interleaved rounds. Then all schedules are measured round by round
// (A B C A B C ...), so that a disturbance of the machine hits all alike, and
// compared round by round. usersched is never tuned; its first execution,
// inspection included, is measured apart from the later ones.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_COMPARE_H
#define GAP_COMPARE_H

#include "kernel.h"
#include "statistics.h"

#include <string>
#include <vector>

namespace gap {

struct CompareOptions {
  int rounds = 5;
  int tuning_rounds = 3;
  /// A schedule's share of one round: the kernel runs until its scheduled
  /// loop has taken so long.
  double sample_seconds = 0.1;
};

/// One row of the table.
struct Measured {
  std::string schedule;         ///< its name, with the tuned chunk
  bool first_execution = false; ///< of a loop unknown to usersched
  std::vector<double> seconds;  ///< per round: median of one execution
  Spread speedup = {1, 1, 1};   ///< over static, of the same round
  double lambda_percent = 0;    ///< in units of load
  double deviation_percent = 0; ///< largest, from the mean load
  std::string problem;          ///< what verification found; "" if nothing
};

/// One chunk size that was tried.
struct Tuned {
  std::string schedule;
  double seconds; ///< median of one execution of the loop
};

struct Comparison {
  std::vector<Measured> rows;
  std::vector<Tuned> tuning;
  std::vector<std::string> unavailable; ///< schedules of other runtimes
  int rounds = 0;
  /// Processor time that the program got while it was measured, over the time
  /// of all its threads: well below 1 if other programs disturbed it.
  double processor_share = 1;

  bool verified() const;
};

/// Compares the schedules on the kernel, with progress on stderr under the
/// given title. Every schedule's result is verified in each measuring round;
/// a failure is in its row.
Comparison compare(Kernel &kernel, const CompareOptions &options,
                   const std::string &title);

} // namespace gap
#endif
