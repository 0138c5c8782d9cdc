//===- Schedule.h - a schedule as the simulator runs it -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule answers "what next?" of each virtual thread, and spends the time
// that the answer takes.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIMULATOR_SCHEDULE_H
#define USERSCHED_SIMULATOR_SCHEDULE_H

#include "Loop.h"

#include <memory>
#include <string>

namespace usersched::simulator {

/// What the parts of an answer take, in nanoseconds.
struct Overheads {
  /// An answer from what belongs to the thread.
  Time Own = 20;
  /// An answer from a counter that all threads share: its line has to come from
  /// another core, and one thread at a time has it.
  Time Shared = 60;
  /// To look at another thread's work.
  Time Look = 15;
  /// To take some of it.
  Time Steal = 150;
};

/// One execution after another of one loop by one team.
class Schedule {
public:
  virtual ~Schedule() = default;
  /// Outside of run(): an execution begins.
  virtual void begin() = 0;
  virtual void enter(uint32_t Thread) { (void)Thread; }
  /// The next iterations for Thread, never empty; false if there are none.
  virtual bool next(uint32_t Thread, IterationRange &Result) = 0;
  virtual void leave(uint32_t Thread) { (void)Thread; }
  /// Thefts in all executions so far.
  virtual uint64_t steals() const { return 0; }
};

enum class Kind {
  Static,      ///< one block each
  StaticChunk, ///< chunks in turn
  Dynamic,
  Guided,
  StaticSteal,
  Usersched,       ///< profile: off
  UserschedProfile ///< groups are kept
};

/// A schedule by name.
struct Choice {
  Kind Which;
  uint64_t Chunk = 0; ///< iterations; 0 for those without

  /// "static", "static,8", "monotonic:dynamic,8", "guided,8",
  /// "static_steal,8", "usersched", "usersched(prof)"
  std::string name() const;
  bool isUsersched() const {
    return Which == Kind::Usersched || Which == Kind::UserschedProfile;
  }
  bool hasChunk() const { return Which != Kind::Static && !isUsersched(); }
};

/// Reads the speeds of groups of threads: {"8x1", "16x0.5"} is 8 threads of
/// speed 1, then 16 of speed 0.5; {"1", "0.5"} is two threads. Throws
/// std::invalid_argument.
Speeds parseSpeeds(const std::vector<std::string> &Groups);

/// Reads a name as above; dynamic also without "monotonic:", and without a
/// chunk size the chunk is 1 (but for static). Throws std::invalid_argument.
Choice parseChoice(const std::string &Name);

/// How LLVM's OpenMP runtime (release 19) cuts and hands out N iterations to
/// the threads of Team. Not for usersched.
std::unique_ptr<Schedule> makeModel(const Choice &What, uint64_t N,
                                    VirtualTeam &Team, const Overheads &Cost);

/// The project's own scheduler, see Engine.cpp. The loop must outlive it.
std::unique_ptr<Schedule> makeEngine(const Choice &What, const Loop &TheLoop,
                                     VirtualTeam &Team, const Overheads &Cost);

} // namespace usersched::simulator

#endif
