//===- Instance.cpp - one execution of a loop by a team -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Instance.h.
//
//===----------------------------------------------------------------------===//
#include "run/Instance.h"

#include "base/Clock.h"
#include "base/Memory.h"
#include "base/Processors.h"

#include <limits>

using namespace usersched;

Instance::Instance(PlanCache &Cache, uint32_t Capacity)
    : Slots(new Slot[2 * Capacity]), Capacity(Capacity), Cache(Cache) {
  Cache.enlist(KeepsPlan);
}

Instance::~Instance() { Cache.delist(KeepsPlan); }

/// Slots with earlier epochs now mean "owner has not arrived". Before epochs
/// start again from 1, all slots are reset.
uint16_t Instance::takeEpochs(uint32_t Times) {
  if (CurrentEpoch + Times > std::numeric_limits<uint16_t>::max()) {
    for (uint32_t S = 0; S < 2 * Capacity; ++S)
      Slots[S].reset();
    CurrentEpoch = Slot::NoEpoch;
  }
  const uint16_t Before = CurrentEpoch;
  CurrentEpoch = static_cast<uint16_t>(CurrentEpoch + Times);
  return Before;
}

inline void Instance::count(Count What) {
  Counters::mine().add(What, 1);
  if (Notes)
    Notes->loop().count(What);
}

/// Returns true if the loads have changed since P was made. Then P leaves the
/// cache, but KeepsPlan keeps it from being freed.
bool Instance::provesStale(const KnownPlan &P, const Call &Entered) {
  const uint64_t ShortestGroup = P.Exposed.recount();
  const Recording::Step Looking(Notes, Entered.Thread, TraceKind::Inspect, {});
  const uint64_t Start = clock::ticks();
  Inspector Loads(*Entered.Loop, Entered.Captures);
  const bool IsStale = P.Fresh.finds(P, Loads, Cache.staleAt());
  // A check costs at least as much as the clock can tell.
  const uint64_t Least = clock::ticksPerMicrosecond() / 2 + 1;
  P.Fresh.pace(std::max(clock::ticks() - Start, Least), ShortestGroup);
  Counters::mine().add(Count::InspectedIterations, Loads.inspected());
  LoopPlans &Plans = Cache.plansOf(*Entered.Loop);
  if (!IsStale) {
    Plans.noteFresh(P, Entered.leavesSharesOpen());
  } else if (Cache.drop(Plans, P)) {
    count(Count::StalePlans);
    Plans.noteStale(P, Entered.leavesSharesOpen());
  }
  return IsStale;
}

/// Finishes P, which was made while its iterations ran, from the loads that
/// were known then. Now no iteration has begun, so a few more loads can be
/// evaluated. Returns the plan that replaces P in the cache. Returns P if P has
/// left the cache, or the new plan does not fit.
const KnownPlan *Instance::finish(const KnownPlan &P, const Call &Entered) {
  std::unique_ptr<KnownPlan> Better;
  {
    const Recording::Step Looking(Notes, Entered.Thread, TraceKind::Inspect,
                                  {});
    Inspector Loads(*Entered.Loop, Entered.Captures);
    Better = std::make_unique<KnownPlan>(sharpen(P, Loads));
    Counters::mine().add(Count::InspectedIterations, Loads.inspected());
  }
  if (Notes)
    Better->Seen = Notes->madePlan(*Better);
  LoopPlans &Plans = Cache.plansOf(*Entered.Loop);
  if (!Cache.replace(Plans, P, std::move(Better)))
    return &P;
  return Cache.find(Plans, Entered.key(), KeepsPlan);
}

/// Looks for a plan for the execution, and stores it in UsedPlan. A plan that
/// is stale or coarse leaves the cache, and the execution makes a better one;
/// KeepsPlan keeps the old plan from being freed meanwhile.
__attribute__((always_inline)) inline PlanFound
Instance::findPlan(const Call &Entered) {
  UsedPlan = nullptr;
  const PlanKey Key = Entered.key();
  const KnownPlan *P = Cache.findAgain(*Entered.Loop, Key, KeepsPlan);
  if (!P)
    P = Cache.find(Cache.plansOf(*Entered.Loop), Key, KeepsPlan);
  if (P && P->State == PlanState::Rough)
    attempt([&] { P = finish(*P, Entered); });
  if (!P)
    return PlanFound::No;
  if (P->State == PlanState::Coarse) {
    Cache.drop(Cache.plansOf(*Entered.Loop), *P);
    return PlanFound::Coarse;
  }
  if (Cache.staleAt() > 0 && P->Fresh.checkIsDue() && provesStale(*P, Entered))
    return PlanFound::Stale;
  UsedPlan = P;
  if (Entered.maySteal() && P->Exposed.longestTicks() == 0)
    P->Exposed.compareAll([&](uint32_t T) {
      return initialGroup(T, Entered, P->chunks()).empty();
    });
  return PlanFound::Ready;
}

void Instance::improve(const Call &Entered) {
  if (How.ForBetter == RefinementStep::Refine)
    attempt([&] { refine(*UsedPlan, Entered); });
}

void Instance::refine(const KnownPlan &P, const Call &Entered) {
  LoopPlans &Loop = Cache.plansOf(*Entered.Loop);
  std::unique_ptr<KnownPlan> Better = P.Measured->refine(P);
  const std::optional<double> Weight = P.Measured->iterationWeight(P);
  if (Weight && Cache.generation() == Generation)
    Loop.noteIterationWeight(*Weight);
  if (!Better)
    return;
  Better->Seen = P.Seen;
  if (Notes && Better->Seen)
    Notes->refined(*Better->Seen, *Better);
  if (Cache.replace(Loop, P, std::move(Better)))
    count(Count::PlansRefined);
}

/// Makes the chunks of an execution without a plan.
void Instance::prepareChunks(const Call &Entered) {
  if (How.As == Technique::Balanced) {
    const Recording::Step Looking(Notes, Entered.Thread, TraceKind::Inspect,
                                  {0, Entered.TripCount});
    if (!OwnDraft)
      OwnDraft = std::make_unique<Draft>();
    OwnDraft->begin(Entered, How.MakesPlan, earlierPlan());
  } else if (How.As == Technique::Chunked) {
    holdEvenBack(Entered);
  }
}

void Instance::holdEvenBack(const Call &Entered) {
  if (!Entered.holdsLastBack())
    return;
  const EvenChunks Even(Entered.TripCount, Entered.Threads);
  holdBack(Even.group(Entered.Threads).Begin - 1);
}

void Instance::beginShort(const Call &Entered) {
  takeEpochs(1);
  Counters::mine().add(Count::Executions, 1);
  forgetPlan();
  How = Decision();
  How.As = Technique::Chunked;
  holdEvenBack(Entered);
}

void Instance::depart(const Call &Entered, uint64_t Arrived,
                      uint64_t OwnTicks) {
  const uint64_t Time = clock::ticks();
  const uint64_t Most = (OneDeparted - 1) / Entered.Threads;
  // Threads with nothing to run are not busy, however many they are.
  const bool HasNone = How.As == Technique::Serial && Entered.Thread > 0;
  const uint64_t Own =
      HasNone ? 0 : std::min(Time - std::min(Arrived, Time), Most);
  // Whoever runs the chunk that was held back has stolen nothing.
  if (How.As == Technique::Chunked && OwnTicks > 0 && !Entered.holdsLastBack())
    LootTicks.fetch_add(Own - std::min(OwnTicks, Own),
                        std::memory_order_relaxed);
  const uint64_t All =
      Departed.fetch_add(OneDeparted + Own, std::memory_order_acq_rel) +
      OneDeparted + Own;
  if (All / OneDeparted != Entered.Threads || Cache.generation() != Generation)
    return;
  const uint64_t From =
      How.As == Technique::Balanced ? BeganTicks : OpenTicks; // the set-up, too
  // The iterations need not fetch what the look at the loads brought into the
  // processor's cache.
  const uint64_t Looked = LookTicks.load(std::memory_order_relaxed) / 2;
  const uint64_t Busy = All % OneDeparted;
  // Without a barrier, thread 0 may still run an earlier execution when another
  // thread has set this one up.
  const uint64_t Makespan =
      How.As == Technique::Serial ? Busy : Time - std::min(From, Time);
  Cache.plansOf(*Entered.Loop)
      .sizes()
      .note({Entered.TripCount, Entered.Threads, How.As, Makespan,
             Busy - std::min(Looked, Busy),
             LootTicks.load(std::memory_order_relaxed)});
}

void Instance::begin(const Call &Entered, bool IsAgain, Recording *NewNotes) {
  BeganTicks = clock::ticks();
  takeEpochs(1);
  Counters::mine().add(Count::Executions, 1);
  Notes = NewNotes;
  Generation = Cache.generation();
  LoopPlans &Loop = Cache.plansOf(*Entered.Loop);

  Situation S(Entered);
  if (!clock::IsVirtual && usableProcessors() > 0)
    S.AtOnce = std::min(S.AtOnce, usableProcessors());
  S.IsAgain = IsAgain;
  const bool MayPlan = Loop.mayPlan(); // before findPlan() notes something
  const bool IsPlanless = S.IsOpen && !IsAgain &&
                          Loop.sizes().verdict(Entered.TripCount).isPlanless();
  if (IsPlanless) {
    forgetPlan();
  } else {
    S.Plan = findPlan(Entered);
  }
  if (UsedPlan) {
    S.HasShortGroups = UsedPlan->hasShortGroups();
    S.IsInVain = UsedPlan->isInVain();
  } else if (S.Plan == PlanFound::No)
    S.PlansPay = S.KeepsPlans && !IsPlanless && Loop.plansPay(Entered.key());
  else if (S.Plan == PlanFound::Stale)
    S.PlansPay = MayPlan || !S.IsOpen; // there is nothing else to try
  if (S.IsOpen && (!UsedPlan || S.isPlanDoubtful()))
    S.Size = Loop.sizes().of(Entered.TripCount);
  How = decide(S);

  bool IsWarmUp = false;
  if (How.IsTimed) {
    Departed.store(0, std::memory_order_relaxed);
    LookTicks.store(0, std::memory_order_relaxed);
    LootTicks.store(0, std::memory_order_relaxed);
    IsWarmUp = Loop.sizes().began(Entered.TripCount, How);
    How.IsTimed = !IsWarmUp;
  }
  const bool RepeatsPlan = IsAgain && How.UsesPlan;
  Short = S.IsOpen && !IsWarmUp && !RepeatsPlan ? Loop.sizes().verdicts()
                                                : ShortVerdicts();
  if (How.UsesPlan) {
    Loop.noteUse(*UsedPlan);
    return beginPlanned(Entered);
  }
  UsedPlan = nullptr;
  beginUnplanned(Entered);
}

inline void Instance::beginPlanned(const Call &Entered) {
  const KnownPlan &P = *UsedPlan;
  Counters::mine().add(Count::PlanHits, 1);
  if (Notes)
    Notes->planned(P.Seen, How.Why);
  if (Entered.holdsLastBack())
    holdBack(P.lastChunk());
  OwnDraft.reset();
  // Without stealing, a thread's group is what the loads alone say.
  if (Entered.maySteal()) {
    How.ForBetter = P.Measured->next(P);
    How.Measured = P.Measured->number();
  }
}

inline void Instance::beginUnplanned(const Call &Entered) {
  HeldBack.store(0, std::memory_order_relaxed);
  if (!attempt([&] { prepareChunks(Entered); })) {
    OwnDraft.reset();
    How = Decision();
    How.Why = Reason::NoMemory;
  }
  if (Notes)
    Notes->unplanned(How.As, How.Why);
}

bool Instance::beginRepeated(const Call &Entered, const KnownPlan &P) {
  UsedPlan = Cache.findAgain(*Entered.Loop, P.Key, KeepsPlan);
  if (!UsedPlan)
    UsedPlan = Cache.find(Cache.plansOf(*Entered.Loop), P.Key, KeepsPlan);
  return UsedPlan == &P;
}
