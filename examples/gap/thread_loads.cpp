//===- thread_loads.cpp - who did how much of a loop ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums in double: a loop's whole load can exceed 64 bits, a thread's cannot.
//
//===----------------------------------------------------------------------===//
#include "thread_loads.h"
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gap {

double lambda_percent(const ThreadLoads &loads) {
  const std::vector<double> values(loads.load.begin(), loads.load.end());
  const double largest = *std::max_element(values.begin(), values.end());
  if (largest == 0)
    return 0;
  const double middle = median(values);
  if (middle == 0)
    return std::numeric_limits<double>::infinity();
  return (largest / middle - 1) * 100;
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

void LoadCounter::end_execution() {
  ThreadLoads loads;
  for (Slot &slot : slots_) {
    loads.load.push_back(slot.load);
    loads.iterations.push_back(slot.iterations);
    slot = {};
  }
  executions_.push_back(std::move(loads));
}

} // namespace gap
