//===- Trace.cpp - what each thread did, and when -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Trace.h.
//
//===----------------------------------------------------------------------===//
#include "record/Trace.h"

#include "record/Recordings.h"

#include <new>

using namespace usersched;

Lane::Lane(uint32_t Number, std::atomic<int64_t> &BlocksLeft)
    : BlocksLeft(BlocksLeft), Number(Number),
      Alone(std::make_unique<Recordings>()) {}

Lane::~Lane() {
  Alone->endAll();
  clear();
}

void Lane::clear() {
  TraceBlock *B = First.exchange(nullptr, std::memory_order_relaxed);
  while (B) {
    TraceBlock *Next = B->Next.load(std::memory_order_relaxed);
    delete B;
    BlocksLeft.fetch_add(1, std::memory_order_relaxed);
    B = Next;
  }
  Last = nullptr;
  WaitEnd = nullptr;
  Dropped.store(0, std::memory_order_relaxed);
}

/// Returns whether there is a place for one more event.
bool Lane::makeRoom() {
  if (Last &&
      Last->Count.load(std::memory_order_relaxed) < TraceBlock::Capacity)
    return true;
  TraceBlock *New = nullptr;
  // Others may find less than there is, for a moment; never more.
  if (BlocksLeft.fetch_sub(1, std::memory_order_relaxed) > 0)
    New = new (std::nothrow) TraceBlock;
  if (!New) {
    BlocksLeft.fetch_add(1, std::memory_order_relaxed);
    Dropped.store(Dropped.load(std::memory_order_relaxed) + 1,
                  std::memory_order_relaxed);
    return false;
  }
  (Last ? Last->Next : First).store(New, std::memory_order_release);
  Last = New;
  return true;
}

bool Lane::add(const TraceEvent &E) {
  if (!makeRoom())
    return false;
  const uint32_t Count = Last->Count.load(std::memory_order_relaxed);
  Last->Events[Count] = E;
  Last->Count.store(Count + 1, std::memory_order_release);
  return true;
}

std::atomic<uint64_t> *Lane::wait(const TraceEvent &E) {
  if (!add(E))
    return nullptr;
  WaitEnd = &Last->Ends[Last->Count.load(std::memory_order_relaxed) - 1];
  return WaitEnd;
}

void Lane::endWait(uint64_t Time) {
  if (!WaitEnd)
    return;
  const uint64_t Stored = WaitEnd->load(std::memory_order_relaxed);
  if (Stored == 0 || Stored > Time)
    WaitEnd->store(Time, std::memory_order_relaxed);
  WaitEnd = nullptr;
}
