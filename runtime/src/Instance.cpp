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

#include "Statistics.h"

#include <limits>

using namespace usersched;

Instance::Instance(PlanCache &Cache, uint32_t Capacity)
    : Cache(Cache), Capacity(Capacity), Slots(new Slot[Capacity]) {
  Cache.enlist(Protected);
}

Instance::~Instance() { Cache.delist(Protected); }

/// Words of the previous epochs now mean "not arrived". Before an epoch comes
/// again, the words that may still have it are reset.
void Instance::nextEpoch() {
  if (ItsEpoch == std::numeric_limits<uint16_t>::max()) {
    for (uint32_t T = 0; T < Capacity; ++T)
      Slots[T].reset();
    ItsEpoch = Slot::NoEpoch;
  }
  ++ItsEpoch;
}

/// The plan for the execution, unless it is due for a check and proves stale;
/// then Protected protects it nevertheless.
const Plan *Instance::findPlan(const Call &By) {
  LoopPlans &Plans = Cache.plansOf(*By.Loop);
  const Plan *P = Cache.find(Plans, By.key(), Protected);
  if (!P || Cache.staleAt() == 0 || !P->Fresh.checkIsDue())
    return P;
  P->Exposed.recount();
  Inspector Loads(*By.Loop, By.Captures);
  const bool IsStale = P->Fresh.finds(*P, Loads, Cache.staleAt());
  Counters &Counts = Counters::mine();
  Counts.add(Count::InspectedIterations, Loads.inspected());
  if (!IsStale)
    return P;
  Counts.add(Count::StalePlans, Cache.drop(Plans, *P));
  return nullptr;
}

void Instance::begin(const Call &By) {
  nextEpoch();
  Counters &Counts = Counters::mine();
  Counts.add(Count::Executions, 1);
  const uint64_t Generation = Cache.generation();
  HeldBack.store(0, std::memory_order_relaxed);
  Found = findPlan(By);
  if (const Plan *P = Found) {
    Counts.add(Count::PlanHits, 1);
    if (By.holdsLastBack())
      holdBack(P->lastChunk());
    ItsDraft.reset();
    // Without stealing, a thread's group is what the loads alone say.
    if (P->Measured && By.maySteal())
      if (std::unique_ptr<Plan> Better = P->Measured->refine(*P))
        if (Cache.replace(Cache.plansOf(*By.Loop), *P, std::move(Better)))
          Counts.add(Count::PlansRefined, 1);
    return;
  }
  if (!ItsDraft)
    ItsDraft = std::make_unique<Draft>();
  ItsDraft->begin(By, Generation);
}
