//===- Refinement.h - from a plan by load to a plan by time ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last runs predict the next (the principle of persistence, paper 002, V).
// While a plan is new, its threads note how long their groups took; after a few
// executions the costs of load and iterations are fitted, and if the groups
// should then take different times, a new plan is cut from the same chunks.
// That is repeated until the groups are even or enough has been tried.
//
// Invariant: a refinement only moves the cuts between groups. It never changes
// which iterations run, and costs nothing when it has ended.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REFINEMENT_H
#define USERSCHED_REFINEMENT_H

#include "CostModel.h"
#include "Slot.h"

#include <memory>
#include <vector>

namespace usersched {

class Plan;

class Refinement {
  /// Executions whose quickest is believed.
  static constexpr uint32_t ExecutionsPerRound = 6;
  static constexpr uint32_t MostRounds = 5;

  /// The quickest execution of the thread's group: what is slower was
  /// disturbed. Written by the thread alone, if the plan is used by one team.
  struct alignas(NoSharing) Best {
    std::atomic<double> Load{0};
    std::atomic<double> Iterations{0};
    std::atomic<double> Ticks{0};
  };

  std::unique_ptr<Best[]> Threads;
  CostModel Earlier; ///< samples of the plans that this one replaces
  uint32_t Round;    ///< how many those are
  std::atomic<uint32_t> Executions{0};

public:
  /// For the first plan of an inspection.
  explicit Refinement(uint32_t NumThreads);
  /// For a plan that replaces another.
  Refinement(uint32_t NumThreads, const CostModel &Earlier, uint32_t Round);

  static std::size_t bytes(uint32_t NumThreads) {
    return sizeof(Refinement) + NumThreads * sizeof(Best);
  }

  /// Whether measurements are still wanted. Any thread.
  bool isOpen() const {
    return Round < MostRounds &&
           Executions.load(std::memory_order_relaxed) <= ExecutionsPerRound;
  }

  /// Thread ran the chunks Done, from the front of its group in P, in Ticks.
  void record(const Plan &P, uint32_t Thread, ChunkRange Done, uint64_t Ticks);

  /// To be called once per execution with the plan, before it begins. Returns a
  /// better plan for the executions that follow, or null: too early, or nothing
  /// to gain.
  std::unique_ptr<Plan> refine(const Plan &P);
};

} // namespace usersched

#endif
