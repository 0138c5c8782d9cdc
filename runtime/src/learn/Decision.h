//===- Decision.h - how an execution runs ---------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that decides how an execution of a loop runs. decide() is a
// function of values: it reads nothing that others write but the rate of the
// clock, and changes nothing. The table of its rows is in docs/how-it-works.md,
// and DecisionTest has a line for each. Only where there is no memory for its
// chunks, an execution runs otherwise (Instance::begin()).
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_DECISION_H
#define USERSCHED_DECISION_H

#include "learn/Refinement.h"
#include "learn/SizeHistory.h"
#include "plan/Call.h"

#include <cstdint>

namespace usersched {

/// Whether a plan was found for an execution.
enum class PlanFound : uint8_t {
  No,
  Ready,
  Stale, ///< its loads have changed
  Coarse ///< its chunks are too heavy: see PlanState
};

/// What is known of the loop and of one call, when its execution is set up.
struct Situation {
  uint64_t TripCount = 1;
  uint32_t Threads = 1;
  uint32_t AtOnce = 1; ///< threads that can run at once
  // Of the call:
  bool IsOff = false;       ///< USERSCHED_SCHEDULE=off
  bool HasTeam = true;      ///< the other threads of the team are known
  bool KeepsPlans = true;   ///< no `profile: off`
  bool IsOpen = true;       ///< the pragma leaves open who runs what
  bool MayBeChunked = true; ///< see Call::mayBeChunked()
  // Of the plan:
  PlanFound Plan = PlanFound::No;
  /// It is ready, and its groups are known to take less than threshold::Long.
  bool HasShortGroups = false;
  bool IsInVain = false; ///< see KnownPlan::isInVain()
  bool IsAgain = false; ///< the last execution had the same trip count and data
  // Of the loop:
  bool PlansPay = true; ///< see LoopPlans::plansPay(), mayPlan()
  SizeKnowledge Size;   ///< of executions of about as many iterations

  /// Returns true if a plan that is ready may be slower than what needs none.
  bool isPlanDoubtful() const {
    return IsOpen && HasShortGroups && (!IsAgain || IsInVain);
  }

  Situation() = default;
  /// What the call alone says.
  explicit Situation(const Call &Entered)
      : TripCount(Entered.TripCount), Threads(Entered.Threads),
        AtOnce(Entered.Threads), IsOff(Entered.IsOff),
        HasTeam(!Entered.IsTeamUnknown),
        KeepsPlans(!Entered.has(USERSCHED_NO_PROFILE)),
        IsOpen(Entered.leavesSharesOpen()),
        MayBeChunked(Entered.mayBeChunked()) {}
};

/// How an execution runs.
struct Decision {
  Technique As = Technique::Even;
  Reason Why = Reason::OneThread;
  bool UsesPlan = false;
  bool MakesPlan = false;
  /// With a plan: what is done for a better one.
  RefinementStep ForBetter = RefinementStep::None;
  /// If it is measured: Refinement::number().
  uint8_t Measured = 0;
  /// How long it takes is measured, and compared with other techniques.
  bool IsTimed = false;
  /// If timed: the technique that was the best lately.
  Technique Best = Technique::Balanced;
  /// If timed: the bits of the techniques whose wait for their next try goes
  /// on, and of the one that is tried.
  uint8_t Waiting = 0;

  static constexpr uint8_t bit(Technique T) {
    return static_cast<uint8_t>(1 << static_cast<int>(T));
  }
};

/// Returns how the execution of S runs. Any thread.
Decision decide(const Situation &S);

/// How the executions run that follow a set-up one, up to the next set-up one.
enum class Sequel : uint8_t {
  SetUp,    ///< the next one is set up, too
  Groups,   ///< each thread runs its group of the same plan, nobody steals
  Stealing, ///< the same with stealing
  Short,    ///< those that are known to be short run without a plan
};

/// What is known once an execution was set up.
struct SequelSituation {
  bool UsesPlan = false;
  bool IsAgain = false;       ///< as Situation::IsAgain
  bool IsErratic = false;     ///< see LoopPlans::isErratic()
  bool MaySteal = true;       ///< no `steal: off`
  bool MaySlotsRepeat = true; ///< see Call::maySlotsRepeat()
  /// What is done for a better plan.
  RefinementStep ForBetter = RefinementStep::None;
  bool HasLongGroups = true; ///< some group is long enough to be stolen from
  bool KnowsShort = false;   ///< some executions are known to be short

  SequelSituation() = default;
  /// What the call alone says.
  explicit SequelSituation(const Call &Entered)
      : MaySteal(Entered.maySteal()), MaySlotsRepeat(Entered.maySlotsRepeat()) {
  }
};

/// Returns how the executions after that of S run. Pure; any thread.
Sequel decideSequel(const SequelSituation &S);

} // namespace usersched

#endif
