//===- hard_loops.h - the loops of one cell -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iteration i of a loop of N works about q N / (|i-c| + N/20) units, where c is
// anywhere in the loop: an iteration at c works eleven times as much as one
// that is half of the loop away.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_HARD_LOOPS_H
#define BENCH_HARD_LOOPS_H

#include "hard_cell.h"

#include <cstdint>
#include <vector>

namespace bench {

/// A unit of work is a multiply-add that needs the one before.
struct ComputeBody {
  const std::uint32_t *work; ///< units of each iteration

  __attribute__((always_inline)) void operator()(std::int32_t i,
                                                 std::uint64_t &sum) const {
    auto x = static_cast<std::uint64_t>(i);
    for (std::uint32_t units = work[i]; units > 0; --units)
      x = x * 6364136223846793005u + 1442695040888963407u;
    sum += x;
  }
};

/// A unit of work is a cache line to read. An iteration reads neighbouring
/// ones, each iteration others.
struct MemoryBody {
  static constexpr std::uint32_t words = 8; ///< of a cache line

  const std::uint32_t *work;  ///< units of each iteration
  const std::uint64_t *place; ///< where its words begin
  const std::uint64_t *data;

  __attribute__((always_inline)) void operator()(std::int32_t i,
                                                 std::uint64_t &sum) const {
    const std::uint64_t *word = data + place[i];
    for (std::uint32_t left = work[i] * words; left > 0; --left)
      sum += *word++;
  }
};

struct HardLoop {
  std::vector<std::uint32_t> work;
  std::vector<std::uint32_t> load;  ///< as usersched is told; empty: 1 for each
  std::vector<std::uint64_t> place; ///< only of loops that read memory
  std::uint64_t sum = 0;            ///< of what all iterations compute

  std::int32_t iterations() const {
    return static_cast<std::int32_t>(work.size());
  }
};

struct HardLoops {
  /// Executed in turn; of work that moves, each so many times.
  std::vector<HardLoop> loops;
  static constexpr std::size_t executions_of_a_place = 8;
  std::vector<std::uint64_t> data;

  ComputeBody compute(const HardLoop &loop) const { return {loop.work.data()}; }
  MemoryBody memory(const HardLoop &loop) const {
    return {loop.work.data(), loop.place.data(), data.data()};
  }
};

/// Returns the cell's loops, the same in every process but for the amount of
/// work: it is measured here how much takes the cell's time.
HardLoops make_hard_loops(const HardCell &cell);

} // namespace bench
#endif
