//===- Freshness.h - whether a plan still fits its data -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data can change in place behind a key that stays the same. So now and then
// the thread that sets an execution up asks for the loads of a few chunks again
// and compares. Others are asked each time, spread over the loop.
//
// Invariant: the cost vanishes in the steady state. If nothing has changed for
// a while, every 64th execution is checked, or more of them as long as all
// checks take less than 0.05 % of the time: of long executions each, so that
// not one of them runs with groups of the past. And a loop whose loads are
// never the same, while the groups that follow from them are, is checked half
// as often after each inspection that was in vain.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_FRESHNESS_H
#define USERSCHED_FRESHNESS_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace usersched {

class Inspector;
class KnownPlan;
class Plan;

/// The notes on one plan. Teams that use it at once may miscount.
class Freshness {
  static constexpr uint32_t FirstInterval = 4, UsualInterval = 64,
                            MostInterval = 1u << 20;
  /// The time of this many checks is that of an execution at least.
  static constexpr uint64_t ChecksPerExecution = 2048;
  std::atomic<uint32_t> UsesToCheck{FirstInterval};
  std::atomic<uint32_t> Interval{FirstInterval};
  std::atomic<uint32_t> Sample{0};

  void startInterval();

public:
  /// Counts a use; true if the plan is to be checked at this one.
  bool checkIsDue() {
    const uint32_t Uses = UsesToCheck.load(std::memory_order_relaxed);
    if (Uses > 1) {
      UsesToCheck.store(Uses - 1, std::memory_order_relaxed);
      return false;
    }
    startInterval();
    return true;
  }

  /// A check took CheckTicks, and an execution takes about ExecutionTicks, or 0
  /// if that is not known: sets when the next one is due.
  void pace(uint64_t CheckTicks, uint64_t ExecutionTicks);

  /// Counts up to Most uses to come, as many as are not to be checked; returns
  /// how many.
  uint32_t skip(uint32_t Most) {
    const uint32_t Uses = UsesToCheck.load(std::memory_order_relaxed);
    Most = Uses > 1 ? std::min(Most, Uses - 1) : 0;
    UsesToCheck.store(Uses - Most, std::memory_order_relaxed);
    return Most;
  }

  /// Threads had to help each other: checks soon, unless checking was in vain.
  void suspect();

  /// Whether the loads of some chunks of P, whose notes these are, now differ
  /// by more than StaleAt per cent. Runs user code.
  bool finds(const Plan &P, Inspector &Loads, uint64_t StaleAt);

  /// These are the notes on a plan with the same loads as that of Before, which
  /// it replaces.
  void goOn(const Freshness &Before);

  /// These are the notes on New, which replaces Old, found stale.
  void inherit(const Plan &New, const KnownPlan &Old, uint64_t StaleAt);
};

} // namespace usersched

#endif
