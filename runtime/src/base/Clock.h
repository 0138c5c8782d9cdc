//===- Clock.h - the time, for little -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread asks at the start of each loop, so asking must cost next to
// nothing: the counter that user code can read on x86 (the time stamp counter)
// and on AArch64 (the virtual count), whose rate is found out by comparison
// with the system's clock. What AArch64 says of the rate (CNTFRQ_EL0) is set by
// firmware, which gets it wrong on some machines.
//
// With USERSCHED_VIRTUAL_CLOCK, asking is a call. Programs that drive the
// scheduler themselves (unit tests, simulations) define these functions, and
// with them the time. Clock.cpp defines them for libraries of builds in which
// nothing is timed, so that these compile the scheduler once for both.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_CLOCK_H
#define USERSCHED_CLOCK_H

#include <atomic>
#include <cstdint>

namespace usersched::clock {

/// Nanoseconds from an arbitrary start.
uint64_t nanoseconds();

/// The processor's counter.
inline uint64_t counter() {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t Result;
  asm volatile("mrs %0, cntvct_el0" : "=r"(Result));
  return Result;
#else
  return nanoseconds();
#endif
}

/// 0 until enough time has passed to tell.
extern std::atomic<uint64_t> KnownRate;
uint64_t roughRate();

/// Thread-safe. Needs no waiting: before much time has passed since the library
/// was loaded, the result is as rough as the time is short.
inline uint64_t counterRate() {
  const uint64_t Rate = KnownRate.load(std::memory_order_relaxed);
  return Rate ? Rate : roughRate();
}

#ifdef USERSCHED_VIRTUAL_CLOCK
constexpr bool IsVirtual = true;
uint64_t ticks();
uint64_t ticksPerMicrosecond();
#else
constexpr bool IsVirtual = false;
/// Ticks from an arbitrary start, the same on all processors.
inline uint64_t ticks() { return counter(); }
inline uint64_t ticksPerMicrosecond() { return counterRate(); }
#endif

/// Now, by both clocks.
struct Instant {
  uint64_t Ticks = 0, Nanoseconds = 0;

  /// A thread that lost its processor between the two clocks would tell a wrong
  /// rate for ever. So both are read several times, and the readings count that
  /// were the closest together.
  Instant() {
    uint64_t Least = UINT64_MAX;
    for (int Reading = 0; Reading < 4; ++Reading) {
      const uint64_t Before = ticks(), Now = nanoseconds();
      const uint64_t Apart = ticks() - Before;
      if (Apart < Least) {
        Least = Apart;
        Ticks = Before;
        Nanoseconds = Now;
      }
    }
  }
};

/// When the library was loaded.
const Instant &loaded();

/// With IsVirtual alone: the calling thread waits a little, and others go on;
/// it looks at what another thread has left.
void pause();
void look();

} // namespace usersched::clock

#endif
