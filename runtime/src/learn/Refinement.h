//===- Refinement.h - from a plan by load to a plan by time ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last runs predict the next (the principle of persistence: see
// Exposure.h). While a plan is new, its threads note how long their groups
// took; after a few executions the costs of load and iterations are fitted,
// what remains is laid to the part of the group that it was seen in, and if the
// groups should then take different times, a new plan is cut from the same
// chunks. That is repeated until the groups are even or enough has been tried.
//
// Invariant: a refinement only moves the cuts between groups. It never changes
// which iterations run, and costs nothing when it has ended.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REFINEMENT_H
#define USERSCHED_REFINEMENT_H

#include "learn/CostModel.h"
#include "learn/Exposure.h"
#include "learn/Retry.h"

#include <memory>
#include <vector>

namespace usersched {

class KnownPlan;
class Plan;

/// What an execution with a plan does for a better one.
enum class RefinementStep : uint8_t {
  None,
  Measure, ///< its threads time the parts of their groups
  Refine   ///< enough is measured: one thread calls refine() meanwhile
};

class Refinement {
public:
  /// A group is measured in so many parts, or fewer: of equally many chunks,
  /// but the last one has what is left.
  static constexpr uint32_t Parts = 8;

private:
  /// Chunks of each part but the last one, which may have more.
  static uint32_t partSize(uint32_t GroupSize) {
    return std::max((GroupSize + Parts / 2) / Parts, 1u);
  }

  /// The quickest execution of each part of the thread's group: what is slower
  /// was disturbed. Written by the thread and by refine(), and by others if
  /// several teams use the plan.
  struct alignas(NoSharing) Times {
    std::atomic<uint64_t> Least[Parts] = {}; ///< ticks; 0: not known
    /// Of what the thread runs now: when it started, and with which chunk.
    std::atomic<uint64_t> Start{0};
    std::atomic<uint32_t> From{0};
    /// The longest run of chunks that begins with a part and of which others
    /// got the end of the part; none if PartEnd is 0. It took PartTicks.
    std::atomic<uint32_t> PartBegin{0}, PartEnd{0};
    std::atomic<uint64_t> PartTicks{0};
  };

  std::unique_ptr<Times[]> Threads;
  CostModel Earlier; ///< samples of the plans that this one replaces
  /// The number of the round, from 0. Each better plan begins the next one, a
  /// doubt begins round 1.
  std::atomic<uint32_t> Round;
  /// Executions of this round that were set up. From closed() on, none is
  /// measured.
  std::atomic<uint32_t> Executions;
  /// When the plan is doubted again, counted in executions that are set up.
  Retry NextDoubt{threshold::FirstRetry};

  uint32_t round() const { return Round.load(std::memory_order_relaxed); }
  /// Executions that this round measures.
  uint32_t length() const { return threshold::FirstRound << round(); }
  uint32_t closed() const { return length() + 1; }
  /// Instead of their number, while a better plan is made.
  static constexpr uint32_t Refining = 1u << 30;
  bool reconsider(const KnownPlan &P);
  Refinement(uint32_t NumThreads, const CostModel &Earlier, uint32_t Round);

  void extrapolate(const Plan &P, uint32_t Thread);
  CostModel model(const Plan &P) const;
  /// Corrects what the chunks of P are thought to weigh by how long they took.
  /// Returns how many ticks all chunks take; 0: not known, and nothing is
  /// corrected.
  double correct(const Plan &P, std::vector<double> &Cumulative) const;

public:
  /// For the first plan of an inspection.
  explicit Refinement(uint32_t NumThreads);

  static std::size_t bytes(uint32_t NumThreads) {
    return sizeof(Refinement) + NumThreads * sizeof(Times);
  }

  /// How a group of Size chunks, in a team of Threads, is handed out so that
  /// its parts are measured.
  static PieceSizes pieces(uint32_t Size, GroupPast Past, uint32_t Threads) {
    return measuredPieces(Size, partSize(Size), Past, Threads);
  }
  /// Part Number of Group; empty if it has not so many. None but the last one
  /// is longer than another, so that it can be halved.
  static ChunkRange part(ChunkRange Group, uint32_t Number) {
    const uint32_t Size = partSize(Group.size());
    const uint32_t Last = std::min(Group.size() / Size, Parts) - 1;
    if (Number > Last || Group.empty())
      return {Group.End, Group.End};
    const uint32_t Begin = Group.Begin + Number * Size;
    return {Begin, Number == Last ? Group.End : Begin + Size};
  }

  /// Returns how many chunks there are from Chunk of Group, which is in it, to
  /// the end of its part.
  static uint32_t leftOfPart(ChunkRange Group, uint32_t Chunk) {
    const uint32_t Number =
        std::min((Chunk - Group.Begin) / partSize(Group.size()), Parts - 1);
    return part(Group, Number).End - Chunk;
  }

  /// Thread starts with chunk From of its group at Time.
  void start(uint32_t Thread, uint32_t From, uint64_t Time) {
    Threads[Thread].From.store(From, std::memory_order_relaxed);
    Threads[Thread].Start.store(Time, std::memory_order_relaxed);
  }
  /// At Time, Thread has run the chunks of P from where it started to End, and
  /// starts with that one, unless it is still in the part that it began there.
  /// What is not one part of its group is passed over.
  void proceed(const Plan &P, uint32_t Thread, uint32_t End, uint64_t Time);

  /// The same for the last chunks of its group that Thread gets.
  void end(const Plan &P, uint32_t Thread, uint32_t End, uint64_t Time);

  /// The least ticks that a part of Thread's group took; 0: not known. Any
  /// thread.
  uint64_t least(uint32_t Thread, uint32_t Part) const {
    return Threads[Thread].Least[Part].load(std::memory_order_relaxed);
  }

  /// To be called once per execution with P, whose refinement this is, before
  /// it begins: decides whether it is measured. Returns what it has decided.
  RefinementStep next(const KnownPlan &P);

  /// To be called once where next() has returned Refine, which returns None
  /// from then on until this has returned. Returns a better plan for the
  /// executions that follow, or null if there is nothing to gain. Weight
  /// becomes what an iteration costs, in units of load, if that is known now.
  /// Evaluates no loads.
  std::unique_ptr<KnownPlan> refine(const KnownPlan &P, double &Weight);
};

/// P cut anew, by load and by Weight for each iteration, as refine() would.
std::unique_ptr<KnownPlan> cutByTime(const Plan &P, double Weight);

} // namespace usersched

#endif
