//===- Drafter.cpp - a thread that looks at the loads ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Drafter.h.
//
//===----------------------------------------------------------------------===//
#include "run/Drafter.h"

#include "base/Backoff.h"
#include "base/Memory.h"
#include "run/Thief.h"

using namespace usersched;

/// Claims a subspace, whose iterations become Iterations, and inspects it.
/// Returns false if there is none to claim. With stealing, its chunks are in
/// the own slot then; without, all its iterations are the thread's.
bool Drafter::takeSubspace(IterationRange &Iterations) {
  Draft &D = Current.draft();
  if (Me.NextSubspace == Draft::None)
    return false;
  const uint32_t Subspace = Me.NextSubspace =
      D.claimFrom(Me.NextSubspace, Me.Entered);
  if (Subspace == Draft::None)
    return false;
  Iterations = D.iterations(Subspace);
  // Else nobody would use the chunks.
  if (Me.Entered.maySteal() || D.makesPlan())
    inspect(Subspace, Iterations);
  return true;
}

void Drafter::inspect(uint32_t Subspace, IterationRange Iterations) {
  Draft &D = Current.draft();
  const Call &Entered = Me.Entered;
  if (Me.Notes)
    Me.Notes->claimed(Entered.Thread);
  Inspector Loads(*Entered.Loop, Entered.Captures);
  ChunkRange Range;
  const uint64_t Start = Me.IsTimed ? clock::ticks() : 0;
  {
    const Recording::Step Looking(Me.Notes, Entered.Thread, TraceKind::Inspect,
                                  Iterations);
    Range = D.inspect(Subspace, Loads);
  }
  if (Me.IsTimed)
    Current.looked(clock::ticks() - Start);
  if (Entered.maySteal()) {
    if (Entered.holdsLastBack() && !Range.empty() &&
        Iterations.End == Entered.TripCount)
      Current.holdBack(--Range.End);
    Me.Pieces = unknownPieces(Range.size(), Entered.Threads);
    if (Me.PieceTicks == 0 && !Range.empty())
      Me.LogPiece = logFirstPiece(Range.size(), {0, 0});
    Me.OwnSlot->publish(SlotWord(Me.Initial.epoch(), Range));
  }
  // The others execute, and take from this thread, while it makes the plan.
  if (D.finish(Subspace) && D.makesPlan()) {
    const Recording::Step Balancing(Me.Notes, Entered.Thread,
                                    TraceKind::Balance, {0, Entered.TripCount});
    attempt([&] { makePlan(); });
  }
  Counters::mine().add(Count::InspectedIterations, Loads.inspected());
}

/// Makes the plan that follows from the execution's inspections, and keeps it
/// for later ones.
void Drafter::makePlan() {
  PlanCache &Cache = Current.cache();
  LoopPlans &Plans = Cache.plansOf(*Me.Entered.Loop);
  std::unique_ptr<KnownPlan> New =
      weighedPlan(Current.draft().makePlan(), Plans.iterationWeight());
  if (Me.Notes)
    New->Seen = Me.Notes->madePlan(*New);
  // Where the pragma leaves open who runs what, plans in vain get rare anyway.
  if (const KnownPlan *Stale = Current.earlierPlan();
      Stale && Stale->State != PlanState::Coarse &&
      !Me.Entered.leavesSharesOpen() &&
      !New->Fresh.inherit(*New, *Stale, Cache.staleAt()))
    Plans.notePast(/*WasWorthIt=*/true); // its groups were right
  if (!Cache.publish(Plans, std::move(New), Current.generation()))
    return;
  Counters::mine().add(Count::PlansMade, 1);
  if (Me.Notes)
    Me.Notes->loop().count(Count::PlansMade);
}

bool Drafter::findWithoutStealing() {
  IterationRange Iterations;
  // A subspace is empty if `prefix` puts all load into others.
  while (takeSubspace(Iterations))
    if (Iterations.Begin < Iterations.End) {
      // What is left is for the others, none of which has left while there is
      // something.
      if (Me.Entered.has(USERSCHED_LAST_IS_LAST) &&
          Iterations.End == Me.Entered.TripCount)
        Me.Present = Activation::State::Drained;
      return Me.give(Iterations);
    }
  Me.Present = Activation::State::Drained;
  return false;
}

bool Drafter::give(ChunkRange Piece, uint64_t Now) {
  Me.beganPiece(Piece, Now);
  return Me.give(Piece);
}

bool Drafter::find() {
  using State = Activation::State;
  if (!Me.Entered.maySteal())
    return findWithoutStealing();
  const uint64_t Now = clock::ticks();
  Me.pace(paceOf({0, 0}), Now);
  if (Me.Present == State::Hoarding) {
    const ChunkRange Range = Me.claimOwn(State::Hoarding, State::Drafting);
    if (!Range.empty())
      return give(Range, Now);
  }
  IterationRange Iterations;
  for (Backoff Wait;; Wait.pause()) {
    while (takeSubspace(Iterations)) {
      const ChunkRange Range = Me.claimOwn(State::Hoarding, State::Drafting);
      if (!Range.empty())
        return give(Range, clock::ticks());
    }
    // In this order, or chunks that come up in between would be overlooked.
    const bool MoreWillCome = Current.draft().isInspecting();
    const ChunkRange Range = Thief(Me).steal(State::Hoarding, State::Drafting);
    if (!Range.empty())
      return give(Range, clock::ticks());
    if (!MoreWillCome)
      return Me.giveLast();
  }
}
