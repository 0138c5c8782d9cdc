//===- thread_loads.h - who did how much of a loop, and until when --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's loop has a watch in its `firstprivate` clause: every thread gets a
// copy and reports to it each iteration that it executes. A kernel is a
// template over the recorder: with a LoopRecorder its loads are counted. With a
// NoRecorder it is timed; the calls of the watch then compile to nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_THREAD_LOADS_H
#define GAP_THREAD_LOADS_H

#include <cstdint>
#include <omp.h>
#include <string>
#include <vector>

namespace gap {

/// What each thread executed in one execution of a loop. Indexed by the
/// thread's number in the team.
struct ThreadLoads {
  std::vector<std::int64_t> load;       ///< in units of the load expression
  std::vector<std::int64_t> iterations; ///< of the loop
  /// Seconds from the start of the loop to the end of the thread's last
  /// iteration; 0 if it executed none.
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

/// Returns the median over the executions of each one's lambda.
Lambda median_lambda(const std::vector<ThreadLoads> &executions);

/// Returns one lambda for executions of different size: the largest shares of
/// all executions are summed, and so are the median shares, and lambda relates
/// the two sums. It says what the whole sequence loses.
Lambda total_lambda(const std::vector<ThreadLoads> &executions);

/// Returns the largest difference between a thread's load and the mean load, in
/// percent of the mean.
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

  /// Records teams of at most `num_threads` threads.
  explicit LoopRecorder(int num_threads) : slots_(num_threads) {}

  /// One thread calls these, before and after a loop of `num_iterations`.
  void begin_execution(std::int64_t num_iterations);
  void end_execution();
  /// For the loop's firstprivate clause.
  Watch watch();

  const std::vector<ThreadLoads> &executions() const { return executions_; }
  /// Says what is wrong if some iteration did not run exactly once, or "".
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

/// The original records nothing. Each copy belongs to one thread; its
/// destructor adds what it counted to the recorder's slot of the thread.
class LoopRecorder::Watch {
public:
  static constexpr bool records = true;
  explicit Watch(LoopRecorder &recorder) : recorder_(&recorder) {}
  Watch(const Watch &other) : recorder_(other.recorder_), is_copy_(true) {}
  Watch &operator=(const Watch &) = delete;
  ~Watch();

  /// Counts an iteration of this load, at its end.
  void add(std::int64_t load) {
    load_ += load;
    ++iterations_;
    // Reading the clock costs as much as a light iteration. A thread executes
    // at most 15 light iterations after its last reading.
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
