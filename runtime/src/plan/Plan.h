//===- Plan.h - the balanced groups of one loop ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of an inspection: the chunks of a loop with their loads, and the
// chunks that each thread starts with. A plan is a value: the code that makes
// it may change it, the code that uses it may not. What executions with a plan
// teach stands beside the plan: see learn/KnownPlan.h.
//
// Invariant: the chunks cover [0, trip count) without a gap, and the groups are
// contiguous and in thread order.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAN_H
#define USERSCHED_PLAN_H

#include "plan/ChunkTable.h"

#include <memory>
#include <vector>

namespace usersched {

/// The executions of a loop that a plan is for.
struct PlanKey {
  uint64_t TripCount;
  uint64_t Data; ///< usersched_frame::data
  uint32_t Threads;

  bool operator==(const PlanKey &Other) const {
    return TripCount == Other.TripCount && Data == Other.Data &&
           Threads == Other.Threads;
  }
};

/// What the next execution has to do with a plan before its iterations begin. A
/// plan is made while iterations run, from the loads that were recorded; before
/// iterations begin, more loads can be evaluated.
enum class PlanState : uint8_t {
  Final,
  Rough, ///< groups end where chunks do, or are not by time yet: finish it
  Coarse ///< one subspace had so much of the load that its chunks are too
         ///< heavy to be balanced: inspect again, in other subspaces
};

class Plan {
public:
  PlanKey Key;
  /// Bound[0] = 0, Bound.back() = trip count, never falling; see ChunkTable.
  std::vector<uint64_t> Bound;
  /// Cumulative[J] is the load of all chunks before chunk J, or their expected
  /// time in units of load: see Refinement.cpp.
  std::vector<double> Cumulative;
  /// Thread T's group is the chunks [GroupBegin[T], GroupBegin[T + 1]).
  std::vector<uint32_t> GroupBegin;

  /// Of a refined plan: the loads, as Cumulative was before. Else null.
  std::shared_ptr<const std::vector<double>> Loads;
  /// True if groups are uneven on purpose: see leaveToThieves().
  bool ForThieves = false;
  /// As GroupBegin, before any refinement.
  std::vector<uint32_t> GroupByLoad;
  /// What the execution that finds the plan has to do first.
  PlanState State = PlanState::Final;

  Plan(PlanKey Key, std::vector<uint64_t> Bound, std::vector<double> Cumulative,
       std::vector<uint32_t> GroupBegin)
      : Key(Key), Bound(std::move(Bound)), Cumulative(std::move(Cumulative)),
        GroupBegin(std::move(GroupBegin)), GroupByLoad(this->GroupBegin) {}

  /// Refines Old: the same chunks, with groups by expected time.
  Plan(const Plan &Old, std::vector<double> Cumulative,
       std::vector<uint32_t> GroupBegin, bool ForThieves)
      : Key(Old.Key), Bound(Old.Bound), Cumulative(std::move(Cumulative)),
        GroupBegin(std::move(GroupBegin)),
        Loads(Old.Loads
                  ? Old.Loads
                  : std::make_shared<std::vector<double>>(Old.Cumulative)),
        ForThieves(ForThieves), GroupByLoad(Old.GroupByLoad) {}

  ChunkTable chunks() const { return {Bound.data(), Cumulative.data()}; }

  ChunkRange group(uint32_t Thread) const {
    return {GroupBegin[Thread], GroupBegin[Thread + 1]};
  }

  /// Returns the thread whose group has Chunk.
  uint32_t groupWith(uint32_t Chunk) const {
    const auto Next =
        std::upper_bound(GroupBegin.begin(), GroupBegin.end(), Chunk);
    return static_cast<uint32_t>(Next - GroupBegin.begin() - 1);
  }

  /// Returns the chunk with the last iteration.
  uint32_t lastChunk() const { return static_cast<uint32_t>(Bound.size() - 2); }

  /// Returns the chunks with their loads, also if the plan was refined.
  ChunkTable loads() const {
    return {Bound.data(), (Loads ? *Loads : Cumulative).data()};
  }
  double load(ChunkRange Range) const { return loads().load(Range); }

  /// Returns the load that Thread has if nothing is stolen.
  double predictedLoad(uint32_t Thread) const { return load(group(Thread)); }

  double totalLoad() const {
    return load({0, static_cast<uint32_t>(Bound.size() - 1)});
  }

  /// Returns the bytes of memory of the vectors.
  std::size_t bytes() const {
    return Bound.capacity() * sizeof Bound[0] +
           (Cumulative.capacity() + (Loads ? Loads->capacity() : 0)) *
               sizeof Cumulative[0] +
           (GroupBegin.capacity() + GroupByLoad.capacity()) *
               sizeof GroupBegin[0];
  }
};

} // namespace usersched

#endif
