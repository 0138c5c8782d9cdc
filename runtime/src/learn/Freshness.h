//===- Freshness.h - whether a plan still fits its data -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data can change in place behind a key that stays the same. So now and then
// the thread that sets an execution up asks for the loads of a few chunks again
// and compares. Others are asked each time: some are spread over the loop, some
// over the load, since most of the load may be in few chunks. A plan that is
// new is checked at its first use: it may be of a loop whose loads are never
// the same, such as one over the flags of active vertices.
//
// Invariant: the cost vanishes in the steady state. If nothing has changed for
// a while, every 64th execution is checked, or more of them as long as all
// checks take less than 0.05 % of the time: of long executions each, so that
// not one of them runs with groups of the past. Where threads steal in each
// execution, checks take up to eight times as much. And if the pragma says who
// runs what, a loop whose loads are never the same, while the groups that
// follow from them are, is checked half as often after each inspection that was
// in vain.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_FRESHNESS_H
#define USERSCHED_FRESHNESS_H

#include "base/Thresholds.h"
#include "learn/Retry.h"

namespace usersched {

class Inspector;
class KnownPlan;
class Plan;

/// What is known of whether the loads of one plan have changed. Any thread; a
/// hint: teams that use the plan at once may miscount.
class Freshness {
  Retry NextCheck{1};
  /// Where the last check looked, as a share of the chunks, and of the load, in
  /// 2^32ths.
  std::atomic<uint32_t> Sample{0};
  /// Plans in a row, up to this one, that replaced one with other loads and the
  /// same groups.
  std::atomic<uint32_t> InVain{0};

  bool isInVain() const { return InVain.load(std::memory_order_relaxed) > 0; }

public:
  /// Counts a use of the plan. Returns true if the plan is to be checked at
  /// this one.
  bool checkIsDue() {
    if (NextCheck.count() > 0)
      return false;
    NextCheck.waitLonger(1,
                         std::max(threshold::UsualCheck, NextCheck.interval()));
    return true;
  }

  /// A check took CheckTicks, and an execution takes about ExecutionTicks, or 0
  /// if that is not known: sets when the next check is due.
  void pace(uint64_t CheckTicks, uint64_t ExecutionTicks);

  /// Counts up to Most uses to come, as many as are not to be checked; returns
  /// how many.
  uint32_t skip(uint32_t Most) { return NextCheck.count(Most); }

  /// Threads had to help each other: checks eight times as soon, unless
  /// inspections were in vain.
  void suspect() {
    if (!isInVain())
      NextCheck.hasten(std::max(NextCheck.interval() / 8, 1u));
  }

  /// Returns true if the loads of some chunks of Checked, whose freshness this
  /// is, have changed by more than StaleAt per cent. Evaluates loads.
  bool finds(const Plan &Checked, Inspector &Loads, uint64_t StaleAt);

  /// This is of a plan with the same loads as that of Before, which it
  /// replaces. A check is soon, since it recounts how long groups take, too.
  void goOn(const Freshness &Before);

  /// This is of New, which replaces Old, found stale. Returns true if groups
  /// have changed.
  bool inherit(const Plan &New, const KnownPlan &Old, uint64_t StaleAt);
};

} // namespace usersched

#endif
