//===- busy_clock.h - how long the threads of a process computed ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processor time, so that it says the same where ranks share processors.
// Threads that spin while they wait count as busy: then the clock says how long
// the slowest thread took. With OMP_WAIT_POLICY=passive it says what all did.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_BUSY_CLOCK_H
#define MINIMD_BUSY_CLOCK_H

#include <ctime>
#include <omp.h>

namespace minimd {

/// Seconds of processor time of this process, divided by its threads.
inline double busy_clock() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double(now.tv_sec) + 1e-9 * double(now.tv_nsec)) /
         omp_get_max_threads();
}

} // namespace minimd
#endif
