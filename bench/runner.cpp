//===- runner.cpp - measures rows round by round --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See runner.h.
//
//===----------------------------------------------------------------------===//
#include "runner.h"

#include "base/statistics.h"
#include "comparison/turn_order.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <numeric>
#include <omp.h>

namespace bench {
namespace {

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

/// The median time of one execution, or the mean.
double sample(Row &row, const Options &options) {
  const double seconds = options.sample_seconds();
  std::vector<double> executions;
  double total = 0;
  const double wall_start = omp_get_wtime();
  const double processor_start = processor_seconds();
  do {
    if (row.prepare)
      row.prepare();
    const double start = omp_get_wtime();
    const bool is_right = row.run();
    const double time = omp_get_wtime() - start;
    row.is_wrong |= !is_right;
    executions.push_back(time);
    total += time;
  } while (total < seconds || executions.size() < row.fewest_runs);
  row.executions = executions.size();
  row.wall_seconds += omp_get_wtime() - wall_start;
  row.processor_seconds += processor_seconds() - processor_start;
  return options.mean ? total / static_cast<double>(executions.size())
                      : gap::median(std::move(executions));
}

} // namespace

double Row::processor_share() const {
  return processor_seconds /
         (wall_seconds * std::min(threads, omp_get_num_procs()));
}

void measure(std::vector<Row> &rows, const Options &options) {
  // Not measured: caches, predictors, plans.
  for (Row &row : rows)
    sample(row, options);
  gap::TurnOrder order;
  std::vector<std::size_t> turns(rows.size());
  std::iota(turns.begin(), turns.end(), 0);
  for (int round = 0; round < options.number_of_rounds(); ++round) {
    order.shuffle(turns);
    for (std::size_t i : turns)
      rows[i].seconds.push_back(sample(rows[i], options));
  }
}

std::size_t tune(std::vector<Row> candidates, const Options &options) {
  Options few = options;
  few.rounds = std::min(3, (options.number_of_rounds() + 1) / 2);
  measure(candidates, few);
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i)
    if (gap::median(candidates[i].seconds) <
        gap::median(candidates[best].seconds))
      best = i;
  return best;
}

void print(const std::string &title, const std::vector<Row> &rows,
           std::size_t base) {
  std::printf("%s\n%-32s %12s  %s\n", title.c_str(), "schedule", "us",
              ("time over " + rows[base].schedule).c_str());
  for (const Row &row : rows) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < row.seconds.size(); ++i)
      ratios.push_back(row.seconds[i] / rows[base].seconds[i]);
    const gap::Spread ratio = gap::spread(ratios);
    std::printf("%-32s %12.2f  %6.3f  (%.3f to %.3f)%s\n",
                (row.schedule + (row.first ? ", first execution" : "")).c_str(),
                gap::median(row.seconds) * 1e6, ratio.median, ratio.min,
                ratio.max, row.is_wrong ? "  WRONG RESULT" : "");
  }
  std::printf("\n");
  std::fflush(stdout);
}

nlohmann::json to_json(const std::vector<Row> &rows) {
  nlohmann::json results = nlohmann::json::array();
  for (const Row &row : rows)
    results.push_back({{"suite", "engine"},
                       {"kernel", row.kernel},
                       {"input", row.input},
                       {"threads", row.threads},
                       {"schedule", row.schedule},
                       {"phase", row.first ? "first" : "steady"},
                       {"seconds", row.seconds},
                       {"kernel_seconds", row.seconds},
                       {"executions", row.executions},
                       {"chunk", row.chunk},
                       {"processor_share", row.processor_share()},
                       {"verified", !row.is_wrong},
                       {"problem", row.is_wrong ? "wrong sum" : ""}});
  return results;
}

} // namespace bench
