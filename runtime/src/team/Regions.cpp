//===- Regions.cpp - what a team does between regions ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a series begins, no thread is in a loop of the team: no thread of the
// region has come past join() yet.
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

/// Begins a series. Its threads find the execution of Entry behind them, and
/// know nothing of the next ones.
void Team::beginSeries() {
  Generation = Cache.generation();
  ++Start.Series;
  EntryExecution = OldestInUse = NewestExecution;
  Entry = Newest;
}

Team &Team::begin(bool MayBeCancelled) {
  if (MayBeCancelled || Cache.generation() != Generation)
    beginSeries();
  return InstanceCount > MostKept ? removeSome() : *this;
}

/// Begins a series whose regions have Threads threads. Called in join(), by
/// threads that find another number in Start.
__attribute__((noinline)) void Team::resize(uint32_t Threads) {
  TryLock Lock(Locked);
  for (Backoff Wait; !Lock.tryLock();)
    Wait.pause();
  if (Start.Size.load(std::memory_order_relaxed) == Threads)
    return;
  if (Capacity < Threads)
    grow(Threads);
  beginSeries();
  Start.Size.store(Threads, std::memory_order_release);
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

/// Makes everything anew for a larger team.
void Team::grow(uint32_t Threads) {
  removeInstances();
  Loops.clear();
  need("a team", [&] { Members.reset(new Member[Threads]); });
  for (uint32_t T = 0; T < Threads; ++T)
    Members[T].Thread = T;
  Newest =
      need("a loop of a team", [&] { return new Instance(Cache, Threads); });
  Newest->Execution.store(NewestExecution, std::memory_order_relaxed);
  Newest->Next.store(Newest, std::memory_order_relaxed);
  InstanceCount = 1;
  while (InstanceCount < RingSize)
    insertAfter(*Newest, Threads);
  Capacity = Threads;
}
