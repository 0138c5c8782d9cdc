//===- schedule.h - the loop schedules that are compared ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule here is a value that is chosen at run time. baselines.h has the
// loops under OpenMP's schedules, usersched_cases.h those with the pragma.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_SCHEDULE_H
#define GAP_SCHEDULE_H

#include <string>

namespace gap {

enum class ScheduleKind {
  Serial, ///< one thread, no OpenMP
  Static,
  Dynamic,
  Guided,
  StaticSteal,
  Usersched,        ///< `profile : off`: keeps nothing for the next execution
  UserschedProf,    ///< the pragma without further items
  UserschedNoSteal, ///< `steal : off`: each thread runs its own group alone
  TbbAuto,          ///< oneTBB's partitioners: tbb_loop.h
  TbbAffinity,
  TbbSimple
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::UserschedProf;
  int chunk = 0; ///< iterations; 0: the schedule's own default

  /// The name as in OMP_SCHEDULE: "static", "monotonic:dynamic,64", ...
  std::string name() const;

  bool is_usersched() const {
    return kind == ScheduleKind::Usersched ||
           kind == ScheduleKind::UserschedProf ||
           kind == ScheduleKind::UserschedNoSteal;
  }
  bool is_tbb() const {
    return kind == ScheduleKind::TbbAuto || kind == ScheduleKind::TbbAffinity ||
           kind == ScheduleKind::TbbSimple;
  }
  /// Whether later executions of a loop differ from the first.
  bool has_memory() const {
    return is_usersched() && kind != ScheduleKind::Usersched;
  }
};

inline bool operator==(const Schedule &a, const Schedule &b) {
  return a.kind == b.kind && a.chunk == b.chunk;
}

/// Reads "NAME" or "NAME,CHUNK"; the names are serial, static, dynamic (which
/// is monotonic:dynamic), guided, static_steal, usersched, usersched(prof),
/// usersched(nosteal), tbb_auto, tbb_affinity and tbb_simple. For shells,
/// usersched_prof and usersched_nosteal will do. Throws InputError.
Schedule parse_schedule(const std::string &text);

/// Whether the program's OpenMP runtime has the schedule, if it is one of
/// OpenMP. Only LLVM's has static_steal.
bool is_available(const Schedule &schedule);

} // namespace gap
#endif
