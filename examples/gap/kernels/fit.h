//===- fit.h - how well one quantity predicts another ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Least squares with one variable.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_FIT_H
#define GAP_FIT_H

#include <cstddef>
#include <vector>

namespace gap {

/// The share of the variance of y that a straight line over x explains, from 0
/// to 1. Both have the same size. 0 if x says nothing; 1 if y does not vary.
inline double r_squared(const std::vector<double> &x,
                        const std::vector<double> &y) {
  const auto size = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / size;
    mean_y += y[i] / size;
  }
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  if (yy == 0)
    return 1;
  return xx == 0 ? 0 : xy * xy / (xx * yy);
}

} // namespace gap
#endif
