//===- sampler.h - a schedule's part of one measuring round ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To take a sample, the kernel runs until its scheduled loop has taken
// sample_seconds, or the runs four times that. The sample is the median of the
// executions, or of the runs' means where executions differ. If executions are
// alike and one complete run is longer than a sample needs, later samples stop
// their runs early.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_SAMPLER_H
#define GAP_SAMPLER_H

#include "comparison/kernel.h"
#include "comparison/turn_order.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace gap {

struct Sample {
  double seconds = 0;         ///< one execution of the scheduled loop
  double kernel_seconds = 0;  ///< one run of the kernel
  std::size_t executions = 0; ///< of the loop, in one run
};

struct LoadSample {
  Lambda lambda;
  double deviation_percent = 0; ///< largest, of a thread's load from the mean
};

/// Returns the median time of the run's executions of the loop; the mean if
/// they are not alike; 0 if there are none.
double seconds_per_execution(const Kernel &kernel, const KernelRun &run);

/// Uses a team of omp_get_max_threads(), and one thread for
/// ScheduleKind::Serial. Used by one thread, outside parallel regions. If the
/// kernel never executes its loop, a sample has only the time of the runs.
class Sampler {
public:
  Sampler(Kernel &kernel, double sample_seconds)
      : kernel_(kernel), sample_seconds_(sample_seconds) {}

  /// Returns one sample of each schedule; what the runtime learnt before is
  /// kept. The schedules take turns, in a new random order every time. A
  /// program has one schedule. So a turn is two samples long, and only the
  /// second one counts: in the first one, caches and branch predictors are as
  /// another schedule left them, which helps schedules that are like the
  /// others. Calls `begins(i)` before the turn of schedule i, and `ran(i)`
  /// after it, when the kernel holds the result of the last run.
  using Notify = std::function<void(std::size_t)>;
  /// `most[i]` limits the executions of the loop in a run; 0: no limit. If
  /// `most` is empty, no run is limited.
  std::vector<Sample> steady(const std::vector<Schedule> &schedules,
                             const std::vector<int> &most, const Notify &begins,
                             const Notify &ran);

  /// Returns how many executions of the loop are enough for one run, to judge
  /// by a sample of complete runs; 0: only a complete run is enough.
  int most_executions(const Sample &sample) const;

  /// Measures first executions: usersched has no plan of the loop. The last run
  /// is complete, so its result can be verified.
  Sample first(const Schedule &schedule);

  /// Counts with the instrumented loop which thread does how much: in the first
  /// execution if `first`, else in the later ones.
  LoadSample loads(const Schedule &schedule, bool first);

  /// Processor time that the program got during steady samples, counted or not,
  /// divided by the time of all its threads.
  double processor_share() const {
    return thread_seconds_ > 0 ? processor_seconds_ / thread_seconds_ : 1;
  }

private:
  /// Limits all runs of one sample together. Without it, a search that spends
  /// little time in its loop would run for very long.
  double most_seconds() const { return 4 * sample_seconds_; }
  KernelRun run(const Schedule &schedule, int most_executions);
  Sample sample(const Schedule &schedule, int most_executions);

  Kernel &kernel_;
  const double sample_seconds_;
  TurnOrder order_;
  double thread_seconds_ = 0;
  double processor_seconds_ = 0;
};

} // namespace gap
#endif
