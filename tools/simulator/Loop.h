//===- Loop.h - the loop that is simulated --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each iteration costs in load, which schedulers may look at, and in time,
// which they cannot see. Also the descriptor by which the scheduler asks for
// loads, as the plugin would have made it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIMULATOR_LOOP_H
#define USERSCHED_SIMULATOR_LOOP_H

#include "VirtualTeam.h"
#include "plan/ChunkTable.h"
#include "usersched_abi.h"

#include <string>
#include <vector>

namespace usersched::simulator {

/// How load becomes time; nanoseconds. All are at least 0.
struct Costs {
  double PerLoad = 1;
  double PerIteration = 0;
  /// Per cent by which an iteration's time may differ from that, either way: a
  /// fixed random number for each.
  double Noise = 0;
  /// To look at the load of one iteration during an inspection.
  double Inspect = 0.3;
};

/// Of all threads together.
double total(const Speeds &Of);
double fastest(const Speeds &Of);

/// The most iterations.
constexpr uint64_t MaxIterations = uint64_t(1) << 31;

class Loop {
  std::vector<double> LoadBefore; ///< of all iterations before this one
  std::vector<double> TimeBefore;
  double InspectTime;
  double HeaviestLoad = 0;
  uint64_t HeaviestPlace = 0;
  Time LongestTime = 0;
  bool IsWhole = true;

  static void inspect(uint64_t Begin, uint64_t End, uint64_t *Start,
                      uint64_t *Stop, void *Data);

public:
  /// Loads: finite, not negative, at least one. Times, if not empty: what each
  /// iteration takes, in nanoseconds, whatever its load. Throws
  /// std::invalid_argument otherwise, and for costs that make no sense.
  Loop(const std::vector<double> &Loads, const Costs &Cost,
       const std::vector<double> &Times = {});
  Loop(const Loop &) = delete;

  uint64_t tripCount() const { return LoadBefore.size() - 1; }
  double load(IterationRange R) const {
    return LoadBefore[R.End] - LoadBefore[R.Begin];
  }
  Time time(IterationRange R) const {
    return TimeBefore[R.End] - TimeBefore[R.Begin];
  }
  double totalLoad() const { return LoadBefore.back(); }
  Time totalTime() const { return TimeBefore.back(); }
  double heaviestLoad() const { return HeaviestLoad; }
  uint64_t heaviestIteration() const { return HeaviestPlace; }

  /// No schedule can be quicker on processors of these speeds: all work all the
  /// time, or the fastest runs the longest iteration.
  Time bound(const Speeds &Of) const {
    return std::max(totalTime() / total(Of), LongestTime / fastest(Of));
  }
  Time bound(uint32_t Threads) const { return bound(Speeds(Threads, 1)); }
  Time longestTime() const { return LongestTime; }
  /// The load that each unit of speed would have in perfect balance.
  double share(const Speeds &Of) const { return totalLoad() / total(Of); }
  /// Whether one iteration alone has more load than the share of the fastest.
  bool oneExceedsShare(const Speeds &Of) const {
    return HeaviestLoad > share(Of) * fastest(Of);
  }

  /// For the scheduler; starts without a plan. Captures are the loop itself.
  usersched_loop descriptor(uint32_t Flags) const;
  void *captures() const { return const_cast<Loop *>(this); }
};

} // namespace usersched::simulator

#endif
