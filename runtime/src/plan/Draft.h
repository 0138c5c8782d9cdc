//===- Draft.h - an execution that has no plan yet ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iterations are divided into subspaces. A thread claims a subspace,
// inspects it, and puts its chunks into the own slot, for itself and for
// thieves (ICPP 2019, 3.1). The thread that finishes the last inspection makes
// the plan.
//
// Invariant: a subspace is claimed by exactly one thread, and its chunks cover
// it. The bounds of the subspaces are fixed before anyone can claim one, so
// even a load that changes between two looks at it loses no iteration.
//
// Invariant: a load is evaluated only while its iteration has not begun.
// begin() evaluates before any thread can enter the execution. inspect()
// evaluates only inside a subspace whose chunks nobody has yet, and finds the
// values of `prefix` at its ends recorded. makePlan() evaluates nothing.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_DRAFT_H
#define USERSCHED_DRAFT_H

#include "plan/Balancer.h"
#include "plan/Call.h"
#include "plan/Chunker.h"

#include <atomic>
#include <memory>

namespace usersched {

class Draft {
  enum class State : uint32_t { Unclaimed, Inspecting, Inspected };

  PlanKey Key = {};
  uint32_t Subspaces = 0;
  uint32_t ChunksPerSubspace = 0;
  /// The load of a chunk, as the user gave it; 0: the runtime chooses.
  double Chunk = 0;
  /// How uneven groups may be without being sharpened: see balance().
  double Slack = SharpSlack;
  bool MakesPlan = false, HasEarlier = false;
  uint32_t AllocatedSubspaces = 0;
  std::size_t AllocatedPlaces = 0;
  std::unique_ptr<std::atomic<State>[]> States;
  std::unique_ptr<uint64_t[]> SubspaceBound; // Subspaces + 1
  /// With `prefix`: its values at the bounds of the subspaces; else null.
  std::unique_ptr<uint64_t[]> PrefixAt; // Subspaces + 1
  std::unique_ptr<uint32_t[]> ChunkCount;
  /// As in ChunkTable. The chunks of subspace S begin with firstChunk(S).
  std::unique_ptr<uint64_t[]> Bound;
  std::unique_ptr<double[]> Cumulative;
  /// The number of subspaces that are not inspected yet.
  std::atomic<uint32_t> Missing{0};

  uint32_t firstChunk(uint32_t Subspace) const {
    return Subspace * (ChunksPerSubspace + 1);
  }
  void allocate(bool HasPrefix);
  void divideEvenly(uint64_t TripCount);
  void divideByPrefix(const Call &Entered);
  void divideAs(const Plan &Replaced);
  bool claim(uint32_t Subspace);

public:
  static constexpr uint32_t None = ~uint32_t(0);

  /// Sets the draft up for an execution. Nobody else may be using it. Earlier
  /// is the plan that is to be replaced, or null. Subspaces have
  /// * with `prefix`: equal loads; finding them runs user code;
  /// * else with Earlier: at most two even shares of the iterations, and of the
  ///   loads in Earlier, if its chunks allow that;
  /// * else: equal numbers of iterations.
  void begin(const Call &Entered, bool MakesPlan, const Plan *Earlier);

  /// Returns true if a plan is to be made at the end.
  bool makesPlan() const { return MakesPlan; }

  /// Returns the subspace with which the thread shall start.
  uint32_t firstChoice(const Call &Entered) const;

  /// Claims Preferred, or the next unclaimed subspace that the thread may take.
  /// Returns None if there is none. Without stealing, if subspaces belong to
  /// threads by number, subspace S < Threads is thread S's alone. All other
  /// subspaces go to the thread that comes first.
  uint32_t claimFrom(uint32_t Preferred, const Call &Entered);

  IterationRange iterations(uint32_t Subspace) const {
    return {SubspaceBound[Subspace], SubspaceBound[Subspace + 1]};
  }

  /// Cuts a subspace that the caller has claimed into chunks. Returns them.
  ChunkRange inspect(uint32_t Subspace, Inspector &Loads);

  /// Says that Subspace is inspected. Called after its chunks are in a slot.
  /// Returns true if Subspace was the last; then makePlan() may be called.
  bool finish(uint32_t Subspace);

  /// Returns true if some thread is inspecting, so that there will be chunks.
  bool isInspecting() const;

  /// Returns the plan that follows from the chunks of all subspaces. The plan
  /// is not coarse if there was an earlier one.
  Plan makePlan() const;

  /// Returns the load of Range, which lies in one subspace and begins and ends
  /// where chunks do; NaN if the subspace was not inspected.
  double load(IterationRange Range) const;

  ChunkTable chunks() const { return {Bound.get(), Cumulative.get()}; }
};

} // namespace usersched

#endif
