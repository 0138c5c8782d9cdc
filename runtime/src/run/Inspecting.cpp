//===- Inspecting.cpp - a thread that looks at the loads ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an execution without a plan (ICPP 2019, 4.2 and 4.3): the threads inspect
// subspaces, run what they have found and steal from each other meanwhile; who
// inspects the last one makes the plan. The inspectors' part of Activation.
//
//===----------------------------------------------------------------------===//
#include "run/Activation.h"

#include "base/Backoff.h"
#include "base/Memory.h"

using namespace usersched;

/// Claims a subspace and inspects it. With stealing, its chunks are in the own
/// slot then; without, all its Iterations are the thread's. False if there is
/// no subspace to claim.
bool Activation::takeSubspace(IterationRange &Iterations) {
  Draft &D = At->draft();
  if (NextSubspace == Draft::None)
    return false;
  const uint32_t S = NextSubspace = D.claimFrom(NextSubspace, By);
  if (S == Draft::None)
    return false;
  Iterations = D.iterations(S);
  if (!By.maySteal() && !D.makesPlan())
    return true; // nobody would use the chunks
  if (Seen)
    Seen->claimed(By.Thread);
  Inspector Loads(*By.Loop, By.Captures);
  ChunkRange Range;
  const uint64_t Start = IsTimed ? clock::ticks() : 0;
  {
    const Recording::Step Looking(Seen, By.Thread, TraceKind::Inspect,
                                  Iterations);
    Range = D.inspect(S, Loads);
  }
  if (IsTimed)
    At->looked(clock::ticks() - Start);
  if (By.maySteal()) {
    if (By.holdsLastBack() && !Range.empty() && Iterations.End == By.TripCount)
      At->holdBack(--Range.End);
    Pieces = unknownPieces(Range.size(), By.Threads);
    OwnSlot->publish(SlotWord(Initial.epoch(), Range));
  }
  // The others execute, and take from this thread, while it makes the plan.
  if (D.finish(S) && D.makesPlan()) {
    const Recording::Step Balancing(Seen, By.Thread, TraceKind::Balance,
                                    {0, By.TripCount});
    attempt([&] { makePlan(); });
  }
  counts().add(Count::InspectedIterations, Loads.inspected());
  return true;
}

/// Makes the plan that follows from the execution's inspections, and keeps it
/// for later ones.
void Activation::makePlan() {
  const Draft &D = At->draft();
  PlanCache &Cache = At->cache();
  auto New = std::make_unique<KnownPlan>(D.makePlan());
  if (New->State == PlanState::Final && At->learntWeight(By) > 0)
    New->State = PlanState::Rough;
  if (Seen)
    New->Seen = Seen->madePlan(*New);
  if (const KnownPlan *Stale = At->earlierPlan();
      Stale && Stale->State != PlanState::Coarse)
    New->Fresh.inherit(*New, *Stale, Cache.staleAt());
  if (!Cache.publish(Cache.plansOf(*By.Loop), std::move(New), At->generation()))
    return;
  counts().add(Count::PlansMade, 1);
  if (Seen)
    Seen->loop().count(Count::PlansMade);
}

bool Activation::findDrafted() {
  IterationRange Iterations;
  if (!By.maySteal()) {
    // A subspace is empty if `prefix` puts all load into others.
    while (takeSubspace(Iterations))
      if (Iterations.Begin < Iterations.End) {
        // What is left is for the others, none of which has left while there is
        // something.
        if (By.has(USERSCHED_LAST_IS_LAST) && Iterations.End == By.TripCount)
          Now = Mode::Drained;
        return give(Iterations);
      }
    Now = Mode::Drained;
    return false;
  }
  for (Backoff Wait;; Wait.pause()) {
    while (takeSubspace(Iterations)) {
      const ChunkRange Range = claimOwn();
      if (!Range.empty())
        return give(Range);
    }
    // In this order, or chunks that come up in between would be overlooked.
    const bool MoreWillCome = At->draft().isInspecting();
    const ChunkRange Range = steal();
    if (!Range.empty())
      return give(Range);
    if (!MoreWillCome)
      return giveLast();
  }
}
