//===- Average.h - an average that forgets --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one average of all that is measured: a quarter of it is the last sample.
// A sample counts no more than twice the average, so that one disturbance does
// not decide; two in a row do.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_AVERAGE_H
#define USERSCHED_AVERAGE_H

#include <algorithm>
#include <atomic>
#include <type_traits>

namespace usersched {

/// Returns the average after Sample. Known is the one before, or 0 if there
/// is none. Integers are rounded up: rounded down, 1 to 3 could never grow.
template <typename T> constexpr T average(T Known, T Sample) {
  if (!(Known > 0))
    return Sample;
  const T Sum = 3 * Known + std::min<T>(Sample, 2 * Known);
  return std::is_integral_v<T> ? (Sum + 3) / 4 : Sum / 4;
}

/// An average that any thread may read and add to. A hint: a sample may be lost
/// when two are added at once. Zeroed means that there is no sample.
class Average {
  std::atomic<float> Value{0};

public:
  /// Returns 0 if there is no sample.
  float get() const { return Value.load(std::memory_order_relaxed); }
  /// Sample must be positive.
  void add(float Sample) {
    Value.store(average(get(), Sample), std::memory_order_relaxed);
  }
  /// Multiplies the average by Factor, which is positive.
  void scale(float Factor) {
    Value.store(Factor * get(), std::memory_order_relaxed);
  }
  void copy(const Average &Other) {
    Value.store(Other.get(), std::memory_order_relaxed);
  }
  void forget() { Value.store(0, std::memory_order_relaxed); }
};

} // namespace usersched

#endif
