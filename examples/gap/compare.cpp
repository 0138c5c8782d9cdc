//===- compare.cpp - the schedules of one kernel, interleaved -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sample is a schedule's part of one round: complete runs of the kernel
// until the scheduled loop has taken sample_seconds, and of all its executions
// the median.
//
//===----------------------------------------------------------------------===//
#include "compare.h"
#include "progress.h"

#include <algorithm>
#include <ctime>
#include <numeric>
#include <omp.h>

namespace gap {
namespace {

struct Candidates {
  ScheduleKind kind;
  std::vector<int> chunks;
};

/// The baselines that are tuned. Chunk 0 of static, its default, is the row
/// that all others are compared with.
const std::vector<Candidates> &tuned_baselines() {
  static const std::vector<Candidates> baselines = {
      {ScheduleKind::Static, {64, 256, 1024}},
      {ScheduleKind::Dynamic, {64, 256, 1024, 4096}},
      {ScheduleKind::Guided, {1, 64, 1024}},
      {ScheduleKind::StaticSteal, {16, 64, 256, 1024}},
  };
  return baselines;
}

double sum(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

class Comparer {
public:
  Comparer(Kernel &kernel, const CompareOptions &options,
           const std::string &title)
      : kernel_(kernel), options_(options),
        progress_(title, count_steps(options)) {}

  Comparison compare() {
    progress_.step("making the reference result");
    kernel_.run({ScheduleKind::Static, 0});
    reference_problem_ = kernel_.verify();
    kernel_.make_reference();
    choose_schedules();
    for (int round = 1; round <= options_.rounds; ++round)
      for (std::size_t i = 0; i < schedules_.size(); ++i)
        measure(i, round);
    for (std::size_t i = 0; i < schedules_.size(); ++i)
      count_loads(i);
    compare_with_static();
    result_.rounds = options_.rounds;
    if (thread_seconds_ > 0)
      result_.processor_share = processor_seconds_ / thread_seconds_;
    return std::move(result_);
  }

private:
  static int count_steps(const CompareOptions &options) {
    std::size_t chunks = 0;
    for (const Candidates &c : tuned_baselines())
      chunks += c.chunks.size();
    // static, the tuned baselines, usersched three times.
    const std::size_t rows = tuned_baselines().size() + 4;
    return static_cast<int>(1 + options.tuning_rounds * chunks +
                            (options.rounds + 1) * rows);
  }

  void add_row(const Schedule &schedule, bool first_execution = false) {
    schedules_.push_back(schedule);
    Measured row;
    row.schedule = schedule_name(kernel_, schedule);
    row.first_execution = first_execution;
    row.problem = reference_problem_;
    result_.rows.push_back(row);
  }

  void choose_schedules() {
    add_row({ScheduleKind::Static, 0});
    for (const Candidates &candidates : tuned_baselines()) {
      const Schedule first = {candidates.kind, candidates.chunks.front()};
      if (is_available(first))
        add_row(tune(candidates));
      else
        result_.unavailable.push_back(Schedule{candidates.kind, 0}.name());
    }
    const Schedule usersched = {ScheduleKind::Usersched, 0};
    if (kernel_.has_usersched())
      add_row(usersched, /*first_execution=*/true);
    add_row(usersched);
    if (kernel_.has_usersched())
      add_row({ScheduleKind::UserschedNoSteal, 0});
  }

  Schedule tune(const Candidates &candidates) {
    std::vector<std::vector<double>> seconds(candidates.chunks.size());
    for (int round = 1; round <= options_.tuning_rounds; ++round)
      for (std::size_t i = 0; i < seconds.size(); ++i) {
        const Schedule schedule = {candidates.kind, candidates.chunks[i]};
        progress_.step("tuning " + schedule.name());
        seconds[i].push_back(sample(schedule));
      }
    std::size_t best = 0;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      result_.tuning.push_back(
          {Schedule{candidates.kind, candidates.chunks[i]}.name(),
           median(seconds[i])});
      if (median(seconds[i]) < median(seconds[best]))
        best = i;
    }
    return {candidates.kind, candidates.chunks[best]};
  }

  /// Seconds of one execution of the loop in steady state.
  double sample(const Schedule &schedule) {
    std::vector<double> executions;
    double total = 0;
    const double start = omp_get_wtime();
    const double processor_start = processor_seconds();
    do {
      const KernelRun run = kernel_.run(schedule);
      // A kernel that had nothing to do in its loop.
      if (run.loop_seconds.empty())
        return 0;
      total += sum(run.loop_seconds);
      executions.insert(executions.end(), run.loop_seconds.begin(),
                        run.loop_seconds.end());
    } while (total < options_.sample_seconds);
    thread_seconds_ += (omp_get_wtime() - start) * omp_get_max_threads();
    processor_seconds_ += processor_seconds() - processor_start;
    return median(executions);
  }

  /// Seconds of a first execution of the loop; leaves a complete run.
  double sample_first(const Schedule &schedule) {
    // Enough for a median, and no more than a round's share of time.
    constexpr int fewest = 3, most = 50;
    std::vector<double> executions;
    double total = 0;
    while (static_cast<int>(executions.size()) < most &&
           (static_cast<int>(executions.size()) < fewest ||
            total < options_.sample_seconds)) {
      kernel_.forget_plans();
      const KernelRun run = kernel_.run(schedule, 1);
      if (run.loop_seconds.empty())
        return 0;
      executions.push_back(run.loop_seconds.front());
      total += run.seconds;
    }
    kernel_.forget_plans();
    executions.push_back(kernel_.run(schedule).loop_seconds.front());
    return median(executions);
  }

  void measure(std::size_t i, int round) {
    Measured &row = result_.rows[i];
    progress_.step("round " + std::to_string(round) + " of " +
                   std::to_string(options_.rounds) + ": " + row.schedule +
                   (row.first_execution ? ", first execution" : ""));
    row.seconds.push_back(row.first_execution ? sample_first(schedules_[i])
                                              : sample(schedules_[i]));
    note_problem(row);
  }

  void note_problem(Measured &row) {
    const std::string problem = kernel_.verify();
    if (row.problem.empty())
      row.problem = problem;
  }

  void count_loads(std::size_t i) {
    Measured &row = result_.rows[i];
    progress_.step("counting the loads of " + row.schedule);
    if (row.first_execution)
      kernel_.forget_plans();
    std::vector<ThreadLoads> executions = kernel_.count_loads(schedules_[i]);
    note_problem(row);
    if (executions.empty())
      return;
    if (row.first_execution)
      executions.resize(1);
    std::vector<double> lambdas, deviations;
    for (const ThreadLoads &loads : executions) {
      lambdas.push_back(lambda_percent(loads));
      deviations.push_back(deviation_percent(loads));
    }
    row.lambda_percent = median(lambdas);
    row.deviation_percent = median(deviations);
  }

  void compare_with_static() {
    const std::vector<double> base = result_.rows.front().seconds;
    for (Measured &row : result_.rows) {
      std::vector<double> ratios;
      for (std::size_t round = 0; round < base.size(); ++round)
        ratios.push_back(
            row.seconds[round] > 0 ? base[round] / row.seconds[round] : 1);
      row.speedup = spread(ratios);
    }
  }

  Kernel &kernel_;
  const CompareOptions options_;
  Progress progress_;
  std::vector<Schedule> schedules_; ///< of result_.rows
  std::string reference_problem_;
  Comparison result_;
  double thread_seconds_ = 0; ///< of all samples, for processor_share
  double processor_seconds_ = 0;
};

} // namespace

bool Comparison::verified() const {
  return std::all_of(rows.begin(), rows.end(),
                     [](const Measured &row) { return row.problem.empty(); });
}

Comparison compare(Kernel &kernel, const CompareOptions &options,
                   const std::string &title) {
  return Comparer(kernel, options, title).compare();
}

} // namespace gap
