//===- Plan.h - the balanced groups of one loop ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the last inspection of a loop has taught: chunk boundaries with loads,
// and which chunks each thread starts with. Invariant: a published plan never
// changes (but for notes on its use), its chunks cover [0, trip
// count) without a gap, and its groups are contiguous and in thread order.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAN_H
#define USERSCHED_PLAN_H

#include "learn/Exposure.h"
#include "learn/Freshness.h"
#include "learn/Refinement.h"
#include "plan/ChunkTable.h"

#include <atomic>
#include <vector>

namespace usersched {

class LoopPlans;
class PlanRecord;

/// Which executions of a loop a plan is for.
struct PlanKey {
  uint64_t TripCount;
  uint64_t Data; ///< usersched_frame::data
  uint32_t Threads;

  bool operator==(const PlanKey &Other) const {
    return TripCount == Other.TripCount && Data == Other.Data &&
           Threads == Other.Threads;
  }
};

/// A plan is made while its iterations run, of what was recorded of their
/// loads. The next execution, before its iterations begin, can find out more.
enum class PlanState : uint8_t {
  Final,
  Rough, ///< groups end where chunks do, or are not by time yet: finish it
  Coarse ///< one subspace had so much of the load that its chunks are too
         ///< heavy to be balanced: inspect again, in other subspaces
};

class Plan {
public:
  const PlanKey Key;
  /// Bound[0] = 0, Bound.back() = trip count, never falling; see ChunkTable.
  const std::vector<uint64_t> Bound;
  /// Load, or expected time in units of load; see Refinement.cpp.
  const std::vector<double> Cumulative;
  /// Thread T's group is the chunks [GroupBegin[T], GroupBegin[T + 1]).
  const std::vector<uint32_t> GroupBegin;

  /// Of a refined plan: the loads alone, as Cumulative was before.
  const std::shared_ptr<const std::vector<double>> Loads;
  /// Whether groups are uneven on purpose: see leaveToThieves().
  const bool ForThieves = false;
  /// The groups that follow from the loads alone, before any refinement.
  const std::vector<uint32_t> GroupByLoad;
  /// What who finds the plan has to do first. Set before publication.
  PlanState State = PlanState::Final;
  /// How the plan may become a better one, or null. Thread-safe as it says.
  const std::unique_ptr<Refinement> Measured;

  mutable Exposure Exposed;
  // From here on, what only the threads that set executions up use; all others
  // read what is before, so it must not be on the same cache lines.
  mutable Freshness Fresh;
  /// What a report knows of the plan, or null.
  std::shared_ptr<PlanRecord> Seen;
  /// Of a plan that has left the cache: the cache's next such plan. Guarded by
  /// the cache's lock.
  Plan *NextRetired = nullptr;

  Plan(PlanKey Key, std::vector<uint64_t> Bound, std::vector<double> Cumulative,
       std::vector<uint32_t> GroupBegin,
       std::unique_ptr<Refinement> Measured = nullptr)
      : Key(Key), Bound(std::move(Bound)), Cumulative(std::move(Cumulative)),
        GroupBegin(std::move(GroupBegin)), GroupByLoad(this->GroupBegin),
        Measured(std::move(Measured)), Exposed(Key.Threads) {}

  /// Refined from Old: the same chunks by expected time.
  Plan(const Plan &Old, std::vector<double> Cumulative,
       std::vector<uint32_t> GroupBegin, bool ForThieves,
       std::unique_ptr<Refinement> Measured)
      : Key(Old.Key), Bound(Old.Bound), Cumulative(std::move(Cumulative)),
        GroupBegin(std::move(GroupBegin)),
        Loads(Old.Loads
                  ? Old.Loads
                  : std::make_shared<std::vector<double>>(Old.Cumulative)),
        ForThieves(ForThieves), GroupByLoad(Old.GroupByLoad),
        Measured(std::move(Measured)), Exposed(Key.Threads) {}

  ChunkTable chunks() const { return {Bound.data(), Cumulative.data()}; }

  ChunkRange group(uint32_t Thread) const {
    return {GroupBegin[Thread], GroupBegin[Thread + 1]};
  }

  /// The thread whose group has Chunk.
  uint32_t groupWith(uint32_t Chunk) const {
    const auto Next =
        std::upper_bound(GroupBegin.begin(), GroupBegin.end(), Chunk);
    return static_cast<uint32_t>(Next - GroupBegin.begin() - 1);
  }

  /// The chunk with the last iteration.
  uint32_t lastChunk() const { return static_cast<uint32_t>(Bound.size() - 2); }

  /// The chunks with their loads, whatever time these are expected to take.
  ChunkTable loads() const {
    return {Bound.data(), (Loads ? *Loads : Cumulative).data()};
  }
  double load(ChunkRange Range) const { return loads().load(Range); }

  /// The load that the plan expects Thread to have, if nothing is stolen.
  double predictedLoad(uint32_t Thread) const { return load(group(Thread)); }

  double totalLoad() const {
    return load({0, static_cast<uint32_t>(Bound.size() - 1)});
  }

  /// False once it has left the cache.
  bool isCached() const { return IsCached.load(std::memory_order_acquire); }

  /// The plan was used, by so many executions. A hint: some may get lost.
  void countUses(uint32_t Times) const {
    Uses.store(Uses.load(std::memory_order_relaxed) + Times,
               std::memory_order_relaxed);
  }
  /// Whether it was worth being made: an execution without a plan need not even
  /// look at the loads (LookSelection). Where all groups are short, a plan can
  /// save no more than a fraction of what it takes to make one.
  bool wasWorthIt() const {
    constexpr uint32_t Usually = 3, IfShort = 8;
    return Uses.load(std::memory_order_relaxed) >=
           (Exposed.isShort() ? IfShort : Usually);
  }

  std::size_t bytes() const {
    return sizeof *this + Bound.capacity() * sizeof Bound[0] +
           (Cumulative.capacity() + (Loads ? Loads->capacity() : 0)) *
               sizeof Cumulative[0] +
           (GroupBegin.capacity() + GroupByLoad.capacity()) *
               sizeof GroupBegin[0] +
           Exposed.bytes() + (Measured ? Refinement::bytes(Key.Threads) : 0);
  }

private:
  friend class PlanCache;
  /// The loop in whose cache the plan is; set at publication.
  const LoopPlans *Owner = nullptr;
  /// False once the plan has left the cache.
  mutable std::atomic<bool> IsCached{false};
  /// The cache's clock when the plan was last found; before that, when it was
  /// published.
  mutable std::atomic<uint64_t> LastUse{0};
  mutable std::atomic<uint32_t> Uses{0};
};

} // namespace usersched

#endif
