//===- KnownPlan.h - a plan, and what executions with it have taught ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the plan cache keeps. Invariant: the plan does not change once it is
// published; what stands beside it may, by any thread.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_KNOWN_PLAN_H
#define USERSCHED_KNOWN_PLAN_H

#include "learn/Exposure.h"
#include "learn/Freshness.h"
#include "learn/Refinement.h"
#include "plan/Partition.h"
#include "plan/Plan.h"

namespace usersched {

class LoopPlans;
class PlanRecord;

class KnownPlan : public Plan {
public:
  /// How the plan may become a better one. Thread-safe as it says.
  const std::unique_ptr<Refinement> Measured;
  mutable Exposure Exposed;
  // From here on, what only the threads that set executions up use; all others
  // read what is before, so it must not be on the same cache lines.
  mutable Freshness Fresh;
  /// What a report knows of the plan, or null. Set before publication.
  std::shared_ptr<PlanRecord> Seen;

  KnownPlan(Plan P, std::unique_ptr<Refinement> Measured)
      : Plan(std::move(P)), Measured(std::move(Measured)),
        Exposed(Key.Threads) {}
  /// Of which nothing is known yet.
  explicit KnownPlan(Plan P)
      : Plan(std::move(P)), Measured(std::make_unique<Refinement>(Key.Threads)),
        Exposed(Key.Threads) {}

  /// False once it has left the cache.
  bool isCached() const { return IsCached.load(std::memory_order_acquire); }

  /// The plan was used, by so many executions. A hint: some may get lost.
  void countUses(uint32_t Times) const {
    Uses.store(Uses.load(std::memory_order_relaxed) + Times,
               std::memory_order_relaxed);
  }
  /// A check found the loads as the plan has them: all uses were right so far.
  void confirmUses() const {
    RightUses.store(uses(), std::memory_order_relaxed);
  }
  uint32_t uses() const { return Uses.load(std::memory_order_relaxed); }
  /// The uses until a check last found the loads as the plan has them.
  uint32_t rightUses() const {
    return RightUses.load(std::memory_order_relaxed);
  }
  /// Returns true if the groups are known to take less than threshold::Long.
  /// Then an execution may be quicker without the plan.
  bool hasShortGroups() const {
    const uint64_t Longest = Exposed.longestTicks();
    return Longest > 0 && Longest < threshold::ticks(threshold::Long);
  }

  /// Returns true if the longest group takes much longer, beside the mean, than
  /// the plan says, although cells have been timed: what takes long may not be
  /// the same each time. What is uneven on purpose is stolen on purpose.
  bool isInVain() const {
    if (!Measured->wasMeasured() || ForThieves)
      return false;
    const double Stretch = Exposed.stretch();
    if (Stretch <= threshold::Much)
      return false;
    const double Planned =
        heaviestGroup(Cumulative, GroupBegin) * Key.Threads / Cumulative.back();
    return !(Stretch <= threshold::Much * Planned); // NaN without load
  }

  /// Bytes of memory, all together.
  std::size_t bytes() const {
    return sizeof *this + Plan::bytes() + Exposed.bytes() +
           Refinement::bytes(Key.Threads);
  }

private:
  /// This replaces Old, which has the same loads.
  void goOn(const KnownPlan &Old) {
    Fresh.goOn(Old.Fresh);
    Uses.store(Old.Uses.load(std::memory_order_relaxed),
               std::memory_order_relaxed);
    RightUses.store(Old.RightUses.load(std::memory_order_relaxed),
                    std::memory_order_relaxed);
    WasUsed.store(Old.WasUsed.load(std::memory_order_relaxed),
                  std::memory_order_relaxed);
  }

  friend class LoopPlans;
  friend class PlanCache;
  /// The loop in whose cache the plan is; set at publication.
  const LoopPlans *Owner = nullptr;
  /// False once the plan has left the cache.
  mutable std::atomic<bool> IsCached{false};
  /// The cache's clock when the plan was last found; before that, when it was
  /// published.
  mutable std::atomic<uint64_t> LastUse{0};
  mutable std::atomic<uint32_t> Uses{0}, RightUses{0};
  /// An execution has used the plan, or the one that it replaced. A hint.
  mutable std::atomic<bool> WasUsed{false};
  /// Of a plan that has left the cache: the cache's next such plan. Guarded by
  /// the cache's lock.
  KnownPlan *NextRetired = nullptr;
};

} // namespace usersched

#endif
