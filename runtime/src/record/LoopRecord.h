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
#include "plan/Plan.h"
#include "plan/Technique.h"
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
  uint64_t Ticks = 0;     ///< from the first thread's entry to the last's end
  double LambdaTime = 0;  ///< of the threads' busy times, %; NaN: not known
  ExecutionKind Kind = ExecutionKind::Even;
  uint64_t Busy = 0; ///< ticks in iterations, of all threads
};

/// The first executions, then every second, every fourth, and so on: at most
/// Capacity. In the order in which the executions ended.
class History {
  static constexpr std::size_t Kept = 64, Capacity = 256;
  std::vector<ExecutionNote> Notes;
  uint64_t Stride = 1;

public:
  void add(const ExecutionNote &Note);
  const std::vector<ExecutionNote> &notes() const { return Notes; }
  /// Returns the median of the known imbalances by time; NaN if none is known.
  double lambda() const;
};

struct Range64 {
  uint64_t Least = std::numeric_limits<uint64_t>::max(), Most = 0, Total = 0;

  void add(uint64_t Value) {
    Least = std::min(Least, Value);
    Most = std::max(Most, Value);
    Total += Value;
  }
  uint64_t least() const { return std::min(Least, Most); }
};

/// What threads did in executions.
struct Work {
  /// Ticks in iterations, inspecting and balancing.
  uint64_t Busy = 0, Inspecting = 0, Balancing = 0;
  uint64_t Dispatches = 0, Steals = 0, StolenIterations = 0;
  /// The load that was handed out and that was stolen, as far as it is known.
  double Load = 0, StolenLoad = 0;
  /// Of sampled executions: ticks between entering and leaving the loop, and
  /// nanoseconds for which the thread had a processor meanwhile.
  uint64_t Present = 0, Processor = 0;

  void add(const Work &Other) {
    Busy += Other.Busy;
    Inspecting += Other.Inspecting;
    Balancing += Other.Balancing;
    Dispatches += Other.Dispatches;
    Steals += Other.Steals;
    StolenIterations += Other.StolenIterations;
    Load += Other.Load;
    StolenLoad += Other.StolenLoad;
    Present += Other.Present;
    Processor += Other.Processor;
  }
};

/// Sums over executions that have ended since usersched_get_loads() told them
/// last.
struct EndedSums : Work {
  uint64_t Executions = 0;
  uint64_t Ticks = 0; ///< from first entry to last end, of each execution
  /// Of each execution whose threads are all known, the ticks in iterations of
  /// the busiest thread, and of the mean thread.
  double Busiest = 0, Mean = 0;
};

/// The last executions, in a row, of a loop with so many iterations.
struct AlikeExecutions : Work {
  uint64_t Iterations = 0; ///< 0: there was no execution
  uint64_t Executions = 0;
  /// Of the last one. Its trip count is less than Iterations if it counts
  /// reduction blocks.
  PlanKey Key = {};

  /// Returns the mean iterations of what the executions count.
  double iterationsEach() const {
    return Iterations == 0 ? 1
                           : static_cast<double>(Iterations) /
                                 static_cast<double>(Key.TripCount);
  }
};

/// Sums over executions. Guarded by the recorder's lock.
struct LoopSums : Work {
  uint64_t Executions = 0; ///< that have begun
  /// How many ended by technique and reason.
  uint64_t Ran[Techniques][Reasons] = {};
  Range64 TripCount, Threads;
  uint64_t Ticks = 0; ///< from first entry to last end, of each execution
  History Executed;
  EndedSums Ended;
  AlikeExecutions Alike;
  /// The loads with which most time was spent.
  std::shared_ptr<PlanRecord> Shown;
  /// The loads of the last execution with a plan.
  std::shared_ptr<PlanRecord> LastPlanned;
  /// The loads of an execution by one thread, as inspectAlone() has noted them;
  /// and how many such executions there were since.
  std::shared_ptr<PlanRecord> LastAlone;
  uint32_t SinceLook = 0;
  uint64_t LookGeneration = 0; ///< PlanCache::generation() then
};

class LoopRecord {
public:
  const std::string File, Function, Load;
  const std::string Name; ///< empty: none
  const uint32_t Line, Column;
  const bool HasPrefix;  ///< the pragma gives one
  const bool Telescopes; ///< the compiler has made a prefix from the load
  const bool IsConstant; ///< the load is never evaluated: all are equal
  /// "pagerank.cpp:57"
  const std::string Place;

  LoopSums Sums;

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

  /// Notes that a plan was made from an inspection.
  void inspected(std::shared_ptr<PlanRecord> New);
  /// Notes that an execution with the loads Used, or null, took Ticks.
  void spent(const std::shared_ptr<PlanRecord> &Used, uint64_t Ticks);

  void clear();

private:
  std::atomic<uint64_t> Counts[Counters::Size] = {};
};

} // namespace usersched

#endif
