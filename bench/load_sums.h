//===- load_sums.h - an inspect function for loads whose sums are known ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_BENCH_LOAD_SUMS_H
#define USERSCHED_BENCH_LOAD_SUMS_H

#include "usersched_abi.h"

#include <algorithm>
#include <vector>

namespace usersched::bench {

/// Does what a loop's inspect function does, where Before[I] is the sum of the
/// loads of all iterations before I: looks at iterations from Begin on, up to
/// End, until their loads reach In.threshold, and stores the sum in In.load.
/// Begin is less than End. Returns the end of the iterations that were looked
/// at.
inline uint64_t inspectSums(const std::vector<double> &Before, uint64_t Begin,
                            uint64_t End, usersched_inspection &In) {
  const auto First = Before.begin() + static_cast<int64_t>(Begin);
  const auto Last = Before.begin() + static_cast<int64_t>(End);
  const auto Wanted = static_cast<double>(In.threshold.integer);
  const auto At = std::partition_point(
      First + 1, Last, [&](double Sum) { return Sum - *First < Wanted; });
  In.load.integer = static_cast<uint64_t>(*At - *First);
  return static_cast<uint64_t>(At - Before.begin());
}

} // namespace usersched::bench

#endif
