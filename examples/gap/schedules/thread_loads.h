//===- thread_loads.h - who did how much of a loop, and until when --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's loop has a watch as `firstprivate`: every thread gets its copy and
// reports with it what it executes. The same template instantiated with a
// NoRecorder is the kernel that is timed, and compiles to no trace of watching.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_THREAD_LOADS_H
#define GAP_THREAD_LOADS_H

#include <cstdint>
#include <omp.h>
#include <string>
#include <vector>

namespace gap {

/// One execution of a loop: per thread of the team, what it executed.
struct ThreadLoads {
  std::vector<std::int64_t> load;       ///< in units of the load expression
  std::vector<std::int64_t> iterations; ///< of the loop
  /// When its last iteration ended, from the start of the loop. 0 without an
  /// iteration.
  std::vector<double> seconds;
};

/// How uneven the threads' shares are, in percent: the lambda of ICPP 2019,
/// Equation 1.
struct Lambda {
  double by_load = 0;
  double by_time = 0;
};

/// (max / median - 1) * 100 of the threads' values. 0 for an idle team,
/// infinite if only the median is 0.
double lambda_percent(const std::vector<double> &values);

/// Of each execution, and of those the median.
Lambda median_lambda(const std::vector<ThreadLoads> &executions);

/// For executions of different size: the sum of their largest shares against
/// the sum of their median ones, as what the whole sequence loses.
Lambda total_lambda(const std::vector<ThreadLoads> &executions);

/// The largest difference of a thread's load from the mean, in percent of it.
double deviation_percent(const ThreadLoads &loads);

struct NoRecorder {
  struct Watch {
    static constexpr bool records = false;
    void add(std::int64_t) {}
  };
  Watch watch() { return {}; }
  void begin_execution(std::int64_t) {}
  void end_execution() {}
};

class LoopRecorder {
public:
  class Watch;

  /// For teams of up to `num_threads` threads.
  explicit LoopRecorder(int num_threads) : slots_(num_threads) {}

  /// Each called by one thread, around a loop of so many iterations.
  void begin_execution(std::int64_t num_iterations);
  void end_execution();
  /// For the loop's firstprivate clause.
  Watch watch();

  const std::vector<ThreadLoads> &executions() const { return executions_; }
  /// What is wrong if not every iteration ran once, or "".
  const std::string &miscount() const { return miscount_; }

private:
  struct alignas(64) Slot {
    std::int64_t load = 0;
    std::int64_t iterations = 0;
    double end = 0;
  };
  double start_ = 0;
  std::int64_t expected_ = 0;
  std::string miscount_;
  std::vector<Slot> slots_;
  std::vector<ThreadLoads> executions_;
};

/// The first of its kind records nothing; each copy belongs to one thread, and
/// hands in what it saw when it ends.
class LoopRecorder::Watch {
public:
  static constexpr bool records = true;
  explicit Watch(LoopRecorder &recorder) : recorder_(&recorder) {}
  Watch(const Watch &other) : recorder_(other.recorder_), is_copy_(true) {}
  Watch &operator=(const Watch &) = delete;
  ~Watch();

  /// After an iteration of that load.
  void add(std::int64_t load) {
    load_ += load;
    ++iterations_;
    // A look at the clock costs as much as a light iteration. What a thread
    // does after its last look is at most 15 of them.
    if (load >= 64 || iterations_ % 16 == 1)
      end_ = omp_get_wtime();
  }

private:
  LoopRecorder *recorder_;
  bool is_copy_ = false;
  std::int64_t load_ = 0;
  std::int64_t iterations_ = 0;
  double end_ = 0;
};

inline LoopRecorder::Watch LoopRecorder::watch() { return Watch(*this); }

} // namespace gap
#endif
