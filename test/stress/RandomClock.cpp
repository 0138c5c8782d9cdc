//===- RandomClock.cpp - the runtime's time, at random --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the runtime does depends on how long loops take: which technique a short
// one has, when groups are cut anew, what is worth stealing. The scenarios'
// loops take about the same time each, so most of that would hardly be met.
// Here loops seem to take anything from nothing to milliseconds, whichever way
// they are executed. None of it may change which iterations run.
//
//===----------------------------------------------------------------------===//
#include "base/Clock.h"

#include <atomic>
#include <random>
#include <thread>

namespace usersched::clock {

/// Goes on with each look at it, for a thousand looks by little, for others by
/// much: then averages get somewhere, and must follow. Begins anywhere.
uint64_t ticks() {
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15;
  static std::atomic<uint64_t> Looks{std::random_device()()}, Now{1};
  const uint64_t Look = Looks.fetch_add(1, std::memory_order_relaxed);
  const uint64_t Era = (Look >> 10) * Odd;
  // Mostly microseconds, up to a millisecond in every other era.
  const uint64_t Most = uint64_t(1) << (Era >> 61 << (Era >> 40) % 2);
  const uint64_t Step = ((Look + 1) * Odd >> 32) % Most;
  return Now.fetch_add(Step, std::memory_order_relaxed) + Step;
}

uint64_t nanoseconds() { return ticks() * 100; }
uint64_t ticksPerMicrosecond() { return 10; }
void pause() { std::this_thread::yield(); }
void look() {}

} // namespace usersched::clock
