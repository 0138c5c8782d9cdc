//===- TestClock.cpp - the time of the unit tests -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TestClock.h.
//
//===----------------------------------------------------------------------===//
#include "TestClock.h"

#include "base/Clock.h"

#include <atomic>
#include <thread>

using namespace usersched;

static std::atomic<uint64_t> Now{1};
static std::atomic<uint64_t> Step{100 * test::Microsecond};

uint64_t clock::nanoseconds() { return ticks(); }

uint64_t clock::ticks() {
  return Now.fetch_add(Step.load(std::memory_order_relaxed),
                       std::memory_order_relaxed);
}

uint64_t clock::ticksPerMicrosecond() { return test::Microsecond; }

void clock::pause() { std::this_thread::yield(); }

void clock::look() {}

void test::setTime(uint64_t Ticks) {
  Now.store(Ticks, std::memory_order_relaxed);
}

test::StepOf::StepOf(uint64_t Ticks)
    : Before(Step.exchange(Ticks, std::memory_order_relaxed)) {}

test::StepOf::~StepOf() { Step.store(Before, std::memory_order_relaxed); }
