//===- virtual_clock.h - the runtime's time, as a benchmark sets it -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_VIRTUAL_CLOCK_H
#define BENCH_VIRTUAL_CLOCK_H

#include <cstdint>

/// Any thread.
void advance_clock(uint64_t microseconds);

#endif
