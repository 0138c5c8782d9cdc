//===- thread_loads.cpp - who did how much of a loop, and until when ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums in double: a loop's whole load can exceed 64 bits, a thread's cannot.
//
//===----------------------------------------------------------------------===//
#include "schedules/thread_loads.h"
#include "base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gap {
namespace {

double ratio_percent(double largest, double middle) {
  if (largest == 0)
    return 0;
  if (middle == 0)
    return std::numeric_limits<double>::infinity();
  return (largest / middle - 1) * 100;
}

double largest(const std::vector<double> &values) {
  return *std::max_element(values.begin(), values.end());
}

std::vector<double> loads_of(const ThreadLoads &execution) {
  return {execution.load.begin(), execution.load.end()};
}

} // namespace

double lambda_percent(const std::vector<double> &values) {
  return values.empty() ? 0 : ratio_percent(largest(values), median(values));
}

Lambda median_lambda(const std::vector<ThreadLoads> &executions) {
  if (executions.empty())
    return {};
  std::vector<double> by_load, by_time;
  for (const ThreadLoads &execution : executions) {
    by_load.push_back(lambda_percent(loads_of(execution)));
    by_time.push_back(lambda_percent(execution.seconds));
  }
  return {median(by_load), median(by_time)};
}

Lambda total_lambda(const std::vector<ThreadLoads> &executions) {
  double load = 0, median_load = 0, time = 0, median_time = 0;
  for (const ThreadLoads &execution : executions) {
    if (!execution.load.empty()) {
      load += largest(loads_of(execution));
      median_load += median(loads_of(execution));
    }
    if (!execution.seconds.empty()) {
      time += largest(execution.seconds);
      median_time += median(execution.seconds);
    }
  }
  return {ratio_percent(load, median_load), ratio_percent(time, median_time)};
}

double deviation_percent(const ThreadLoads &loads) {
  const double total =
      std::accumulate(loads.load.begin(), loads.load.end(), 0.0);
  if (total == 0)
    return 0;
  const double mean = total / double(loads.load.size());
  double largest = 0;
  for (std::int64_t load : loads.load)
    largest = std::max(largest, std::abs(double(load) - mean));
  return largest / mean * 100;
}

void LoopRecorder::begin_execution(std::int64_t num_iterations) {
  expected_ = num_iterations;
  start_ = omp_get_wtime();
}

void LoopRecorder::end_execution() {
  ThreadLoads loads;
  std::int64_t iterations = 0;
  for (Slot &slot : slots_) {
    loads.load.push_back(slot.load);
    loads.iterations.push_back(slot.iterations);
    loads.seconds.push_back(slot.iterations ? slot.end - start_ : 0);
    iterations += slot.iterations;
    slot = {};
  }
  if (iterations != expected_ && miscount_.empty())
    miscount_ = std::to_string(iterations) +
                " iterations of the loop ran instead of " +
                std::to_string(expected_);
  executions_.push_back(std::move(loads));
}

LoopRecorder::Watch::~Watch() {
  if (!is_copy_)
    return;
  Slot &slot = recorder_->slots_[omp_get_thread_num()];
  slot.load += load_;
  slot.iterations += iterations_;
  slot.end = std::max(slot.end, end_);
}

} // namespace gap
