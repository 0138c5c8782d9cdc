//===- sleeping_team.h - OpenMP's threads out of the way ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a parallel region, libomp's threads spin for a while, in case there is
// another. Threads of another library would have to share processors with them.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_SLEEPING_TEAM_H
#define GAP_SLEEPING_TEAM_H

#include "schedules/schedule.h"

namespace gap {

/// As long as it lives, and the schedule is one of oneTBB, OpenMP's threads
/// sleep as soon as they have nothing to do. Made outside of parallel regions.
class SleepingTeam {
public:
  explicit SleepingTeam(const Schedule &schedule);
  ~SleepingTeam();
  SleepingTeam(const SleepingTeam &) = delete;
  SleepingTeam &operator=(const SleepingTeam &) = delete;

private:
  int before_ = -1; ///< milliseconds that threads spun for; -1: not changed
};

} // namespace gap
#endif
