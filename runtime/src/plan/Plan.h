//===- Plan.h - the balanced groups of one loop ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of an inspection: the chunks of a loop with their loads, and the
// chunks that each thread starts with. A refined plan has expected times
// instead of loads, and may have finer chunks; it keeps the inspected plan that
// it came from. A plan is a value: the code that makes it may change it, the
// code that uses it may not. What executions with a plan teach stands beside
// the plan: see learn/KnownPlan.h.
//
// Invariant: the chunks cover [0, trip count) without a gap, and the groups are
// contiguous and in thread order. Where an inspected chunk begins, a chunk of
// each refined plan begins, too.
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
  Rough, ///< groups end where chunks do: sharpen it
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

  /// Of a refined plan: the plan as it was before any refinement. Else null.
  std::shared_ptr<const Plan> Inspected;
  /// True if groups are uneven on purpose: see leaveToThieves().
  bool ForThieves = false;
  /// True if the chunks are those of the user's `chunk`: a refinement does not
  /// cut them.
  bool HasGivenChunks = false;
  /// What the execution that finds the plan has to do first.
  PlanState State = PlanState::Final;

  Plan(PlanKey Key, std::vector<uint64_t> Bound, std::vector<double> Cumulative,
       std::vector<uint32_t> GroupBegin)
      : Key(Key), Bound(std::move(Bound)), Cumulative(std::move(Cumulative)),
        GroupBegin(std::move(GroupBegin)) {}

  /// Refines Old. What is given is by expected time.
  Plan(const Plan &Old, std::vector<uint64_t> Bound,
       std::vector<double> Cumulative, std::vector<uint32_t> GroupBegin,
       bool ForThieves)
      : Key(Old.Key), Bound(std::move(Bound)),
        Cumulative(std::move(Cumulative)), GroupBegin(std::move(GroupBegin)),
        Inspected(Old.Inspected ? Old.Inspected
                                : std::make_shared<const Plan>(Old)),
        ForThieves(ForThieves), HasGivenChunks(Old.HasGivenChunks) {}

  /// Returns the plan as it was before any refinement.
  const Plan &inspected() const { return Inspected ? *Inspected : *this; }

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

  /// Returns the chunk before which, or in which, the weights of all chunks add
  /// up to Weight.
  uint32_t chunkAt(double Weight) const {
    const auto Next =
        std::upper_bound(Cumulative.begin() + 1, Cumulative.end() - 1, Weight);
    return static_cast<uint32_t>(Next - Cumulative.begin() - 1);
  }

  /// Returns the chunk with the last iteration.
  uint32_t lastChunk() const { return static_cast<uint32_t>(Bound.size() - 2); }

  /// Returns true if some inspected chunk is more than one now.
  bool hasCutChunks() const { return Bound.size() > inspected().Bound.size(); }

  /// Returns the load of all chunks before each chunk, and of all chunks, also
  /// if the plan was refined. Inside of an inspected chunk, all iterations
  /// count the same.
  std::vector<double> loads() const {
    if (!hasCutChunks())
      return inspected().Cumulative;
    std::vector<double> Result;
    Result.reserve(Bound.size());
    const ChunkTable Of = inspected().chunks();
    uint32_t Chunk = 0; // the first inspected one that ends at or after Begin
    for (const uint64_t Begin : Bound) {
      while (Of.Bound[Chunk + 1] < Begin)
        ++Chunk;
      Result.push_back(Of.loadBefore(Begin, Chunk));
    }
    return Result;
  }

  double totalLoad() const { return inspected().Cumulative.back(); }

  /// Returns the bytes of memory that the plan points to.
  std::size_t bytes() const {
    return Bound.capacity() * sizeof Bound[0] +
           Cumulative.capacity() * sizeof Cumulative[0] +
           GroupBegin.capacity() * sizeof GroupBegin[0] +
           (Inspected ? sizeof *this + Inspected->bytes() : 0);
  }
};

} // namespace usersched

#endif
