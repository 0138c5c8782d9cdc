//===- OpenMP.h - what the runtime needs of libomp ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenMP.cpp is the only file that knows libomp; all else can be driven by any
// threads.
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

/// The calling thread's number in its team.
uint32_t threadNumber();
/// The number of threads in the calling thread's team.
uint32_t teamSize();
/// The number of parallel regions around the calling thread, also of those with
/// one thread.
int32_t level();

/// Whether a tool is there: tools come with libomp's start or not at all.
bool hasTool();

/// A worksharing construct as tools see it (OMPT work events), if there is a
/// tool: a debug build of libomp, as Debian's, takes thousands of instructions
/// for a pair of events. Must stay where it is until end().
class Work {
  SourceLocation Location;
  int32_t Thread;
  bool IsTold;

  void tellBegin(void *Where, int32_t GlobalThread, uint64_t TripCount);
  void tellEnd();

public:
  /// The calling thread, of the global number Thread, starts a loop of
  /// TripCount iterations, which a tool is told if there is one.
  void begin(void *Where, int32_t GlobalThread, uint64_t TripCount,
             bool HasTool) {
    IsTold = HasTool;
    if (IsTold)
      tellBegin(Where, GlobalThread, TripCount);
  }
  void end() {
    if (IsTold)
      tellEnd();
  }
};

/// A team for one execution of an orphaned loop: all threads of the OpenMP team
/// call this and get the same. Costs a barrier.
Team &joinOrphanedTeam(void *Where, int32_t GlobalThread);

/// The calling thread, one of Threads, is done with that team.
void leaveOrphanedTeam(Team &T, uint32_t Threads);

} // namespace openmp
} // namespace usersched

#endif
