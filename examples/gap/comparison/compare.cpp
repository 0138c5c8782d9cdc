//===- compare.cpp - the schedules of one kernel, interleaved -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of work: the reference result, tuning, rounds, loads.
//
//===----------------------------------------------------------------------===//
#include "comparison/compare.h"
#include "comparison/progress.h"
#include "comparison/sampler.h"

#include <algorithm>
#include <omp.h>

namespace gap {
namespace {

struct Candidates {
  ScheduleKind kind;
  std::vector<int> chunks;
};

/// The baselines that are tuned. All rows are compared with static and its
/// default chunk, 0.
const std::vector<Candidates> &tuned_baselines() {
  static const std::vector<Candidates> baselines = {
      {ScheduleKind::Static, {64, 256, 1024}},
      {ScheduleKind::Dynamic, {64, 256, 1024, 4096}},
      {ScheduleKind::Guided, {1, 64, 1024}},
      {ScheduleKind::StaticSteal, {16, 64, 256, 1024}},
  };
  return baselines;
}

/// usersched's schedules: with the plugin three, without it one.
std::vector<Schedule> annotated(const Kernel &kernel) {
  if (!kernel.has_usersched())
    return {{ScheduleKind::UserschedProf, 0}};
  return {{ScheduleKind::Usersched, 0},
          {ScheduleKind::UserschedProf, 0},
          {ScheduleKind::UserschedNoSteal, 0}};
}

class Comparer {
public:
  Comparer(Kernel &kernel, const CompareOptions &options,
           const std::string &title)
      : kernel_(kernel), options_(options),
        sampler_(kernel, options.sample_seconds),
        progress_(title, count_steps()) {}

  Comparison compare() {
    progress_.step("making the reference result");
    kernel_.run({ScheduleKind::Static, 0});
    reference_problem_ = kernel_.verify();
    kernel_.make_reference();
    choose_schedules();
    for (int round = 1; round <= options_.rounds; ++round)
      measure(round);
    if (options_.count_loads)
      for (std::size_t i = 0; i < schedules_.size(); ++i)
        count_loads(i);
    else
      kernel_.run({ScheduleKind::Static, 0}); // the last one may be incomplete
    compare_with_base();
    result_.rounds = options_.rounds;
    result_.processor_share = sampler_.processor_share();
    return std::move(result_);
  }

private:
  /// A schedule that learns has two rows; without the plugin none does.
  std::size_t num_rows(const std::vector<Schedule> &schedules) const {
    std::size_t rows = 0;
    for (const Schedule &schedule : schedules)
      rows += has_first_row(schedule) ? 2 : 1;
    return rows;
  }

  bool has_first_row(const Schedule &schedule) const {
    return schedule.kind == ScheduleKind::UserschedProf &&
           kernel_.has_usersched();
  }

  int tuning_rounds() const { return std::max(3, (options_.rounds + 1) / 2); }

  int count_steps() const {
    std::size_t chunks = 0, rows = num_rows(options_.schedules);
    if (options_.schedules.empty()) {
      for (const Candidates &c : tuned_baselines())
        chunks += c.chunks.size();
      rows = 1 + tuned_baselines().size() + num_rows(annotated(kernel_));
    }
    return static_cast<int>(1 + tuning_rounds() * chunks +
                            (options_.rounds + options_.count_loads) * rows);
  }

  void add_row(const Schedule &schedule, bool first_execution) {
    schedules_.push_back(schedule);
    Measured row;
    row.schedule = schedule_name(kernel_, schedule);
    row.threads =
        schedule.kind == ScheduleKind::Serial ? 1 : omp_get_max_threads();
    row.first_execution = first_execution;
    row.problem = reference_problem_;
    result_.rows.push_back(row);
  }

  void add(const Schedule &schedule) {
    if (!can_run(kernel_, schedule)) {
      result_.unavailable.push_back(schedule.name());
      return;
    }
    if (has_first_row(schedule))
      add_row(schedule, true);
    add_row(schedule, false);
  }

  void choose_schedules() {
    for (const Schedule &schedule : options_.schedules)
      add(schedule);
    if (options_.schedules.empty()) {
      add({ScheduleKind::Static, 0});
      for (const Candidates &candidates : tuned_baselines())
        add(is_available({candidates.kind, 1}) ? tune(candidates)
                                               : Schedule{candidates.kind, 0});
      for (const Schedule &schedule : annotated(kernel_))
        add(schedule);
    }
    const auto plain = std::find(schedules_.begin(), schedules_.end(),
                                 Schedule{ScheduleKind::Static, 0});
    if (plain != schedules_.end())
      result_.base = std::size_t(plain - schedules_.begin());
  }

  Schedule tune(const Candidates &candidates) {
    std::vector<Schedule> tried;
    for (int chunk : candidates.chunks)
      tried.push_back({candidates.kind, chunk});
    std::vector<std::vector<double>> seconds(tried.size());
    for (int round = 1; round <= tuning_rounds(); ++round) {
      const std::vector<Sample> samples = sampler_.steady(
          tried, {},
          [&](std::size_t i) { progress_.step("tuning " + tried[i].name()); },
          [](std::size_t) {});
      for (std::size_t i = 0; i < samples.size(); ++i)
        seconds[i].push_back(samples[i].seconds);
    }
    std::size_t best = 0;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      result_.tuning.push_back({tried[i].name(), median(seconds[i])});
      if (median(seconds[i]) < median(seconds[best]))
        best = i;
    }
    return tried[best];
  }

  /// First executions have to forget all plans, so they come before the others.
  /// The first round's runs are complete, so only these can be verified.
  void measure(int round) {
    std::vector<std::size_t> rows;
    std::vector<Schedule> schedules;
    for (std::size_t i = 0; i < schedules_.size(); ++i)
      if (result_.rows[i].first_execution) {
        begin(i, round);
        note(i, sampler_.first(schedules_[i]), true);
        if (round == 1)
          note_problem(result_.rows[i]);
      } else {
        rows.push_back(i);
        schedules.push_back(schedules_[i]);
      }
    const std::vector<Sample> samples = sampler_.steady(
        schedules, most_executions_,
        [&](std::size_t i) { begin(rows[i], round); },
        [&](std::size_t i) {
          if (round == 1)
            note_problem(result_.rows[rows[i]]);
        });
    for (std::size_t i = 0; i < rows.size(); ++i)
      note(rows[i], samples[i],
           most_executions_.empty() || !most_executions_[i]);
    if (round == 1)
      for (const Sample &sample : samples)
        most_executions_.push_back(
            options_.complete_runs ? 0 : sampler_.most_executions(sample));
  }

  void begin(std::size_t i, int round) {
    const Measured &row = result_.rows[i];
    progress_.step("round " + std::to_string(round) + " of " +
                   std::to_string(options_.rounds) + ": " + row.schedule +
                   (row.first_execution ? ", first execution" : ""));
  }

  void note(std::size_t i, const Sample &sample, bool is_complete) {
    Measured &row = result_.rows[i];
    row.seconds.push_back(sample.seconds);
    row.kernel_seconds.push_back(is_complete ? sample.kernel_seconds : NAN);
    if (is_complete)
      row.executions = sample.executions;
  }

  void note_problem(Measured &row) {
    const std::string problem = kernel_.verify();
    if (row.problem.empty())
      row.problem = problem;
  }

  void count_loads(std::size_t i) {
    Measured &row = result_.rows[i];
    progress_.step("counting the loads of " + row.schedule);
    if (schedules_[i].is_tbb()) {
      // Its threads have no number in an OpenMP team.
      kernel_.run(schedules_[i]);
      note_problem(row);
      return;
    }
    const LoadSample sample =
        sampler_.loads(schedules_[i], row.first_execution);
    note_problem(row);
    row.lambda = sample.lambda;
    row.deviation_percent = sample.deviation_percent;
  }

  void compare_with_base() {
    for (Measured &row : result_.rows)
      row.speedup = speedup(result_.rows[result_.base], row);
  }

  Kernel &kernel_;
  const CompareOptions options_;
  Sampler sampler_;
  Progress progress_;
  std::vector<Schedule> schedules_;  ///< of result_.rows
  std::vector<int> most_executions_; ///< of steady rows, from round 2 on
  std::string reference_problem_;
  Comparison result_;
};

} // namespace

bool Comparison::verified() const {
  return std::all_of(rows.begin(), rows.end(),
                     [](const Measured &row) { return row.problem.empty(); });
}

Spread speedup(const Measured &base, const Measured &row) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < base.seconds.size(); ++round)
    ratios.push_back(
        row.seconds[round] > 0 ? base.seconds[round] / row.seconds[round] : 1);
  return spread(ratios);
}

Comparison compare(Kernel &kernel, const CompareOptions &options,
                   const std::string &title) {
  return Comparer(kernel, options, title).compare();
}

} // namespace gap
