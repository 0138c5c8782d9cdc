//===- sampler.h - a schedule's part of one measuring round ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sample is complete runs of the kernel until its scheduled loop has taken
// sample_seconds, and of these runs the median. Where executions are alike and
// a complete run has more than a sample needs, later samples stop runs early.
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

/// The median of the run's executions of the loop, or, of executions that are
/// not alike, the mean. 0 for none.
double seconds_per_execution(const Kernel &kernel, const KernelRun &run);

/// Uses a team of omp_get_max_threads(), and one thread for
/// ScheduleKind::Serial. Used by one thread, outside parallel regions. A kernel
/// that never gets to its loop has times of its runs alone.
class Sampler {
public:
  Sampler(Kernel &kernel, double sample_seconds)
      : kernel_(kernel), sample_seconds_(sample_seconds) {}

  /// One sample of each schedule, whatever the kernel has learnt before. They
  /// take turns, one run of the kernel each, in another random order every
  /// time: a processor that is slow for a while is so for all of them, and none
  /// gets more time than another for its branch predictor to learn a small
  /// input by heart. Before a schedule's first run `begins(i)` is called, and
  /// after it `ran(i)`, when the kernel holds its result.
  using Notify = std::function<void(std::size_t)>;
  /// `most[i]` limits the executions of the loop in a run; 0: a complete run,
  /// as all are if `most` is empty.
  std::vector<Sample> steady(const std::vector<Schedule> &schedules,
                             const std::vector<int> &most, const Notify &begins,
                             const Notify &ran);

  /// So many executions of one run make a sample, by a sample of complete
  /// runs; 0: a run has to be complete.
  int most_executions(const Sample &sample) const;

  /// Executions of a loop that is unknown to usersched. Leaves a complete run,
  /// to verify.
  Sample first(const Schedule &schedule);

  /// Who does how much, with the instrumented loop: in its first execution, or
  /// in the later ones.
  LoadSample loads(const Schedule &schedule, bool first);

  /// Processor time that the program got during steady samples, over the time
  /// of all its threads.
  double processor_share() const {
    return thread_seconds_ > 0 ? processor_seconds_ / thread_seconds_ : 1;
  }

private:
  /// Of all runs of one sample: a search whose loop is a small part of it
  /// shall not take all the time.
  double most_seconds() const { return 4 * sample_seconds_; }
  KernelRun run(const Schedule &schedule, int most_executions);

  Kernel &kernel_;
  const double sample_seconds_;
  TurnOrder order_;
  double thread_seconds_ = 0;
  double processor_seconds_ = 0;
};

} // namespace gap
#endif
