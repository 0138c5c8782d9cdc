//===- Technique.h - the ways to run one execution ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A technique is three facts: which threads take part, what a thread has at
// first, and whether others may steal of it. Why an execution runs so is a
// Reason.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TECHNIQUE_H
#define USERSCHED_TECHNIQUE_H

#include <cstdint>

namespace usersched {

/// How an execution runs.
enum class Technique : uint8_t {
  Balanced, ///< groups of equal load, of which idle threads steal
  Chunked,  ///< groups of equally many iterations, of which idle threads steal
  Cyclic,   ///< blocks are dealt out in turn, as `schedule(static, c)`
  Even,     ///< as `schedule(static)`
  Serial    ///< thread 0 runs all iterations
};
constexpr Technique AllTechniques[] = {Technique::Balanced, Technique::Chunked,
                                       Technique::Cyclic, Technique::Even,
                                       Technique::Serial};
constexpr int Techniques = sizeof AllTechniques / sizeof *AllTechniques;

/// Returns the name of T in reports.
constexpr const char *nameOf(Technique T) {
  constexpr const char *Names[Techniques] = {"balanced", "chunked", "cyclic",
                                             "even", "serial"};
  return Names[static_cast<int>(T)];
}

/// Returns true if threads have groups of chunks, of which idle threads steal.
constexpr bool hasChunks(Technique T) {
  return T == Technique::Balanced || T == Technique::Chunked;
}

/// Why an execution runs as it does.
enum class Reason : uint8_t {
  OneThread,   ///< the team has one thread
  Off,         ///< USERSCHED_SCHEDULE=off
  UnknownTeam, ///< a `nowait` loop of a region that is not known: to find its
               ///< other threads would take a barrier
  NoMemory,    ///< there is no memory for chunks
  Plan,        ///< a plan is kept for it
  NoPlan,      ///< no plan is kept: this execution makes one
  StalePlan,   ///< the loads have changed behind the plan: it makes another one
  CoarsePlan,  ///< the plan's chunks were too heavy: it makes another one
  NotKept,     ///< the pragma or a setting wants no plan to be kept
  FirstTime,   ///< trip count, team size and data had not come before, or plans
               ///< of the loop were hardly used
  Trial,       ///< to find out how long it takes so
  Quickest,    ///< it took least time so lately
};
constexpr int Reasons = 12;

/// Returns the name of Why in reports.
constexpr const char *nameOf(Reason Why) {
  constexpr const char *Names[Reasons] = {
      "one-thread", "off",        "unknown-team", "no-memory",
      "plan",       "no-plan",    "stale-plan",   "coarse-plan",
      "not-kept",   "first-time", "trial",        "quickest"};
  return Names[static_cast<int>(Why)];
}

} // namespace usersched

#endif
