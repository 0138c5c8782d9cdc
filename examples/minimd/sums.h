//===- sums.h - parallel sums that are always the same --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point sums depend on their order. Here the order is that of blocks
// of fixed size, whoever adds them up.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_SUMS_H
#define MINIMD_SUMS_H

#include <algorithm>
#include <vector>

namespace minimd {

/// The sum of value(i) for all i from 0 to count-1.
template <class Value> double blocked_sum(int count, const Value &value) {
  constexpr int block_size = 4096;
  const int num_blocks = count / block_size + 1;
  std::vector<double> partial(num_blocks);
#pragma omp parallel for schedule(static)
  for (int block = 0; block < num_blocks; ++block) {
    const int begin = block * block_size;
    const int end = begin + std::min(block_size, count - begin);
    double sum = 0;
    for (int i = begin; i < end; ++i)
      sum += value(i);
    partial[block] = sum;
  }
  double sum = 0;
  for (double part : partial)
    sum += part;
  return sum;
}

} // namespace minimd
#endif
