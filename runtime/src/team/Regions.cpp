//===- Regions.cpp - what a team does between regions ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a region begins, no thread is in a loop of the team. Where the region
// is larger than all before, each thread waits until everything is made anew.
//
//===----------------------------------------------------------------------===//
#include "team/Team.h"

#include "base/Backoff.h"
#include "base/Memory.h"
#include "team/TryLock.h"

#include <algorithm>

using namespace usersched;

namespace {
constexpr std::size_t RingSize = 4;
/// Instances that a region leaves to the next one, after threads were far
/// apart.
constexpr std::size_t MostKept = 16;
} // namespace

Team::~Team() { removeInstances(); }

void Team::removeInstances() {
  for (; InstanceCount > 0; --InstanceCount) {
    Instance *I = Newest;
    Newest = I->Next.load(std::memory_order_relaxed);
    delete I;
  }
  Newest = nullptr;
}

/// Hands over what thread 0 knew of each loop that it came to in the last
/// region.
inline void Team::handOver() {
  if (!Members)
    return;
  for (ThreadLoop *Own = Members[0].LastVisited; Own; Own = Own->Previous) {
    const Repetition &Last = Own->Repeats;
    TeamLoop &Shared = Own->Shared;
    if (Last.Decided != Shared.Inherited.Decided) {
      Shared.Repeats = Last;
      Shared.Inherited.Decided = Last.Decided;
    }
    uint32_t Left = Last.Left, Epoch = Last.Epoch;
    if (Left > 0) {
      // Other threads may be ahead by one epoch, if the region was cancelled.
      ++Epoch;
      const Instance *Kept = Last.RepeatInstance;
      const bool Lasts =
          Kept ? Last.isLatest() && (Last.isShort() || Kept->plan()->isCached())
               : Last.isShort();
      if (!Lasts || Epoch + Left > Last.LastEpoch)
        Left = 0;
    }
    Shared.Inherited.Region = Start.Region + 1;
    Shared.Inherited.Left = static_cast<uint16_t>(Left);
    Shared.Inherited.Epoch = static_cast<uint16_t>(Epoch);
  }
  Members[0].LastVisited = nullptr;
}

/// Takes the handovers back after a reset: their plans have left the cache.
__attribute__((noinline)) void Team::cancelHandovers() {
  Generation = Cache.generation();
  for (const std::unique_ptr<TeamLoop> &Shared : Loops)
    if (Shared)
      Shared->Inherited.Left = 0;
}

Team &Team::begin() {
  handOver();
  if (Cache.generation() != Generation)
    cancelHandovers();
  ++Start.Region;
  Start.Size.store(0, std::memory_order_relaxed);
  if (EntryExecution != NewestExecution) {
    EntryExecution = OldestInUse = NewestExecution;
    Entry = Newest;
  }
  return InstanceCount > MostKept ? removeSome() : *this;
}

__attribute__((noinline)) Team &Team::removeSome() {
  for (; InstanceCount > MostKept; --InstanceCount) {
    Instance *Old = Newest->Next.load(std::memory_order_relaxed);
    Newest->Next.store(Old->Next.load(std::memory_order_relaxed),
                       std::memory_order_relaxed);
    delete Old;
  }
  return *this;
}

/// Makes room for a larger team. All threads of a region come here before they
/// touch an instance, so no instance is in use.
void Team::grow(uint32_t Threads) {
  TryLock Lock(Locked);
  for (Backoff Wait; !Lock.tryLock();)
    Wait.pause();
  if (Capacity.load(std::memory_order_relaxed) >= Threads)
    return;
  removeInstances();
  Loops.clear();
  MoreHandovers.clear();
  std::fill(std::begin(Start.FirstHandovers), std::end(Start.FirstHandovers),
            Handover());
  need("a team", [&] { Members.reset(new Member[Threads]); });
  for (uint32_t T = 0; T < Threads; ++T)
    Members[T].Thread = T;
  Newest = Entry =
      need("a loop of a team", [&] { return new Instance(Cache, Threads); });
  Entry->Execution.store(EntryExecution, std::memory_order_relaxed);
  Entry->Next.store(Entry, std::memory_order_relaxed);
  InstanceCount = 1;
  while (InstanceCount < RingSize)
    insertAfter(*Entry, Threads);
  Capacity.store(Threads, std::memory_order_release);
}
