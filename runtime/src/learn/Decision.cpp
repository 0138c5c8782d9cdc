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

/// Decides by trial, for an execution that leaves open who runs what.
class ByTrial {
  const Situation &S;
  const SizeKnowledge &Known = S.Size;
  Decision D;

  float ticksOf(double Microseconds) const {
    return static_cast<float>(threshold::ticks(Microseconds));
  }
  bool isKnown(Rival R) const {
    return Known.PerIteration[R] != SizeKnowledge::Unknown;
  }
  float makespan(Rival R) const {
    return Known.PerIteration[R] * static_cast<float>(S.TripCount);
  }

  /// False if R is out of the question where the best rival takes Makespan.
  bool mayBe(Rival R, float Makespan) const {
    switch (R) {
    case HybridShares:
      return S.HasBarrier && S.MayBeHybrid &&
             (isKnown(R) || Makespan >= ticksOf(threshold::ShortestTheft));
    case OneThread:
      return S.HasBarrier && Known.Busy > 0 &&
             Known.Busy < threshold::FewestHelping;
    default:
      return true;
    }
  }

  Rival best() const {
    Rival Best = Groups;
    for (Rival R : {EvenShares, HybridShares, OneThread})
      if (isKnown(R) && Known.cost(R) < Known.cost(Best) &&
          mayBe(R, makespan(R)))
        Best = R;
    return Best;
  }

  /// With chunks: whether loads are looked at first.
  void chooseChunks(float Makespan) {
    const bool IsShort = Makespan < ticksOf(threshold::ShortestStolen);
    D.As = Technique::Balanced;
    D.UsesPlan = S.Plan == PlanFound::Ready;
    if (D.UsesPlan && D.Why == Reason::Unused)
      D.Why = Reason::Plan;
    if (D.UsesPlan || IsShort || !S.MayBeChunked)
      return;
    bool Looks = Known.isBetterWithLook();
    if (Known.LostWithLook == 0 || Known.LostWithout == 0) {
      Looks = Known.LostWithLook == 0;
    } else {
      D.LookWaits = true;
      Looks ^= Known.LookIsDue;
    }
    if (!Looks)
      D.As = Technique::Chunked;
  }

public:
  explicit ByTrial(const Situation &S) : S(S) {}

  Decision run() {
    D.IsTimed = true;
    D.Why = Reason::Trial;
    if (!isKnown(Groups)) {
      D.As = Technique::Balanced;
      D.UsesPlan = S.Plan == PlanFound::Ready;
      return D;
    }
    const Rival Best = best();
    const float Makespan = makespan(Best);
    Rival Chosen = Best;
    if (Makespan >= ticksOf(threshold::Long)) {
      Chosen = Groups;
      D.Why = Reason::Unused;
    } else {
      D.Why = Reason::Quickest;
      for (Rival R : {Groups, EvenShares, HybridShares, OneThread}) {
        if (R == Best || !mayBe(R, Makespan))
          continue;
        D.Waiting |= static_cast<uint8_t>(1 << R);
        if (Known.IsDue[R] && Chosen == Best) {
          Chosen = R;
          D.Why = Reason::Trial;
        }
      }
    }
    D.As = techniqueOf(Chosen);
    if (Chosen == Groups)
      chooseChunks(Makespan);
    return D;
  }
};

} // namespace

Decision usersched::decide(const Situation &S) {
  if (S.Threads == 1)
    return evenShares(Reason::OneThread);
  if (S.IsOff)
    return evenShares(Reason::Off);
  if (!S.HasTeam)
    return evenShares(Reason::UnknownTeam);

  const bool HasPlan = S.Plan == PlanFound::Ready;
  if (HasPlan && (S.IsAgain || !S.IsOpen || !S.HasShortGroups))
    return balanced(Reason::Plan, /*UsesPlan=*/true, /*MakesPlan=*/false);
  if (!HasPlan && S.KeepsPlans && S.PlansPay && !S.IsPlanless)
    return balanced(S.Plan == PlanFound::Stale    ? Reason::StalePlan
                    : S.Plan == PlanFound::Coarse ? Reason::CoarsePlan
                                                  : Reason::NoPlan,
                    /*UsesPlan=*/false, /*MakesPlan=*/true);
  if (!S.IsOpen)
    return balanced(S.KeepsPlans ? Reason::Unused : Reason::NotKept,
                    /*UsesPlan=*/false, /*MakesPlan=*/false);
  return ByTrial(S).run();
}

Sequel usersched::decideSequel(const SequelSituation &S) {
  if (!S.UsesPlan || !S.IsAgain || S.IsErratic)
    return S.KnowsShort ? Sequel::Short : Sequel::SetUp;
  if (!S.MaySteal)
    return Sequel::Groups;
  if (S.IsMeasured)
    return Sequel::SetUp;
  if (!S.HasLongGroups)
    return Sequel::Groups;
  return S.HasBarrier && !S.HoldsLastBack ? Sequel::Stealing : Sequel::SetUp;
}
