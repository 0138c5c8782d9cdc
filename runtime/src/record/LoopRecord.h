//===- LoopRecord.h - what a report knows of one loop ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums over all executions of a loop, in memory that does not grow with their
// number. Instantiations of a template are one loop: what counts is where it
// stands. Invariant: its strings are copies, so it outlives the shared object
// that has the loop.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_LOOP_RECORD_H
#define USERSCHED_LOOP_RECORD_H

#include "base/Statistics.h"
#include "record/PlanRecord.h"
#include "usersched_abi.h"

#include <limits>
#include <memory>
#include <string>

namespace usersched {

/// How an execution found its loads.
enum class ExecutionKind : uint8_t { Inspected, Planned, Even };

/// One execution, once all threads have left it.
struct ExecutionNote {
  uint64_t Execution = 0; ///< from 1
  uint64_t Ticks = 0;    ///< from the first thread's coming to the last's going
  double LambdaTime = 0; ///< of the threads' busy times, %; NaN: not known
  ExecutionKind Kind = ExecutionKind::Even;
};

/// The first executions, then every second, every fourth, ...: in order, at
/// most Capacity, and never fewer than half of that once it was full.
class History {
  static constexpr std::size_t Kept = 64, Capacity = 1024;
  std::vector<ExecutionNote> Notes;
  uint64_t Stride = 1, ToCome = 1;

public:
  void add(const ExecutionNote &Note);
  void clear() { *this = History(); }
  const std::vector<ExecutionNote> &notes() const { return Notes; }
};

/// (Largest / median - 1) * 100, the median of an even number of values being
/// the mean of the middle two; NaN if that is 0 or there are none. Reorders
/// Values.
double lambda(std::vector<double> &Values);
/// NaN of none. Reorders Values.
double median(std::vector<double> &Values);

struct Range64 {
  uint64_t Least = std::numeric_limits<uint64_t>::max(), Most = 0, Total = 0;

  void add(uint64_t Value) {
    Least = std::min(Least, Value);
    Most = std::max(Most, Value);
    Total += Value;
  }
  uint64_t least() const { return std::min(Least, Most); }
};

/// What is added up; with the recorder's lock held.
struct LoopSums {
  uint64_t Executions = 0;
  Range64 TripCount, Threads;
  uint64_t Ticks = 0; ///< the team's
  /// Threads' ticks: in iterations, inspecting, balancing.
  uint64_t Busy = 0, Inspecting = 0, Balancing = 0;
  uint64_t Dispatches = 0, Steals = 0, StolenIterations = 0;
  /// What was handed out, as far as loads are known, and stolen.
  double Load = 0, StolenLoad = 0;
  History Executed;
  /// The loads with which most time was spent.
  std::shared_ptr<PlanRecord> Shown;
  /// Those of the last execution with a plan.
  std::shared_ptr<PlanRecord> LastPlanned;
};

class LoopRecord {
public:
  const std::string File, Function, Load;
  const uint32_t Line, Column;
  const bool HasPrefix;
  /// "pagerank.cpp:57"
  const std::string Place;

  LoopSums Sums;
  LoopRecord *Next = nullptr; ///< of all

  explicit LoopRecord(const usersched_loop &Loop);

  bool isOf(const usersched_loop &Loop) const;

  /// Any thread.
  void count(Count What) {
    Counts[static_cast<std::size_t>(What)].fetch_add(1,
                                                     std::memory_order_relaxed);
  }
  uint64_t counted(Count What) const {
    return Counts[static_cast<std::size_t>(What)].load(
        std::memory_order_relaxed);
  }

  /// A plan was made from an inspection.
  void inspected(std::shared_ptr<PlanRecord> New);
  /// An execution with Used, or null, took so long.
  void spent(const std::shared_ptr<PlanRecord> &Used, uint64_t Ticks);

  void clear();

private:
  std::atomic<uint64_t> Counts[Counters::Size] = {};
};

} // namespace usersched

#endif
