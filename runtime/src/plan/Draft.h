//===- Draft.h - an execution that has no plan yet ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration space is divided into subspaces; a thread claims one, inspects
// it, and puts its chunks up for itself and for thieves (ICPP 2019, 3.1). Who
// finishes the last inspection makes the plan.
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
  double Chunk = 0;
  bool MakesPlan = false, HasEarlier = false;
  uint32_t AllocatedSubspaces = 0;
  std::size_t AllocatedPlaces = 0;
  std::unique_ptr<std::atomic<State>[]> States;
  std::unique_ptr<uint64_t[]> SubspaceBound; // Subspaces + 1
  /// With `prefix`: its values at the bounds of the subspaces.
  std::unique_ptr<uint64_t[]> PrefixAt; // Subspaces + 1
  std::unique_ptr<uint32_t[]> ChunkCount;
  /// Subspace S has the chunk numbers from firstChunk(S).
  std::unique_ptr<uint64_t[]> Bound;
  std::unique_ptr<double[]> Cumulative;
  /// Subspaces that are not inspected yet.
  std::atomic<uint32_t> Missing{0};

  uint32_t firstChunk(uint32_t Subspace) const {
    return Subspace * (ChunksPerSubspace + 1);
  }
  void allocate(bool HasPrefix);
  void divideEvenly(uint64_t TripCount);
  void divideByPrefix(const Call &By);
  void divideAs(const Plan &Earlier);
  bool claim(uint32_t Subspace);

public:
  static constexpr uint32_t None = ~uint32_t(0);

  /// Sets up for an execution; nobody else may be using the draft. Earlier is a
  /// plan for such executions that is to be replaced, or null. With `prefix`,
  /// subspaces have equal loads (to find them, user code runs). Else with
  /// Earlier, each has at most two even shares of the loads that it knows, if
  /// chunks allow that, and at most two of the iterations. Else subspaces have
  /// equal numbers of iterations.
  void begin(const Call &By, bool MakesPlan, const Plan *Earlier);

  /// Returns true if a plan shall be made at the end.
  bool makesPlan() const { return MakesPlan; }

  /// The subspace that By's thread shall start with.
  uint32_t firstChoice(const Call &By) const;

  /// Claims Preferred, or the next unclaimed subspace that By's thread may
  /// take; None if there is none. Without stealing, if the subspaces belong to
  /// threads by number, subspace S < Threads is thread S's alone; all others go
  /// to who comes first.
  uint32_t claimFrom(uint32_t Preferred, const Call &By);

  IterationRange iterations(uint32_t Subspace) const {
    return {SubspaceBound[Subspace], SubspaceBound[Subspace + 1]};
  }

  /// Cuts a subspace that the caller has claimed into chunks.
  ChunkRange inspect(uint32_t Subspace, Inspector &Loads);

  /// After the caller has put the chunks of Subspace up: says that it is
  /// inspected. True if it was the last; then makePlan() may be called.
  bool finish(uint32_t Subspace);

  /// Returns true if some thread is inspecting, so that chunks will come up.
  bool isInspecting() const;

  /// The plan that follows from the chunks of all subspaces. It is not coarse
  /// if there was an earlier one.
  Plan makePlan() const;

  /// The load of Range, which is in one subspace and begins and ends as chunks
  /// do; NaN if that was not inspected.
  double load(IterationRange Range) const;

  ChunkTable chunks() const { return {Bound.get(), Cumulative.get()}; }
};

} // namespace usersched

#endif
