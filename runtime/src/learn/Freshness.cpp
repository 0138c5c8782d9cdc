//===- Freshness.cpp - whether a plan still fits its data -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inspected chunks are compared, with the loads that the plan has for them:
// nothing needs to be stored, and no place of the loop is never looked at.
//
//===----------------------------------------------------------------------===//
#include "learn/Freshness.h"

#include "learn/KnownPlan.h"
#include "plan/Inspector.h"

#include <cmath>

using namespace usersched;

void Freshness::pace(uint64_t CheckTicks, uint64_t ExecutionTicks) {
  if (ExecutionTicks == 0 || isInVain())
    return;
  const uint64_t Needed =
      CheckTicks * threshold::ChecksPerExecution / ExecutionTicks + 1;
  if (Needed < NextCheck.interval())
    NextCheck.wait(static_cast<uint32_t>(Needed));
}

bool Freshness::finds(const Plan &Checked, Inspector &Loads, uint64_t StaleAt) {
  const Plan &P = Checked.inspected();
  const uint32_t Apart = (uint32_t(1) << 31) / threshold::CheckedChunks * 2;
  const ChunkTable Chunks = P.chunks();
  const uint64_t Count = P.lastChunk() + uint64_t(1);
  const double Total = P.totalLoad();
  // Steps of the golden ratio leave no gap unvisited for long.
  const uint32_t Start =
      Sample.load(std::memory_order_relaxed) + uint32_t(0x9e3779b9);
  Sample.store(Start, std::memory_order_relaxed);

  uint64_t Looks = 0;
  // Chunks of a user's `chunk` may be long.
  const auto MayLook = [&] { return Looks <= P.Key.TripCount / 32; };
  const auto ChangeOf = [&](uint32_t Chunk, double Load) {
    const IterationRange Range = Chunks.iterations({Chunk, Chunk + 1});
    Looks += Range.size();
    const double Change = std::abs(Loads.sum(Range.Begin, Range.End) - Load);
    // The plan's loads are differences of sums, hence rounded.
    return Change > Total * 1e-9 ? Change : 0;
  };
  // One chunk by place, and one by load, and so on. Of those by load, the mean
  // share that has changed is about that of the whole load.
  double Change = 0, Planned = 0, Shares = 0;
  uint32_t Seen = 0;
  for (; Seen < threshold::CheckedChunks && MayLook(); ++Seen) {
    const uint32_t Place = Start + Seen * Apart;
    const auto ByPlace = static_cast<uint32_t>(Place * Count >> 32);
    double Load = Chunks.load({ByPlace, ByPlace + 1});
    Change += ChangeOf(ByPlace, Load);
    Planned += Load;
    const uint32_t ByLoad = P.chunkAt(Total * 0x1p-32 * Place);
    Load = Chunks.load({ByLoad, ByLoad + 1});
    if (Load > 0 && ByLoad != ByPlace && MayLook())
      Shares += std::min(ChangeOf(ByLoad, Load) / Load, 1.0);
  }
  // Where there is hardly any load, any change is large for the place and small
  // for the loop.
  const double Share = Total * Seen / static_cast<double>(Count);
  const auto Most = static_cast<double>(StaleAt) / 100;
  // One chunk that has changed says little of the others.
  return Change > Most * std::max(Planned, Share) ||
         Shares > std::max(Most * Seen, 1.0);
}

void Freshness::goOn(const Freshness &Before) {
  NextCheck.copy(Before.NextCheck);
  NextCheck.hasten(threshold::FirstRetry);
  Sample.store(Before.Sample.load(std::memory_order_relaxed),
               std::memory_order_relaxed);
  InVain.store(Before.InVain.load(std::memory_order_relaxed),
               std::memory_order_relaxed);
}

bool Freshness::inherit(const Plan &New, const KnownPlan &Old,
                        uint64_t StaleAt) {
  const uint64_t Threads = New.Key.Threads;
  const uint64_t Tolerance =
      New.Key.TripCount / Threads / 100 * std::min<uint64_t>(StaleAt, 100) + 1;
  const auto Begin = [](const Plan &By, uint32_t Thread) {
    const Plan &ByLoad = By.inspected();
    return ByLoad.Bound[ByLoad.GroupBegin[Thread]];
  };
  for (uint32_t T = 1; T < Threads; ++T) {
    const uint64_t Now = Begin(New, T), Then = Begin(Old, T);
    if ((Now > Then ? Now - Then : Then - Now) > Tolerance)
      return true; // it was worth it, and may be so again at once
  }
  // Two groups may be the same by chance.
  const uint32_t Before = Old.Fresh.InVain.load(std::memory_order_relaxed);
  InVain.store(Before + 1, std::memory_order_relaxed);
  NextCheck.wait(Before < 31 ? std::min(2u << Before, threshold::LastRetry)
                             : threshold::LastRetry);
  return false;
}
