//===- thread_loads.h - who did how much of a loop ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instrumented kernel counts with a LoadCounter what each thread executes;
// the same template instantiated with a NoCounter is the kernel that is timed,
// and compiles to no trace of counting.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_THREAD_LOADS_H
#define GAP_THREAD_LOADS_H

#include <cstdint>
#include <omp.h>
#include <vector>

namespace gap {

/// One execution of a loop: per thread of the team, what it executed.
struct ThreadLoads {
  std::vector<std::int64_t> load;       ///< in units of the load expression
  std::vector<std::int64_t> iterations; ///< of the loop
};

/// (max / median - 1) * 100 of the threads' loads: the lambda of ICPP 2019,
/// Equation 1. 0 for an idle team, infinite if only the median is 0.
double lambda_percent(const ThreadLoads &loads);

/// The largest difference of a thread's load from the mean, in percent of it.
double deviation_percent(const ThreadLoads &loads);

struct NoCounter {
  void add(std::int64_t) {}
  void end_execution() {}
};

class LoadCounter {
public:
  /// For teams of up to `num_threads` threads.
  explicit LoadCounter(int num_threads) : slots_(num_threads) {}

  /// Called by the threads of the team for each iteration of the loop.
  void add(std::int64_t load) {
    Slot &slot = slots_[omp_get_thread_num()];
    slot.load += load;
    ++slot.iterations;
  }
  /// Called by one thread after each execution of the loop.
  void end_execution();

  const std::vector<ThreadLoads> &executions() const { return executions_; }

private:
  struct alignas(64) Slot {
    std::int64_t load = 0;
    std::int64_t iterations = 0;
  };
  std::vector<Slot> slots_;
  std::vector<ThreadLoads> executions_;
};

} // namespace gap
#endif
