//===- statistics.h - medians and spreads ---------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Medians throughout: one disturbed measurement must not move a result.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_STATISTICS_H
#define GAP_STATISTICS_H

#include <algorithm>
#include <vector>

namespace gap {

/// Returns the middle value, or the mean of the two middle values. Requires at
/// least one value.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2)
    return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

struct Spread {
  double median;
  double min;
  double max;
};

/// Requires at least one value.
inline Spread spread(const std::vector<double> &values) {
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  return {median(values), *min, *max};
}

} // namespace gap
#endif
