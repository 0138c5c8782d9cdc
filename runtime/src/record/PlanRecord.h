//===- PlanRecord.h - loads of a loop and the times that they took --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a report says of one inspection of a loop: the chunks with their loads,
// the groups that are in use now, and the times of ranges. A plan and those
// that are refined from it share one record, which outlives them.
//
// Invariant: the recorder's lock is held wherever a record is used, except for
// load(), which reads what never changes.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAN_RECORD_H
#define USERSCHED_PLAN_RECORD_H

#include "plan/Chunker.h"
#include "plan/Plan.h"

#include <map>
#include <vector>

namespace usersched {

/// Returns (largest / median - 1) * 100; NaN if the median is 0 or Values is
/// empty. The median of an even number of values is the mean of the middle two.
double lambda(std::vector<double> Values);
/// Returns the median; NaN if Values is empty.
double median(std::vector<double> Values);

/// What a thread ran without a break.
struct MeasuredRange {
  IterationRange Range;
  double Load = 0;    ///< NaN: not known
  uint64_t Ticks = 0; ///< of the quickest time
  uint64_t Times = 1; ///< how often it was measured
};

class PlanRecord {
  static constexpr std::size_t MostRanges = 16384;
  std::map<std::pair<uint64_t, uint64_t>, MeasuredRange> Ranges;
  uint32_t Forgotten = 0; ///< see forgetIfOlder()

public:
  const PlanKey Key;
  /// Chunk J is the iterations [Bound[J], Bound[J + 1]) with the load
  /// Cumulative[J + 1] - Cumulative[J]. Both are empty if the loop makes no
  /// plans.
  const std::vector<uint64_t> Bound;
  const std::vector<double> Cumulative;
  /// Thread T's group is the iterations [GroupBound[T], GroupBound[T + 1]);
  /// empty if there are no groups.
  std::vector<uint64_t> GroupBound;
  /// Ticks of all executions with these loads.
  uint64_t Ticks = 0;

  explicit PlanRecord(const PlanKey &Key) : Key(Key) {}
  explicit PlanRecord(const Plan &P);
  /// Of an execution by one thread, without groups.
  PlanRecord(const PlanKey &Key, Chunks All)
      : Key(Key), Bound(std::move(All.Bound)),
        Cumulative(std::move(All.Cumulative)) {}

  void add(const MeasuredRange &R);
  /// Forgets all times if the recorder has forgotten what it knew since the
  /// last call. TimesForgotten is Recorder::forgotten(). A plan is kept
  /// meanwhile, and so is what is known of it: the child of a fork uses its
  /// parent's plans.
  void forgetIfOlder(uint32_t TimesForgotten);
  /// From now on, the groups are those of P, which is by the same loads.
  void takeGroups(const Plan &P);

  std::size_t chunks() const { return Bound.empty() ? 0 : Bound.size() - 1; }
  double load(std::size_t FirstChunk, std::size_t EndChunk) const {
    return Cumulative[EndChunk] - Cumulative[FirstChunk];
  }
  /// Returns the load of Range, as if all iterations of a chunk had the same;
  /// NaN if there are no chunks.
  double load(IterationRange Range) const;
  /// Returns the imbalance of the groups by load; NaN if there are none.
  double lambda() const;

  /// All measured ranges by their begin and end; they may overlap.
  const std::map<std::pair<uint64_t, uint64_t>, MeasuredRange> &ranges() const {
    return Ranges;
  }
};

} // namespace usersched

#endif
