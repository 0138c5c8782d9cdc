//===- PlanRecord.h - loads of a loop and the times that they took --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a report says of one inspection of a loop: the chunks with their loads,
// the groups that are in use now, and the times of ranges. A plan and those
// that are refined from it share one; it outlives them. Not thread-safe: the
// recorder's lock is held.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAN_RECORD_H
#define USERSCHED_PLAN_RECORD_H

#include "plan/ChunkTable.h"

#include <map>
#include <vector>

namespace usersched {

class Plan;

/// What a thread ran without a break.
struct MeasuredRange {
  IterationRange Range;
  double Load = 0; ///< NaN: not known
  uint64_t Ticks = 0;
  /// How often it was measured; Ticks is the quickest.
  uint64_t Times = 1;
};

/// What tells loads from others; see PlanKey.
struct RecordKey {
  uint64_t TripCount = 0, Data = 0;
  uint32_t Threads = 0;

  bool operator==(const RecordKey &Other) const {
    return TripCount == Other.TripCount && Data == Other.Data &&
           Threads == Other.Threads;
  }
};

class PlanRecord {
  static constexpr std::size_t MostRanges = 16384;
  std::map<std::pair<uint64_t, uint64_t>, MeasuredRange> Ranges;

public:
  const RecordKey Key;
  /// Of a loop that makes no plans: both empty. Else chunk J is the iterations
  /// [Bound[J], Bound[J + 1]) with Load[J].
  std::vector<uint64_t> Bound;
  std::vector<double> Load;
  /// The load of all chunks before each.
  std::vector<double> Cumulative;
  /// As Plan::GroupBegin.
  std::vector<uint32_t> GroupBegin;
  /// Of all executions with these loads, of which the team's time is known.
  uint64_t Ticks = 0;

  explicit PlanRecord(const RecordKey &Key) : Key(Key) {}
  explicit PlanRecord(const Plan &P);

  void add(const MeasuredRange &R);

  /// Of Range, which begins and ends as chunks do; NaN if there are none.
  double load(IterationRange Range) const;

  /// The measured ranges in order, without overlaps: where the same iterations
  /// were in several, the one that was measured most often.
  std::vector<MeasuredRange> ranges() const;
};

} // namespace usersched

#endif
