//===- sampler.cpp - a schedule's part of one measuring round -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of executions that are alike, the median counts, over all runs. Of executions
// that differ, each run gives its mean.
//
//===----------------------------------------------------------------------===//
#include "comparison/sampler.h"
#include "base/statistics.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <omp.h>

namespace gap {
namespace {

double sum(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

/// Sets the team size to one thread for the serial schedule, and restores it
/// when it is destroyed.
class TeamSize {
public:
  explicit TeamSize(const Schedule &schedule) : before_(omp_get_max_threads()) {
    if (schedule.kind == ScheduleKind::Serial)
      omp_set_num_threads(1);
  }
  ~TeamSize() { omp_set_num_threads(before_); }
  TeamSize(const TeamSize &) = delete;
  TeamSize &operator=(const TeamSize &) = delete;

private:
  const int before_;
};

/// The times of one sample's runs.
struct Collected {
  std::vector<double> executions; ///< or, where they differ, means of runs
  std::vector<double> runs;
  double seconds = 0;     ///< of all executions
  double run_seconds = 0; ///< of all runs
  std::size_t last_executions = 0;

  void add(const Kernel &kernel, const KernelRun &run) {
    runs.push_back(run.seconds);
    run_seconds += run.seconds;
    seconds += sum(run.loop_seconds);
    last_executions = run.loop_seconds.size();
    if (kernel.executions_alike() && last_executions > 0)
      executions.insert(executions.end(), run.loop_seconds.begin(),
                        run.loop_seconds.end());
    else
      executions.push_back(seconds_per_execution(kernel, run));
  }
};

} // namespace

double seconds_per_execution(const Kernel &kernel, const KernelRun &run) {
  if (run.loop_seconds.empty())
    return 0;
  return kernel.executions_alike()
             ? median(run.loop_seconds)
             : sum(run.loop_seconds) / double(run.loop_seconds.size());
}

KernelRun Sampler::run(const Schedule &schedule, int most_executions) {
  const TeamSize team(schedule);
  const double start = omp_get_wtime();
  const double processor_start = processor_seconds();
  KernelRun run = kernel_.run(schedule, most_executions);
  thread_seconds_ += (omp_get_wtime() - start) * omp_get_max_threads();
  processor_seconds_ += processor_seconds() - processor_start;
  return run;
}

int Sampler::most_executions(const Sample &sample) const {
  // At least so many that one that is disturbed does not decide the median.
  constexpr std::size_t fewest = 5;
  if (!kernel_.executions_alike() || sample.executions <= fewest)
    return 0;
  const double needed =
      std::max(double(fewest), std::ceil(sample_seconds_ / sample.seconds));
  return needed < double(sample.executions) ? int(needed) : 0;
}

Sample Sampler::sample(const Schedule &schedule, int most) {
  Collected runs;
  do
    runs.add(kernel_, run(schedule, most));
  while (runs.last_executions > 0 && runs.seconds < sample_seconds_ &&
         runs.run_seconds < most_seconds());
  return {median(runs.executions), median(runs.runs), runs.last_executions};
}

std::vector<Sample> Sampler::steady(const std::vector<Schedule> &schedules,
                                    const std::vector<int> &most,
                                    const Notify &begins, const Notify &ran) {
  std::vector<std::size_t> turns(schedules.size());
  std::iota(turns.begin(), turns.end(), 0);
  order_.shuffle(turns);
  std::vector<Sample> samples(schedules.size());
  for (std::size_t i : turns) {
    begins(i);
    const int limit = most.empty() ? 0 : most[i];
    sample(schedules[i], limit); // not counted
    samples[i] = sample(schedules[i], limit);
    ran(i);
  }
  return samples;
}

Sample Sampler::first(const Schedule &schedule) {
  // Enough for a median, and no more than a round's share of time.
  constexpr std::size_t fewest = 3, most = 50;
  const TeamSize team(schedule);
  std::vector<double> executions, runs;
  double total = 0;
  Sample sample;
  while (executions.size() < most &&
         (executions.empty() || total < sample_seconds_ ||
          (executions.size() < fewest && total < most_seconds()))) {
    kernel_.forget_plans();
    // Where executions differ, only the whole of them is comparable.
    const KernelRun run =
        kernel_.run(schedule, kernel_.executions_alike() ? 1 : 0);
    if (run.loop_seconds.empty())
      return {0, run.seconds, 0};
    executions.push_back(seconds_per_execution(kernel_, run));
    total += run.seconds;
  }
  kernel_.forget_plans();
  const KernelRun run = kernel_.run(schedule);
  sample.seconds = median(executions);
  sample.kernel_seconds = run.seconds;
  sample.executions = run.loop_seconds.size();
  return sample;
}

LoadSample Sampler::loads(const Schedule &schedule, bool first) {
  const TeamSize team(schedule);
  kernel_.forget_plans();
  // The instrumented loop is another one, with plans of its own.
  if (schedule.has_memory() && !first)
    kernel_.count_loads(schedule);
  std::vector<double> by_load, by_time, deviations;
  const double start = omp_get_wtime();
  do {
    if (first)
      kernel_.forget_plans();
    std::vector<ThreadLoads> executions = kernel_.count_loads(schedule);
    if (executions.empty())
      return {};
    if (first && kernel_.executions_alike())
      executions.resize(1);
    const Lambda lambda = kernel_.executions_alike() ? median_lambda(executions)
                                                     : total_lambda(executions);
    by_load.push_back(lambda.by_load);
    by_time.push_back(lambda.by_time);
    for (const ThreadLoads &loads : executions)
      deviations.push_back(deviation_percent(loads));
  } while (omp_get_wtime() - start < sample_seconds_);
  return {{median(by_load), median(by_time)}, median(deviations)};
}

} // namespace gap
