//===- Call.h - what a thread says when it enters a loop ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The core's view of __usersched_loop_init: no OpenMP, no types of the user's
// loop variable.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_CALL_H
#define USERSCHED_CALL_H

#include "base/Options.h"
#include "plan/Inspector.h"
#include "plan/Plan.h"
#include "plan/Technique.h"

#include <cstring>

namespace usersched {

/// What the settings, and a tool if there is one, change in a Call.
struct Overrides {
  uint32_t FlagsOn = 0, FlagsOff = 0;
  uint64_t Chunk;
  bool IsOff, IsRecorded, HasTool;

  Overrides(const Options &Set, bool HasTool = false)
      : Chunk(Set.Chunk), IsOff(Set.Schedule == Options::Off),
        IsRecorded(*Set.Report || *Set.Trace), HasTool(HasTool) {
    auto Override = [this](uint64_t Switch, uint32_t NoFlag) {
      if (Switch == Options::SwitchOff)
        FlagsOn |= NoFlag;
      else if (Switch == Options::SwitchOn)
        FlagsOff |= NoFlag;
    };
    Override(Set.Steal, USERSCHED_NO_STEAL);
    Override(Set.Profile, USERSCHED_NO_PROFILE);
    if (Set.Reproducible == Options::SwitchOn)
      FlagsOn |= USERSCHED_REPRODUCIBLE;
    else if (Set.Reproducible == Options::SwitchOff)
      FlagsOff |= USERSCHED_REPRODUCIBLE;
  }

  /// Returns the flags of Loop as the settings change them.
  uint32_t flagsOf(const usersched_loop &Loop) const {
    return (Loop.flags | FlagsOn) & ~FlagsOff;
  }
  /// Returns the load of a chunk of Loop, which the pragma says is Asked.
  uint64_t chunkOf(const usersched_loop &Loop, uint64_t Asked) const {
    if (Chunk == 0 || !(Loop.flags & USERSCHED_LOAD_IS_FLOAT))
      return Chunk == 0 ? Asked : Chunk;
    const auto Real = static_cast<double>(Chunk);
    std::memcpy(&Asked, &Real, sizeof Asked);
    return Asked;
  }
};

/// Returns true if Flags are those of a loop whose reductions end with the same
/// bits in every team.
inline bool areReproducible(uint32_t Flags) {
  return Flags & USERSCHED_HAS_BLOCKS && Flags & USERSCHED_REPRODUCIBLE;
}

/// One thread enters one loop. Things of this type are called Entered.
struct Call {
  usersched_loop *Loop;
  void *Captures;     ///< usersched_frame::captures of this thread
  uint64_t Data;      ///< see usersched_frame
  uint64_t Chunk;     ///< see usersched_frame
  uint64_t Subspaces; ///< see usersched_frame
  uint64_t TripCount; ///< at least 1
  uint32_t Thread;    ///< 0 to Threads - 1
  uint32_t Threads;   ///< the number of threads in the team
  uint32_t Flags;     ///< usersched_loop::flags, as the settings change them
  /// True with USERSCHED_SCHEDULE=off.
  bool IsOff = false;
  /// True in a `nowait` loop of a region that is not known: the thread cannot
  /// find the other threads of its team.
  bool IsTeamUnknown = false;
  /// True if the execution is recorded: for a report or a trace, or because the
  /// loop has a name.
  bool IsRecorded = false;
  /// True if a tool is told of each execution.
  bool HasTool = false;

  /// Applies the settings, which override what the pragma says.
  void apply(const Overrides &Set) {
    Flags = Set.flagsOf(*Loop);
    IsOff = Set.IsOff;
    IsRecorded = Set.IsRecorded || Loop->name;
    HasTool = Set.HasTool;
    if (!isReproducible()) // else see chunkOfBlocks()
      Chunk = Set.chunkOf(*Loop, Chunk);
  }

  /// Returns the thread's share if all threads have equally many iterations.
  IterationRange evenShare() const {
    return usersched::evenShare(TripCount, Thread, Threads);
  }

  bool has(uint32_t Flag) const { return Flags & Flag; }
  bool isReproducible() const { return areReproducible(Flags); }
  /// Returns true if the thread has anything to do with the others of its team.
  bool needsTeam() const { return Threads > 1 && !IsOff && !IsTeamUnknown; }
  bool maySteal() const { return !has(USERSCHED_NO_STEAL); }
  /// Returns true if the loop says nothing about who runs what, or how.
  bool leavesSharesOpen() const {
    return maySteal() && Chunk == 0 && Subspaces == 0 &&
           has(USERSCHED_SUBSPACE_IS_THREAD) && !has(USERSCHED_NO_PROFILE);
  }
  /// Returns true if the thread that runs the last iteration must run nothing
  /// after it, and stealing could make it. Then the chunk with that iteration
  /// is the last one to be claimed.
  bool holdsLastBack() const {
    return has(USERSCHED_LAST_IS_LAST) && maySteal();
  }
  /// Returns what the thread begins with, with T, a technique without chunks:
  /// its first block, or its share. A serial execution is thread 0's: thread 0
  /// forked the region, so it comes first and has the data in its cache.
  __attribute__((always_inline)) IterationRange share(Technique T) const {
    if (T == Technique::Serial)
      return {0, Thread == 0 ? TripCount : 0};
    if (T == Technique::Cyclic)
      return firstBlock(TripCount, Thread, Threads);
    return evenShare();
  }
  /// Returns true if the iterations can be cut into even chunks.
  bool mayBeChunked() const {
    return EvenChunks::arePossible(TripCount, Threads);
  }
  /// Returns true if executions with stealing can use the same slots one after
  /// the other: a barrier ends each of them, and nothing is held back.
  bool maySlotsRepeat() const {
    return !has(USERSCHED_NOWAIT) && !holdsLastBack();
  }
  PlanKey key() const { return {TripCount, Data, Threads}; }
};

} // namespace usersched

#endif
