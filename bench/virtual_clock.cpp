//===- virtual_clock.cpp - the runtime's time, as a benchmark sets it -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of a copy of the library (see runtime/src/base/Clock.h). What the runtime
// does depends on how long a thread's group takes, and so would the number of
// instructions.
//
//===----------------------------------------------------------------------===//
#include "virtual_clock.h"

#include "base/Clock.h"

#include <atomic>
#include <thread>

namespace {
std::atomic<uint64_t> now{1};
}

__attribute__((visibility("default"))) void
advance_clock(uint64_t microseconds) {
  now += microseconds;
}

namespace usersched::clock {
uint64_t nanoseconds() { return ticks() * 1000; }
uint64_t ticks() { return now.load(std::memory_order_relaxed); }
uint64_t ticksPerMicrosecond() { return 1; }
void pause() { std::this_thread::yield(); }
void look() {}
} // namespace usersched::clock
