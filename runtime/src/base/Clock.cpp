//===- Clock.cpp - the time, for little -----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "base/Clock.h"

#include <algorithm>
#include <ctime>
#include <thread>

namespace usersched::clock {

static const Instant Loaded;

const Instant &loaded() { return Loaded; }

std::atomic<uint64_t> KnownRate{0};

uint64_t nanoseconds() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return static_cast<uint64_t>(Time.tv_sec) * 1000000000u +
         static_cast<uint64_t>(Time.tv_nsec);
}

uint64_t roughRate() {
  const Instant Latest;
  const uint64_t Microseconds =
      std::max<uint64_t>((Latest.Nanoseconds - Loaded.Nanoseconds) / 1000, 1);
  const uint64_t Result =
      std::max<uint64_t>((Latest.Ticks - Loaded.Ticks) / Microseconds, 1);
  if (Microseconds >= 10000)
    KnownRate.store(Result, std::memory_order_relaxed);
  return Result;
}

#ifdef USERSCHED_VIRTUAL_CLOCK
uint64_t ticks() { return counter(); }
uint64_t ticksPerMicrosecond() { return counterRate(); }
void pause() { std::this_thread::yield(); }
void look() {}
#endif

} // namespace usersched::clock
