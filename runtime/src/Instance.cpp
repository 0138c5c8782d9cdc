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
#include "Instance.h"

#include "Clock.h"

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

/// Looks at the loads again. If they have changed, the plan leaves the cache;
/// Protected protects it nevertheless.
bool Instance::provesStale(const Plan &P, const Call &By, Counters &Counts) {
  P.Exposed.recount();
  const uint64_t Start = clock::ticks();
  Inspector Loads(*By.Loop, By.Captures);
  const bool IsStale = P.Fresh.finds(P, Loads, Cache.staleAt());
  // What follows costs as much as a clock can tell.
  const uint64_t Least = clock::ticksPerMicrosecond() / 2 + 1;
  P.Fresh.pace(std::max(clock::ticks() - Start, Least),
               P.Exposed.shortestTicks());
  Counts.add(Count::InspectedIterations, Loads.inspected());
  if (IsStale)
    Counts.add(Count::StalePlans, Cache.drop(Cache.plansOf(*By.Loop), P));
  return IsStale;
}

/// The plan for the execution, or null.
__attribute__((always_inline)) inline const Plan *
Instance::findPlan(const Call &By, Counters &Counts) {
  const PlanKey Key = By.key();
  const Plan *P = Cache.findAgain(*By.Loop, Key, Protected);
  if (!P)
    P = Cache.find(Cache.plansOf(*By.Loop), Key, Protected);
  if (P && Cache.staleAt() > 0 && P->Fresh.checkIsDue() &&
      provesStale(*P, By, Counts))
    return nullptr;
  return P;
}

void Instance::refine(const Plan &P, const Call &By, Counters &Counts) {
  if (std::unique_ptr<Plan> Better = P.Measured->refine(P))
    if (Cache.replace(Cache.plansOf(*By.Loop), P, std::move(Better)))
      Counts.add(Count::PlansRefined, 1);
}

void Instance::begin(const Call &By, Counters &Counts) {
  takeEpochs(1);
  Counts.add(Count::Executions, 1);
  const uint64_t Generation = Cache.generation();
  Found = findPlan(By, Counts);
  if (const Plan *P = Found) {
    Counts.add(Count::PlanHits, 1);
    if (By.holdsLastBack())
      holdBack(P->lastChunk());
    ItsDraft.reset();
    // Without stealing, a thread's group is what the loads alone say.
    if (P->Measured && P->Measured->isOpen() && By.maySteal())
      refine(*P, By, Counts);
    return;
  }
  HeldBack.store(0, std::memory_order_relaxed);
  if (!ItsDraft)
    ItsDraft = std::make_unique<Draft>();
  ItsDraft->begin(By, Generation,
                  !By.has(USERSCHED_NO_PROFILE) &&
                      Cache.plansOf(*By.Loop).isWorthAPlan());
}

bool Instance::beginRepeated(const Call &By, const Plan &P) {
  Found = Cache.findAgain(*By.Loop, P.Key, Protected);
  if (!Found)
    Found = Cache.find(Cache.plansOf(*By.Loop), P.Key, Protected);
  return Found == &P;
}
