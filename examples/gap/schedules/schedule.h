//===- schedule.h - the loop schedules that are compared ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule here is a value that is chosen at run time. The baselines' loops
// are in baselines.h; the loop with the usersched pragma is the kernel's own.
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
  Usersched,       ///< profile off: nothing is kept for the next execution
  UserschedProf,   ///< with all that is the default
  UserschedNoSteal ///< every thread runs the group that was balanced for it
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::UserschedProf;
  int chunk = 0; ///< iterations; 0: the schedule's own default

  /// As OMP_SCHEDULE would have it: "static", "monotonic:dynamic,64", ...
  std::string name() const;

  bool is_usersched() const {
    return kind == ScheduleKind::Usersched ||
           kind == ScheduleKind::UserschedProf ||
           kind == ScheduleKind::UserschedNoSteal;
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
/// is monotonic:dynamic), guided, static_steal, usersched, usersched(prof) and
/// usersched(nosteal), the latter two with an underscore, too, for the sake of
/// shells. Throws InputError.
Schedule parse_schedule(const std::string &text);

/// Whether the program's OpenMP runtime has the schedule: static_steal is
/// LLVM's alone.
bool is_available(const Schedule &schedule);

} // namespace gap
#endif
