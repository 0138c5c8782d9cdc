//===- Statistics.h - counts without sharing ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread counts in its own cache lines with plain loads and stores; a
// query adds them up. A thread that begins later gets the counters of one that
// has ended, and counts on. Invariant: counters are in the list for ever, and
// at most one living thread has them.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_STATISTICS_H
#define USERSCHED_STATISTICS_H

#include "base/CacheLine.h"
#include "usersched.h"

#include <atomic>
#include <cstddef>

namespace usersched {

/// In the order of usersched_statistics.
enum class Count : std::size_t {
  Executions,
  PlansMade,
  PlanHits,
  InspectedIterations,
  Dispatches,
  Steals,
  StolenIterations,
  Evictions,
  StalePlans,
  PlansRefined
};

class alignas(NoSharing) Counters {
public:
  static constexpr std::size_t Size =
      sizeof(usersched_statistics) / sizeof(uint64_t);

  /// Only by the thread whose counters these are.
  void add(Count What, uint64_t Amount) {
    std::atomic<uint64_t> &Value = Values[static_cast<std::size_t>(What)];
    Value.store(Value.load(std::memory_order_relaxed) + Amount,
                std::memory_order_relaxed);
  }

  uint64_t get(std::size_t What) const {
    return Values[What].load(std::memory_order_relaxed);
  }

  /// The calling thread's.
  static Counters &mine() {
    Counters *Own = known();
    return Own ? *Own : enlist();
  }
  /// The same, or null if the thread has never counted.
  static Counters *known() { return OfThisThread; }

  /// The sum over all threads, also those that have ended.
  static usersched_statistics sum();

private:
  /// Not thread_local, which would call a function to look whether there is
  /// something to be constructed.
  static __thread Counters *OfThisThread;
  struct Registry;
  static Counters &enlist();

  std::atomic<uint64_t> Values[Size] = {};
  Counters *Next = nullptr; ///< of all; set once
  bool IsFree = false; ///< the thread has ended. Guarded by the registry's lock
};

} // namespace usersched

#endif
