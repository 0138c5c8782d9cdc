//===- BlockValues.cpp - the values of the reduction blocks of executions -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "team/BlockValues.h"

#include "base/Fork.h"
#include "base/Memory.h"
#include "base/Options.h"
#include "base/ThreadSanitizer.h"

#include <algorithm>

using namespace usersched;

namespace {

/// What executions to come can use.
struct Pool {
  BriefMutex Lock;
  std::vector<std::unique_ptr<BlockValues>> Free;
  uint64_t FreeBytes = 0; // of their Memory

  static Pool &get();
};

Singleton<Pool> OnlyPool;

Pool &Pool::get() {
  return OnlyPool.get([] {
    return need("reduction blocks", [] {
      auto *New = new Pool;
      surviveForks(ForkOrder::BlockValues, New->Lock);
      return New;
    });
  });
}

} // namespace

std::unique_ptr<BlockValues> BlockValues::take(uint64_t Count, uint64_t Bytes) {
  std::unique_ptr<BlockValues> Taken;
  {
    Pool &Common = Pool::get();
    std::lock_guard<BriefMutex> Held(Common.Lock);
    if (!Common.Free.empty()) {
      Taken = std::move(Common.Free.back());
      Common.Free.pop_back();
      Common.FreeBytes -= Taken->bytes();
    }
  }
  need("the values of reduction blocks", [&] {
    if (!Taken)
      Taken = std::make_unique<BlockValues>();
    const uint64_t Lines = Count * Bytes / sizeof(Line) + 1;
    if (Taken->Memory.size() < Lines) {
      Taken->Memory.clear(); // so that nothing is copied
      Taken->Memory.resize(Lines);
    }
    if (Taken->Ends.size() < Count)
      Taken->Ends.resize(Count);
  });
  Taken->Arrived.store(0, std::memory_order_relaxed);
  Taken->Cancelled.store(false, std::memory_order_relaxed);
  Taken->Joined = 0;
  return Taken;
}

bool BlockValues::arrive(uint32_t Threads) {
  tsan::release(this);
  // Each thread releases its values, the last one acquires them.
  if (Arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != Threads)
    return false;
  tsan::acquire(this);
  return true;
}

void BlockValues::release() {
  std::unique_ptr<BlockValues> Mine(this);
  Pool &Common = Pool::get();
  std::lock_guard<BriefMutex> Held(Common.Lock);
  // The pool keeps no more than one execution may take.
  const uint64_t Bytes = Mine->bytes();
  if (Common.Free.empty() ||
      Common.FreeBytes + Bytes <= Options::get().ReproducibleMiB << 20)
    attempt([&] {
      Common.Free.push_back(std::move(Mine));
      Common.FreeBytes += Bytes;
    });
}

BlockValues &BlockValuesOfTeam::join(uint64_t Series, uint64_t Number,
                                     uint32_t Threads, uint64_t Count,
                                     uint64_t Bytes) {
  std::lock_guard<BriefMutex> Held(Lock);
  auto Found = std::find_if(Open.begin(), Open.end(), [&](const auto &Other) {
    return Other->Series == Series && Other->Number == Number;
  });
  if (Found == Open.end()) {
    Open.erase(std::remove_if(
                   Open.begin(), Open.end(),
                   [&](const auto &Other) { return Other->Series != Series; }),
               Open.end());
    need("the values of reduction blocks",
         [&] { Open.push_back(BlockValues::take(Count, Bytes)); });
    Found = std::prev(Open.end());
    (*Found)->Series = Series;
    (*Found)->Number = Number;
  }
  BlockValues &Values = **Found;
  if (++Values.Joined == Threads) {
    // The last thread that arrives gives the memory back.
    static_cast<void>(Found->release());
    Open.erase(Found);
  }
  return Values;
}
