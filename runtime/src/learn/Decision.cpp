//===- Decision.cpp - how an execution runs -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Decision.h.
//
//===----------------------------------------------------------------------===//
#include "learn/Decision.h"

#include "base/Thresholds.h"

#include <algorithm>

using namespace usersched;

namespace {

Decision evenShares(Reason Why) {
  Decision D;
  D.As = Technique::Even;
  D.Why = Why;
  return D;
}

Decision balanced(Reason Why, bool UsesPlan, bool MakesPlan) {
  Decision D;
  D.As = Technique::Balanced;
  D.Why = Why;
  D.UsesPlan = UsesPlan;
  D.MakesPlan = MakesPlan;
  return D;
}

/// Returns false if T is out of the question where the best technique takes
/// Makespan ticks. What is known was tried, and counts for what it took.
bool mayBe(Technique T, const Situation &S, float Makespan) {
  const auto Lasts = [Makespan](unsigned Microseconds) {
    return Makespan >= static_cast<float>(threshold::ticks(Microseconds));
  };
  const bool IsKnown = S.Size.isKnown(T);
  // How many threads even shares keep busy on average.
  const float Busy = S.Size.Busy;
  switch (T) {
  case Technique::Balanced:
    return true;
  case Technique::Chunked:
    return S.MayBeChunked && (IsKnown || Lasts(threshold::ShortestTheft));
  case Technique::Cyclic: {
    const bool IsUneven =
        Busy > 0 && Busy * static_cast<float>(threshold::Much) <
                        static_cast<float>(S.AtOnce);
    return (IsKnown || IsUneven) && !Lasts(threshold::Long);
  }
  case Technique::Even:
    return !Lasts(threshold::Long);
  case Technique::Serial:
    return (IsKnown || (Busy > 0 && Busy < threshold::FewestHelping)) &&
           !Lasts(threshold::ShortestGroup);
  }
  return false;
}

/// Decides by trial, for an execution that leaves open who runs what.
Decision decideByTrial(const Situation &S) {
  const SizeKnowledge &Known = S.Size;
  Decision D;
  D.IsTimed = true;
  D.Why = Reason::Trial;
  D.As = Technique::Balanced;
  if (Known.isKnown(Technique::Balanced)) {
    const float Makespan = Known.quickest(S.TripCount);
    D.Why = Reason::Quickest;
    for (Technique T : AllTechniques)
      if (Known.cost(T) < Known.cost(D.As) && mayBe(T, S, Makespan))
        D.As = T;
    D.Best = D.As;
    for (Technique T : AllTechniques) {
      if (T == D.Best || !mayBe(T, S, Makespan))
        continue;
      D.Waiting |= Decision::bit(T);
      if (Known.IsDue[static_cast<int>(T)] && D.As == D.Best) {
        D.As = T;
        D.Why = Reason::Trial;
      }
    }
  }
  D.UsesPlan = D.As == Technique::Balanced && S.Plan == PlanFound::Ready;
  return D;
}

/// Decides for an execution that should make a plan. It is timed, so that other
/// techniques have something to be compared with. Short executions may do
/// without a plan: its trip count or data may not come often enough, or its
/// loads may change too soon. So a technique that is due is tried first. A plan
/// that is coarse has come again and is right: it is made finer at once. Where
/// the loads have changed each time, no other executions count for the waits of
/// techniques, so these do.
Decision decideToPlan(const Situation &S) {
  Decision D = balanced(S.Plan == PlanFound::Stale    ? Reason::StalePlan
                        : S.Plan == PlanFound::Coarse ? Reason::CoarsePlan
                                                      : Reason::NoPlan,
                        /*UsesPlan=*/false, /*MakesPlan=*/true);
  D.IsTimed = S.IsOpen;
  const bool IsKnownShort =
      S.Size.quickest(S.TripCount) <
      static_cast<float>(threshold::ticks(threshold::Long));
  if (!S.IsOpen || S.Plan == PlanFound::Coarse || !IsKnownShort)
    return D;
  const Decision Other = decideByTrial(S);
  if (Other.Why == Reason::Trial && Other.As != Technique::Balanced)
    return Other;
  if (S.Plan == PlanFound::Stale) {
    D.Best = Other.Best;
    D.Waiting = Other.Waiting;
  }
  return D;
}

} // namespace

Decision usersched::decide(const Situation &S) {
  if (S.Threads == 1)
    return evenShares(Reason::OneThread);
  if (S.IsOff)
    return evenShares(Reason::Off);
  if (!S.HasTeam)
    return evenShares(Reason::UnknownTeam);

  const bool HasPlan = S.Plan == PlanFound::Ready;
  if (HasPlan && !S.isPlanDoubtful())
    return balanced(Reason::Plan, /*UsesPlan=*/true, /*MakesPlan=*/false);
  if (!HasPlan && S.KeepsPlans && S.PlansPay)
    return decideToPlan(S);
  if (!S.IsOpen)
    return balanced(S.KeepsPlans ? Reason::FirstTime : Reason::NotKept,
                    /*UsesPlan=*/false, /*MakesPlan=*/false);
  return decideByTrial(S);
}

Sequel usersched::decideSequel(const SequelSituation &S) {
  if (!S.UsesPlan || !S.IsAgain || S.IsErratic)
    return S.KnowsShort ? Sequel::Short : Sequel::SetUp;
  if (!S.MaySteal)
    return Sequel::Groups;
  if (S.ForBetter != RefinementStep::None)
    return Sequel::SetUp;
  if (!S.HasLongGroups)
    return Sequel::Groups;
  return S.MaySlotsRepeat ? Sequel::Stealing : Sequel::SetUp;
}
