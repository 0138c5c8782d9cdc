//===- sleeping_team.cpp - OpenMP's threads out of the way ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See sleeping_team.h.
//
//===----------------------------------------------------------------------===//
#include "schedules/sleeping_team.h"

// Only LLVM's OpenMP runtime defines these.
extern "C" __attribute__((weak)) int kmp_get_blocktime(void);
extern "C" __attribute__((weak)) void kmp_set_blocktime(int);

namespace gap {

SleepingTeam::SleepingTeam(const Schedule &schedule) {
  if (!schedule.is_tbb() || !kmp_get_blocktime)
    return;
  before_ = kmp_get_blocktime();
  kmp_set_blocktime(0);
  // The threads that spin now take the new time from a region.
#pragma omp parallel
  asm volatile("");
}

SleepingTeam::~SleepingTeam() {
  if (before_ >= 0)
    kmp_set_blocktime(before_);
}

} // namespace gap
