//===- Fork.cpp - the library in the child of a fork ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Fork.h.
//
//===----------------------------------------------------------------------===//
#include "base/Fork.h"

#include <algorithm>
#include <iterator>
#include <pthread.h>
#include <utility>

using namespace usersched;

namespace {

constexpr int Places = 6;
struct {
  std::atomic<std::mutex *> Lock;
  std::atomic<void (*)()> InChild;
  bool IsHeld; // during a fork; who has the lock may change it
} Survivors[Places] = {};
/// Held while a Singleton is made; taken after all other locks. Not a recursive
/// one, which the child could not unlock: its thread has another number.
std::mutex Making;
/// How often the thread has Making: one Singleton may need another.
__thread unsigned TimesMaking = 0;

void beginMaking() {
  if (TimesMaking++ == 0)
    Making.lock();
}
void endMaking() {
  if (--TimesMaking == 0)
    Making.unlock();
}

void releaseAll() {
  endMaking();
  for (auto &One : Survivors)
    if (std::exchange(One.IsHeld, false))
      One.Lock.load(std::memory_order_relaxed)->unlock();
}

bool areAllHeld() {
  return std::all_of(
      std::begin(Survivors), std::end(Survivors), [](const auto &One) {
        return One.IsHeld || !One.Lock.load(std::memory_order_acquire);
      });
}

void holdAll() {
  for (;;) {
    for (auto &One : Survivors)
      if (std::mutex *Lock = One.Lock.load(std::memory_order_acquire)) {
        Lock->lock();
        One.IsHeld = true;
      }
    beginMaking();
    // A lock may have been added meanwhile.
    if (areAllHeld())
      return;
    releaseAll();
  }
}

void beginChild() {
  for (const auto &One : Survivors)
    if (auto *InChild = One.InChild.load(std::memory_order_relaxed))
      InChild();
  releaseAll();
}

/// Registered when the library is loaded: a fork may meet its very first use.
[[maybe_unused]] const int Registered =
    pthread_atfork(holdAll, releaseAll, beginChild);

} // namespace

FirstUse::FirstUse() { beginMaking(); }
FirstUse::~FirstUse() { endMaking(); }

void usersched::surviveForks(ForkOrder Place, std::mutex &Lock,
                             void (*InChild)()) {
  const FirstUse Mine;
  auto &One = Survivors[static_cast<int>(Place)];
  One.InChild.store(InChild, std::memory_order_relaxed);
  One.Lock.store(&Lock, std::memory_order_release);
}
