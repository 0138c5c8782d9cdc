//===- OpenMP.cpp - what the runtime needs of libomp ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses the entry points that Clang's own code calls (libomp's
// kmp_csupport.cpp).
//
//===----------------------------------------------------------------------===//
#include "entry/OpenMP.h"

#include "base/Backoff.h"
#include "team/TeamPool.h"

using namespace usersched;
using openmp::SourceLocation;

extern "C" {
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_level(void);
int omp_get_cancellation(void);
int omp_control_tool(int Command, int Modifier, void *Argument);
int32_t __kmpc_single(SourceLocation *, int32_t Thread);
void __kmpc_end_single(SourceLocation *, int32_t Thread);
void *__kmpc_copyprivate_light(SourceLocation *, int32_t Thread, void *Data);
void __kmpc_for_static_init_8u(SourceLocation *, int32_t Thread,
                               int32_t Schedule, int32_t *IsLast,
                               uint64_t *Lower, uint64_t *Upper,
                               int64_t *Stride, int64_t Increment,
                               int64_t Chunk);
void __kmpc_for_static_fini(SourceLocation *, int32_t Thread);
int32_t __kmpc_cancellationpoint(SourceLocation *, int32_t Thread,
                                 int32_t Kind);
}

namespace {

// From libomp's kmp.h.
constexpr int32_t ScheduleStatic = 34;   // kmp_sch_static
constexpr int32_t CancelTaskgroup = 4;   // cancel_taskgroup
constexpr int32_t IdentWorkLoop = 0x200; // KMP_IDENT_WORK_LOOP
constexpr int32_t IdentWorkKinds = 0x200 | 0x400 | 0x800;
constexpr int32_t IdentKmpc = 0x02; // KMP_IDENT_KMPC

/// Returns the location Where, as Clang passes it for a construct. If Where is
/// null, returns a location that says "unknown".
SourceLocation *locationAt(void *Where) {
  static SourceLocation Unknown = {0, IdentKmpc, 0, 0,
                                   ";unknown;unknown;0;0;;"};
  return Where ? static_cast<SourceLocation *>(Where) : &Unknown;
}

} // namespace

uint32_t openmp::threadNumber() {
  return static_cast<uint32_t>(omp_get_thread_num());
}

uint32_t openmp::teamSize() {
  return static_cast<uint32_t>(omp_get_num_threads());
}

bool openmp::isTaskgroupCancelled(int32_t GlobalThread) {
  return __kmpc_cancellationpoint(locationAt(nullptr), GlobalThread,
                                  CancelTaskgroup);
}

bool openmp::mayCancel() { return omp_get_cancellation(); }

int32_t openmp::level() { return omp_get_level(); }

// Sends the tool a command, once. Tools define the numbers of such commands and
// ignore the numbers that they do not know.
bool openmp::hasTool() {
  constexpr int NoTool = -2; // omp_control_tool_notool
  constexpr int Command = 0x75736368;
  return omp_control_tool(Command, 0, nullptr) != NoTool;
}

void openmp::Work::tellBegin(void *Where, int32_t GlobalThread,
                             uint64_t TripCount) {
  // Clang marks only the locations of static loops as loops, and libomp warns a
  // tool's user of one that is not marked.
  Location = *locationAt(Where);
  Location.Flags = (Location.Flags & ~IdentWorkKinds) | IdentWorkLoop;
  Thread = GlobalThread;
  // libomp writes to these. Nobody reads them.
  int32_t IsLast = 0;
  uint64_t Lower = TripCount > 0 ? 0 : 1;
  uint64_t Upper = TripCount > 0 ? TripCount - 1 : 0;
  int64_t Stride = 1;
  __kmpc_for_static_init_8u(&Location, Thread, ScheduleStatic, &IsLast, &Lower,
                            &Upper, &Stride, 1, 1);
}

void openmp::Work::tellEnd() { __kmpc_for_static_fini(&Location, Thread); }

// One thread makes the team. __kmpc_copyprivate_light stores that thread's
// pointer, waits at a barrier, and reads the pointer in each thread. A fast
// thread must not make the next such call before all threads have read the
// pointer: see leaveOrphanedTeam().
Team &openmp::joinOrphanedTeam(void *Where, int32_t GlobalThread) {
  SourceLocation *Location = locationAt(Where);
  Team *Made = nullptr;
  if (__kmpc_single(Location, GlobalThread)) {
    Made = &takeTeam(mayCancel());
    Made->Joined.store(0, std::memory_order_relaxed);
    Made->Departed.store(0, std::memory_order_relaxed);
    __kmpc_end_single(Location, GlobalThread);
  }
  auto *Joined = static_cast<Team *>(
      __kmpc_copyprivate_light(Location, GlobalThread, Made));
  Joined->Joined.fetch_add(1, std::memory_order_release);
  return *Joined;
}

void openmp::leaveOrphanedTeam(Team &T, uint32_t Threads) {
  // All threads have passed the barrier and only have to read the pointer, so
  // this does not wait for iterations.
  for (Backoff Wait; T.Joined.load(std::memory_order_acquire) < Threads;)
    Wait.pause();
  if (T.Departed.fetch_add(1, std::memory_order_acq_rel) + 1 == Threads)
    shareTeam(T);
}
