//===- hard_cell.h - one kind of hard loop --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cell is one choice in each dimension of `engine hard`. Its name has a part
// for each, as "another/n300/right/20us/for/compute/t2", for regular
// expressions.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_HARD_CELL_H
#define BENCH_HARD_CELL_H

#include "runner.h"

#include <string>
#include <vector>

namespace bench {

struct HardCell {
  /// "same" each time; "another" each time: other trip count, heavy iterations
  /// elsewhere; "moving": the same arrays, but the heavy iterations are
  /// elsewhere after every HardLoops::executions_of_a_place executions.
  std::string work;
  int iterations;   ///< mean of a loop of 20 us; longer loops have more
  std::string load; ///< what the loop tells usersched: see hard_loops.cpp
  int microseconds; ///< that an execution takes, about
  /// "for": `parallel for`; "nowait": a region with one `for nowait`; "stream":
  /// a region with many of them, whose threads need not wait for each other.
  std::string form;
  std::string body; ///< "compute" or "memory"
  int threads;

  std::string name() const;
};

/// Returns the cells whose names match any of options.cells. Without them, the
/// default: the grid of works, loads and times, and from there one other choice
/// at a time, with three loads and the short times.
std::vector<HardCell> hard_cells(const Options &options);

} // namespace bench
#endif
