//===- runner.h - measures rows round by round ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is one thing that takes time: a loop under a schedule. Rows are
// measured interleaved (A B C B C A ...), so that a disturbance of the machine
// hits all alike, and compared within each round. Every row says whether what
// it computed is right.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include "schedules.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace bench {

struct Options {
  bool quick = false; ///< few, short rounds: shows that it works
  int rounds = 0;     ///< 0: chosen
  int threads = 2;
  int sample_ms = 0;              ///< 0: chosen
  std::vector<std::string> cells; ///< of hard: regular expressions
  bool list = false;              ///< hard only prints their names
  bool mean = false; ///< a round's figure is the mean execution, not the median

  int number_of_rounds() const { return rounds ? rounds : quick ? 2 : 9; }
  /// A row's share of one round.
  double sample_seconds() const {
    return 1e-3 * (sample_ms ? sample_ms : quick ? 2 : 30);
  }
};

struct Row {
  std::string kernel;   ///< what is executed
  std::string input;    ///< on what
  std::string schedule; ///< how
  int threads;
  /// Executes once; returns false if the result is wrong.
  std::function<bool()> run;
  /// Before each execution, outside of the measured time; may be empty.
  std::function<void()> prepare = {};
  bool first = false; ///< each is a loop's first execution, or its first ones
  std::size_t fewest_runs = 3; ///< in a sample
  int chunk = 0; ///< that was tuned; 0: none, or it is part of the schedule

  std::vector<double> seconds = {}; ///< per round: of one execution
  std::size_t executions = 0;       ///< in the last round
  double wall_seconds = 0;          ///< of all of its samples
  double processor_seconds = 0;     ///< that the program got meanwhile
  bool is_wrong = false;

  /// Of the processors that the team can have: well below 1 if other programs
  /// disturbed it.
  double processor_share() const;
};

/// Measures the rows, which are added to.
void measure(std::vector<Row> &rows, const Options &options);

/// The index of the quickest of the candidates, by the median of a few
/// interleaved rounds.
std::size_t tune(std::vector<Row> candidates, const Options &options);

/// The rows as a table; times are relative to the row `base` of the same round.
void print(const std::string &title, const std::vector<Row> &rows,
           std::size_t base);

/// In the shared format.
nlohmann::json to_json(const std::vector<Row> &rows);

} // namespace bench
#endif
