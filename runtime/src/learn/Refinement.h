//===- Refinement.h - from a plan by load to a plan by time ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last runs predict the next (the principle of persistence: see
// Exposure.h). While a plan is new, its threads note how long each piece takes
// that they run, of their own group or of another. After a few executions the
// costs of load and iterations are fitted, what remains is laid to the cell of
// the group that it was seen in, and if the groups should then take different
// times, a new plan is made. If a chunk takes much of a share, and much longer
// than its load says, the new plan has it cut. That is repeated, each time with
// what the last plan was thought to take, until the groups are even or enough
// has been tried.
//
// What is moved to another thread may take longer there, and thieves may have
// evened out what was uneven. So if executions take longer with the corrected
// plan, the plan by load comes back, and is measured again when it is doubted.
//
// Invariant: a refinement only moves the cuts between groups and chunks. It
// never changes which iterations run, and costs nothing when it has ended.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REFINEMENT_H
#define USERSCHED_REFINEMENT_H

#include "base/CacheLine.h"
#include "base/Thresholds.h"
#include "learn/CostModel.h"
#include "learn/Retry.h"
#include "plan/ChunkTable.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace usersched {

class KnownPlan;
class Plan;

/// What an execution with a plan does for a better one.
enum class RefinementStep : uint8_t {
  None,
  Measure, ///< its threads time the pieces that they run
  Refine   ///< enough is measured: one thread calls refine() meanwhile
};

class Refinement {
public:
  /// A group is measured in so many cells of equally many chunks.
  static constexpr uint32_t Cells = 8;

private:
  /// With so many executions each, two plans are compared.
  static constexpr uint32_t Compared = 3;

  struct alignas(NoSharing) Times {
    /// Of the cells of the thread's group: what was run in this execution (see
    /// CellTime), and the ticks in the quickest one: what is slower was
    /// disturbed. 0: not known. Written by those who run the cell.
    std::atomic<uint64_t> Now[Cells] = {}, Least[Cells] = {};
    /// The piece that the thread runs now, of any group, {begin:32, end:32};
    /// and the ticks when it began.
    std::atomic<uint64_t> Piece{0}, Start{0};
    /// When the thread began its first piece of this execution; 0: not yet.
    std::atomic<uint64_t> Began{0};
    /// For how many ticks it was busy with pieces of any group, from the first
    /// to the last one, in the last executions; 0: not known. By number of the
    /// execution modulo Compared.
    std::atomic<uint64_t> Busy[Compared] = {};

    /// All of Cell was run in Ticks; 0 tells nothing.
    void note(uint32_t Cell, uint64_t Ticks) {
      const uint64_t Known = Least[Cell].load(std::memory_order_relaxed);
      if (Ticks > 0 && (Known == 0 || Ticks < Known))
        Least[Cell].store(Ticks, std::memory_order_relaxed);
    }
  };

  std::unique_ptr<Times[]> Threads;
  /// The number of the round, from 0. Each better plan begins the next one, a
  /// doubt begins round 1.
  std::atomic<uint32_t> Round;
  std::atomic<bool> WasMeasured;
  /// Executions of this round that were set up. From closed() on, none is
  /// measured.
  std::atomic<uint32_t> Executions;
  /// The plan is a correction of one by load.
  bool IsCorrection = false;
  /// What makespan() was of the plan by load; 0: not known, or this is that
  /// plan, or the correction was doubted since.
  std::atomic<uint64_t> MakespanByLoad{0};
  /// What an iteration weighs in the plan by load besides its load.
  const double IterationWeightByLoad;
  /// When the plan is doubted again, counted in executions that are set up.
  Retry NextDoubt{threshold::FirstRetry};

  uint32_t round() const { return Round.load(std::memory_order_relaxed); }
  /// So many executions of a round are set up, all but the last one measured.
  static uint32_t closed() { return threshold::RoundLength + 1; }
  /// Instead of their number, while a better plan is made.
  static constexpr uint32_t Refining = 1u << 30;
  bool reconsider(const KnownPlan &P);
  Refinement(uint32_t NumThreads, uint32_t Round, double IterationWeight);
  uint64_t makespan(uint32_t NumThreads) const;
  std::unique_ptr<KnownPlan> takeBack(const KnownPlan &P) const;

  /// Corrects what the chunks of P are thought to weigh by how long they took.
  /// Returns how many ticks all chunks take; 0: not known, and nothing is
  /// corrected.
  double correct(const Plan &P, std::vector<double> &Cumulative) const;

public:
  /// For the first plan of an inspection, in which an iteration weighs
  /// IterationWeight besides its load.
  explicit Refinement(uint32_t NumThreads, double IterationWeight = 0)
      : Refinement(NumThreads, 0, IterationWeight) {}

  static std::size_t bytes(uint32_t NumThreads) {
    return sizeof(Refinement) + NumThreads * sizeof(Times);
  }

  /// Returns the cell of Group with this number; empty if it has no chunks.
  static ChunkRange cell(ChunkRange Group, uint32_t Number) {
    const auto Begin = [&](uint64_t K) {
      return Group.Begin + static_cast<uint32_t>(K * Group.size() / Cells);
    };
    return {Begin(Number), Begin(Number + 1)};
  }
  /// Returns the number of the cell that has Chunk, which is in Group.
  static uint32_t cellWith(ChunkRange Group, uint32_t Chunk) {
    const uint64_t After = Chunk - Group.Begin + uint64_t(1);
    return static_cast<uint32_t>((After * Cells - 1) / Group.size());
  }

  /// Thread enters an execution that is measured. Execution is what number()
  /// was when the execution was set up.
  void enter(uint32_t Thread, uint8_t Execution) {
    Threads[Thread].Began.store(0, std::memory_order_relaxed);
    Threads[Thread].Busy[Execution % Compared].store(0,
                                                     std::memory_order_relaxed);
    start(Thread, {}, 0);
  }
  /// Thread begins to run Piece, chunks of one group, at Time. If Piece is
  /// empty, it runs none.
  void start(uint32_t Thread, ChunkRange Piece, uint64_t Time) {
    if (Threads[Thread].Began.load(std::memory_order_relaxed) == 0)
      Threads[Thread].Began.store(Time, std::memory_order_relaxed);
    Threads[Thread].Piece.store(uint64_t(Piece.Begin) << 32 | Piece.End,
                                std::memory_order_relaxed);
    Threads[Thread].Start.store(Time, std::memory_order_relaxed);
  }
  /// Thread has run what it began, if anything, at Time, with P, whose
  /// refinement this is. Execution is what number() was when the execution was
  /// set up.
  void finish(const Plan &P, uint32_t Thread, uint8_t Execution, uint64_t Time);

  /// Returns the least ticks that Cell of Thread's group took, whoever ran it;
  /// 0: not known. Any thread.
  uint64_t ticks(uint32_t Thread, uint32_t Cell) const {
    return Threads[Thread].Least[Cell].load(std::memory_order_relaxed);
  }

  /// Returns true if a round of the plan, or of the one that it replaced, has
  /// ended. Any thread.
  bool wasMeasured() const {
    return WasMeasured.load(std::memory_order_relaxed);
  }

  /// Returns the number of the execution for which next() was called last, of
  /// its round and modulo 16.
  uint8_t number() const {
    return Executions.load(std::memory_order_relaxed) % 16;
  }

  /// To be called once per execution with P, whose refinement this is, before
  /// it begins: decides whether it is measured. Returns what it has decided.
  RefinementStep next(const KnownPlan &P);

  /// Returns what an iteration of P costs besides its load, in units of load,
  /// if the times of cells tell it. Any thread.
  std::optional<double> iterationWeight(const Plan &P) const;

  /// To be called once where next() has returned Refine, which returns None
  /// from then on until this has returned. Returns a better plan for the
  /// executions that follow, or null if there is nothing to gain. Evaluates no
  /// loads.
  std::unique_ptr<KnownPlan> refine(const KnownPlan &P);
};

/// Makes P, the plan of an inspection, known. If an iteration costs
/// IterationWeight units of load besides its own, and the groups should
/// therefore take different times, P is cut anew. Evaluates no loads.
std::unique_ptr<KnownPlan> weighedPlan(Plan P, double IterationWeight);

} // namespace usersched

#endif
