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

#include <limits>

using namespace usersched;

Instance::Instance(PlanCache &Cache, uint32_t Capacity)
    : Slots(new Slot[Capacity]), Capacity(Capacity), Cache(Cache) {
  Cache.enlist(Protected);
}

Instance::~Instance() { Cache.delist(Protected); }

/// Words of the previous epochs now mean "not arrived". Before an epoch comes
/// again, the words that may still have it are reset.
uint16_t Instance::takeEpochs(uint32_t Times) {
  if (ItsEpoch + Times > std::numeric_limits<uint16_t>::max()) {
    for (uint32_t T = 0; T < Capacity; ++T)
      Slots[T].reset();
    ItsEpoch = Slot::NoEpoch;
  }
  const uint16_t Before = ItsEpoch;
  ItsEpoch = static_cast<uint16_t>(ItsEpoch + Times);
  return Before;
}

inline void Instance::count(Count What, Counters &Counts) {
  Counts.add(What, 1);
  if (Seen)
    Seen->loop().count(What);
}

/// Looks at the loads again. If they have changed, the plan leaves the cache;
/// Protected protects it nevertheless.
bool Instance::provesStale(const KnownPlan &P, const Call &By,
                           Counters &Counts) {
  P.Exposed.recount();
  const Recording::Step Looking(Seen, By.Thread, TraceKind::Inspect, {});
  const uint64_t Start = clock::ticks();
  Inspector Loads(*By.Loop, By.Captures);
  const bool IsStale = P.Fresh.finds(P, Loads, Cache.staleAt());
  // What follows costs as much as a clock can tell.
  const uint64_t Least = clock::ticksPerMicrosecond() / 2 + 1;
  P.Fresh.pace(std::max(clock::ticks() - Start, Least),
               P.Exposed.shortestTicks());
  Counts.add(Count::InspectedIterations, Loads.inspected());
  if (IsStale && Cache.drop(Cache.plansOf(*By.Loop), P))
    count(Count::StalePlans, Counts);
  return IsStale;
}

/// P was made by load, while its iterations ran, from what was known of their
/// loads. Now none of them has begun, so that a few more can be asked for.
/// Returns the plan that takes the place of P in the cache, or P if that has
/// left it or no other fits.
const KnownPlan *Instance::finish(const KnownPlan &P, const Call &By,
                                  Counters &Counts) {
  std::unique_ptr<KnownPlan> Better;
  {
    const Recording::Step Looking(Seen, By.Thread, TraceKind::Inspect, {});
    Inspector Loads(*By.Loop, By.Captures);
    Better = std::make_unique<KnownPlan>(sharpen(P, Loads));
    Counts.add(Count::InspectedIterations, Loads.inspected());
  }
  const double Weight = learntWeight(By);
  if (Weight > 0)
    Better = cutByTime(*Better, Weight);
  Better->Fresh.goOn(P.Fresh);
  if (Seen)
    Better->Seen = Seen->madePlan(*Better);
  LoopPlans &Plans = Cache.plansOf(*By.Loop);
  if (!Cache.replace(Plans, P, std::move(Better)))
    return &P;
  return Cache.find(Plans, By.key(), Protected);
}

/// Looks for the plan of the execution, which Found becomes if there is one.
/// If it was stale or coarse, Protected protects it, though it has just left
/// the cache: the execution is to make a better one.
__attribute__((always_inline)) inline PlanFound
Instance::findPlan(const Call &By, Counters &Counts) {
  Found = nullptr;
  const PlanKey Key = By.key();
  const KnownPlan *P = Cache.findAgain(*By.Loop, Key, Protected);
  if (!P)
    P = Cache.find(Cache.plansOf(*By.Loop), Key, Protected);
  if (P && P->State == PlanState::Rough)
    attempt([&] { P = finish(*P, By, Counts); });
  if (!P)
    return PlanFound::No;
  if (P->State == PlanState::Coarse) {
    Cache.drop(Cache.plansOf(*By.Loop), *P);
    return PlanFound::Coarse;
  }
  if (Cache.staleAt() > 0 && P->Fresh.checkIsDue() &&
      provesStale(*P, By, Counts))
    return PlanFound::Stale;
  Found = P;
  return PlanFound::Ready;
}

void Instance::refine(const KnownPlan &P, const Call &By, Counters &Counts) {
  double Weight = -1;
  std::unique_ptr<KnownPlan> Better = P.Measured->refine(P, Weight);
  if (Weight >= 0 && P.isCached())
    Cache.plansOf(*By.Loop).learn(Weight);
  if (!Better)
    return;
  Better->Seen = P.Seen;
  if (Seen && Better->Seen)
    Seen->refined(*Better->Seen, *Better);
  if (Cache.replace(Cache.plansOf(*By.Loop), P, std::move(Better)))
    count(Count::PlansRefined, Counts);
}

/// True if the groups of P are known to be about as short as it takes to share
/// them: then the execution may be better off without.
static bool hasShortGroups(const KnownPlan &P) {
  const uint64_t Longest = P.Exposed.longestTicks();
  return Longest > 0 && Longest < threshold::ticks(threshold::Long);
}

/// Makes the chunks that the execution, which has no plan, needs.
void Instance::prepareChunks(const Call &By) {
  if (How.As == Technique::Balanced) {
    const Recording::Step Looking(Seen, By.Thread, TraceKind::Inspect,
                                  {0, By.TripCount});
    if (!ItsDraft)
      ItsDraft = std::make_unique<Draft>();
    ItsDraft->begin(By, How.MakesPlan, earlierPlan());
  } else if (How.As == Technique::Chunked) {
    if (!ItsEvenChunks)
      ItsEvenChunks = std::make_unique<EvenChunks>();
    ItsEvenChunks->cut(By);
    if (By.holdsLastBack())
      holdBack(ItsEvenChunks->lastChunk());
  }
}

void Instance::depart(const Call &By, uint64_t Arrived) {
  const uint64_t Time = clock::ticks();
  constexpr uint64_t Most = std::numeric_limits<uint32_t>::max();
  const uint64_t Own = std::min(Time - std::min(Arrived, Time), Most);
  const uint64_t All =
      Departed.fetch_add(OneDeparted + Own, std::memory_order_acq_rel) +
      OneDeparted + Own;
  if (All / OneDeparted != By.Threads || Cache.generation() != Generation)
    return;
  // What has chunks is set up each time: to be compared with what is not.
  const uint64_t From = hasChunks(How.As) ? Began : Start;
  uint64_t Makespan = Time - std::min(From, Time);
  // As long as the last one took to come, the others will take to get what it
  // has computed: in this loop, which nobody measures then, or in later ones.
  if (How.As == Technique::Even || How.As == Technique::Hybrid)
    Makespan += Arrived - std::min(Start, Arrived);
  const uint64_t Busy = All % OneDeparted;
  SizeHistory &History = Cache.plansOf(*By.Loop).sizes();
  History.note(By.TripCount, How.As, Makespan, Busy);
  if (!hasChunks(How.As) || Found)
    return;
  // What a look brings into the cache, the iterations need not fetch.
  const uint64_t Lost = LookTicks.load(std::memory_order_relaxed) / 2;
  const double Whole = static_cast<double>(Makespan + 1) * By.Threads;
  const double Used = static_cast<double>(Busy - std::min(Lost, Busy));
  History.noteLost(By.TripCount, How.As, static_cast<float>(1 - Used / Whole));
}

void Instance::begin(const Call &By, Counters &Counts, bool IsAgain,
                     Recording *Of) {
  Began = clock::ticks();
  takeEpochs(1);
  Counts.add(Count::Executions, 1);
  Seen = Of;
  Generation = Cache.generation();
  LoopPlans &Loop = Cache.plansOf(*By.Loop);

  Situation S(By);
  S.IsAgain = IsAgain;
  if (S.IsOpen && !IsAgain) {
    Short = Loop.sizes().verdicts(S.HasBarrier);
    S.IsPlanless = Short.of(By.TripCount).isPlanless();
  } else {
    Short = ShortVerdicts();
  }
  if (S.IsPlanless) {
    Found = nullptr;
    Protected.clear();
  } else {
    S.Plan = findPlan(By, Counts);
  }
  if (Found)
    S.HasShortGroups = hasShortGroups(*Found);
  else
    S.PlansPay = S.Plan != PlanFound::No || Loop.plansPay();
  const bool MayBeTried = S.IsOpen && (!Found || S.HasShortGroups);
  if (MayBeTried)
    S.Size = Loop.sizes().of(By.TripCount);
  How = decide(S);

  if (How.IsTimed) {
    Departed.store(0, std::memory_order_relaxed);
    LookTicks.store(0, std::memory_order_relaxed);
    Loop.sizes().began(By.TripCount, How);
  }
  if (!Found && !S.IsPlanless)
    Loop.noteNoPlan(How.MakesPlan);
  if (How.UsesPlan)
    return beginPlanned(By, Counts);
  Found = nullptr;
  if (S.IsOpen && IsAgain)
    Short = Loop.sizes().verdicts(S.HasBarrier);
  beginUnplanned(By);
}

inline void Instance::beginPlanned(const Call &By, Counters &Counts) {
  const KnownPlan &P = *Found;
  Counts.add(Count::PlanHits, 1);
  if (Seen) {
    Seen->planned(P.Seen);
    Seen->ran(How.As, How.Why);
  }
  if (By.holdsLastBack())
    holdBack(P.lastChunk());
  ItsDraft.reset();
  // Without stealing, a thread's group is what the loads alone say.
  if (!By.maySteal())
    return;
  if (!P.Measured->isOpen())
    P.Measured->reconsider(P);
  else
    attempt([&] { refine(P, By, Counts); });
}

inline void Instance::beginUnplanned(const Call &By) {
  HeldBack.store(0, std::memory_order_relaxed);
  if (Seen)
    Seen->unplanned();
  if (!attempt([&] { prepareChunks(By); })) {
    ItsDraft.reset();
    ItsEvenChunks.reset();
    How = Decision();
    How.Why = Reason::NoMemory;
  }
  if (!Seen)
    return;
  if (How.As != Technique::Balanced)
    Seen->unweighted();
  Seen->ran(How.As, How.Why);
}

bool Instance::beginRepeated(const Call &By, const KnownPlan &P) {
  Found = Cache.findAgain(*By.Loop, P.Key, Protected);
  if (!Found)
    Found = Cache.find(Cache.plansOf(*By.Loop), P.Key, Protected);
  return Found == &P;
}
