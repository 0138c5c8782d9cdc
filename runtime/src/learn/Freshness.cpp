//===- Freshness.cpp - whether a plan still fits its data -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole chunks are compared, with the loads that the plan has for them: nothing
// needs to be stored, and no place of the loop is never looked at.
//
//===----------------------------------------------------------------------===//
#include "learn/Freshness.h"

#include "learn/KnownPlan.h"
#include "plan/Inspector.h"

#include <cmath>

using namespace usersched;

void Freshness::startInterval() {
  uint32_t Next = Interval.load(std::memory_order_relaxed);
  if (Next < UsualInterval)
    Interval.store(Next *= 2, std::memory_order_relaxed);
  UsesToCheck.store(Next, std::memory_order_relaxed);
}

void Freshness::pace(uint64_t CheckTicks, uint64_t ExecutionTicks) {
  if (ExecutionTicks == 0 ||
      Interval.load(std::memory_order_relaxed) > UsualInterval)
    return;
  const uint64_t Needed = CheckTicks * ChecksPerExecution / ExecutionTicks + 1;
  if (Needed >= UsualInterval)
    return;
  Interval.store(static_cast<uint32_t>(Needed), std::memory_order_relaxed);
  UsesToCheck.store(static_cast<uint32_t>(Needed), std::memory_order_relaxed);
}

void Freshness::suspect() {
  if (UsesToCheck.load(std::memory_order_relaxed) > FirstInterval &&
      Interval.load(std::memory_order_relaxed) <= UsualInterval)
    UsesToCheck.store(FirstInterval, std::memory_order_relaxed);
}

bool Freshness::finds(const Plan &P, Inspector &Loads, uint64_t StaleAt) {
  constexpr uint32_t Samples = 8, Apart = (uint32_t(1) << 31) / Samples * 2;
  const ChunkTable Chunks = P.chunks();
  const uint64_t Count = P.lastChunk() + uint64_t(1);
  // Steps of the golden ratio leave no gap unvisited for long.
  const uint32_t Start =
      Sample.load(std::memory_order_relaxed) + uint32_t(0x9e3779b9);
  Sample.store(Start, std::memory_order_relaxed);

  double Change = 0, Planned = 0;
  // Chunks of a user's `chunk` may be long.
  uint64_t Looks = 0;
  uint32_t Seen = 0;
  for (; Seen < Samples && Looks <= P.Key.TripCount / 32; ++Seen) {
    const uint32_t Place = Start + Seen * Apart;
    const auto Chunk = static_cast<uint32_t>(Place * Count >> 32);
    const IterationRange Range = Chunks.iterations({Chunk, Chunk + 1});
    const double Load = P.load({Chunk, Chunk + 1});
    Change += std::abs(Loads.sum(Range.Begin, Range.End) - Load);
    Planned += Load;
    Looks += Range.size();
  }
  // Where there is hardly any load, any change is large for the place and small
  // for the loop. The plan's loads are differences of sums, hence rounded.
  const double Total = P.totalLoad();
  const double Share = Total * Seen / static_cast<double>(Count);
  return Change > Total * 1e-9 &&
         Change * 100 > std::max(Planned, Share) * static_cast<double>(StaleAt);
}

void Freshness::goOn(const Freshness &Before) {
  for (auto Note :
       {&Freshness::UsesToCheck, &Freshness::Interval, &Freshness::Sample})
    (this->*Note)
        .store((Before.*Note).load(std::memory_order_relaxed),
               std::memory_order_relaxed);
}

void Freshness::inherit(const Plan &New, const KnownPlan &Old,
                        uint64_t StaleAt) {
  const uint64_t Threads = New.Key.Threads;
  const uint64_t Tolerance =
      New.Key.TripCount / Threads / 100 * std::min<uint64_t>(StaleAt, 100) + 1;
  for (uint32_t T = 1; T < Threads; ++T) {
    const uint64_t Now = New.Bound[New.GroupByLoad[T]];
    const uint64_t Then = Old.Bound[Old.GroupByLoad[T]];
    if ((Now > Then ? Now - Then : Then - Now) > Tolerance) {
      // It was worth it, and may be so again at once.
      const uint32_t Before =
          Old.Fresh.Interval.load(std::memory_order_relaxed);
      if (Before < FirstInterval) {
        Interval.store(Before, std::memory_order_relaxed);
        UsesToCheck.store(Before, std::memory_order_relaxed);
      }
      return;
    }
  }
  const uint32_t InVain =
      std::min(std::max(Old.Fresh.Interval.load(std::memory_order_relaxed),
                        UsualInterval) *
                   2,
               MostInterval);
  Interval.store(InVain, std::memory_order_relaxed);
  UsesToCheck.store(InVain, std::memory_order_relaxed);
}
