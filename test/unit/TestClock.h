//===- TestClock.h - the time of the unit tests ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler decides by how long things took, so tests say how long: what it
// does must not depend on how fast the machine is or what else runs on it.
//
// A tick is a nanosecond. Each time that the scheduler asks, Step ticks have
// passed: by default so many that every group is worth a theft.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEST_CLOCK_H
#define USERSCHED_TEST_CLOCK_H

#include <cstdint>

namespace usersched::test {

constexpr uint64_t Microsecond = 1000;

/// It is Ticks now.
void setTime(uint64_t Ticks);

/// While it lives, Ticks pass at each look at the clock; 0: only setTime()
/// counts.
class StepOf {
  const uint64_t Before;

public:
  explicit StepOf(uint64_t Ticks);
  ~StepOf();
  StepOf(const StepOf &) = delete;
  StepOf &operator=(const StepOf &) = delete;
};

} // namespace usersched::test

#endif
