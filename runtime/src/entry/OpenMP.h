//===- OpenMP.h - what the runtime needs of libomp ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only files of entry/ call libomp: this one for what all loops need, others
// for reductions, leagues and schedule(runtime). Any threads can drive the rest
// of the library.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_OPENMP_H
#define USERSCHED_OPENMP_H

#include "team/Team.h"

namespace usersched {
namespace openmp {

/// libomp's ident_t.
struct SourceLocation {
  int32_t Reserved1;
  int32_t Flags;
  int32_t Reserved2;
  int32_t Reserved3;
  const char *Source;
};

/// Returns the calling thread's number in its team.
uint32_t threadNumber();
/// Returns the number of threads in the calling thread's team.
uint32_t teamSize();
/// Returns true if constructs may be cancelled (OMP_CANCELLATION).
bool mayCancel();
/// Returns the number of parallel regions around the calling thread, also
/// regions with one thread.
int32_t level();

/// Returns true if a tool is there. Tools come when libomp starts or never.
bool hasTool();

/// Returns true if the taskgroup of the calling thread's task is cancelled.
bool isTaskgroupCancelled(int32_t GlobalThread);

/// A worksharing construct as tools see it (OMPT work events). Makes events
/// only if there is a tool: a debug build of libomp, as Debian's, takes
/// thousands of instructions for a pair of events. Must not move before end().
class Work {
  SourceLocation Location;
  int32_t Thread;
  bool IsTold;

  void tellBegin(void *Where, int32_t GlobalThread, uint64_t TripCount);
  void tellEnd();

public:
  /// Tells the tool, if there is one, that the calling thread begins a loop of
  /// TripCount iterations.
  void begin(void *Where, int32_t GlobalThread, uint64_t TripCount,
             bool HasTool) {
    IsTold = HasTool;
    if (IsTold)
      tellBegin(Where, GlobalThread, TripCount);
  }
  /// Tells the tool that the calling thread has left the loop.
  void end() {
    if (IsTold)
      tellEnd();
  }
};

/// Returns a team for one execution of an orphaned loop. All threads of the
/// OpenMP team call this and get the same team. Costs a barrier.
Team &joinOrphanedTeam(void *Where, int32_t GlobalThread);

/// Leaves the team T, which has Threads threads. Puts T into the pool when the
/// last thread leaves.
void leaveOrphanedTeam(Team &T, uint32_t Threads);

} // namespace openmp
} // namespace usersched

#endif
