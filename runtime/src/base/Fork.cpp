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

#include <pthread.h>
#include <utility>

using namespace usersched;

namespace {

constexpr int Places = static_cast<int>(ForkOrder::Recorder) + 1;
struct {
  std::atomic<std::mutex *> Lock;
  std::atomic<void (*)()> InChild;
} Survivors[Places] = {};
/// Which of the locks the thread holds, while it forks.
__thread bool IsHeld[Places] = {};

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

// The system calls what prepares a fork in the reverse order in which it was
// registered. So the locks are registered at the first use: a program that has
// a lock of its own in operator new most often has registered that before, and
// a thread with one of our locks may allocate. Making is registered when the
// library is loaded: a fork may meet the first use.

void holdLocks() {
  for (int Place = 0; Place < Places; ++Place)
    if (std::mutex *Lock =
            Survivors[Place].Lock.load(std::memory_order_acquire)) {
      Lock->lock();
      IsHeld[Place] = true;
    }
}

void releaseLocks() {
  for (int Place = 0; Place < Places; ++Place)
    if (std::exchange(IsHeld[Place], false))
      Survivors[Place].Lock.load(std::memory_order_relaxed)->unlock();
}

void beginChild() {
  for (const auto &One : Survivors)
    if (auto *InChild = One.InChild.load(std::memory_order_relaxed))
      InChild();
}

bool areAllHeld() {
  for (int Place = 0; Place < Places; ++Place)
    if (!IsHeld[Place] && Survivors[Place].Lock.load(std::memory_order_acquire))
      return false;
  return true;
}

/// Called after holdLocks(), if that was registered when the fork began.
void holdMaking() {
  for (beginMaking(); !areAllHeld(); beginMaking()) {
    // A lock was added meanwhile.
    endMaking();
    releaseLocks();
    holdLocks();
  }
}

/// In the parent and in the child, there before beginChild(). Releases the
/// locks here, as holdMaking() may have taken them alone.
void releaseAll() {
  endMaking();
  releaseLocks();
}

/// Early: a static object of the program may fork.
__attribute__((constructor(101))) void registerMaking() {
  pthread_atfork(holdMaking, releaseAll, releaseAll);
}

} // namespace

FirstUse::FirstUse() {
  // Not while Making is held: libraries before glibc 2.36 run the functions
  // above with a lock that this takes.
  static std::atomic<bool> IsRegistered{false};
  if (!IsRegistered.exchange(true))
    pthread_atfork(holdLocks, nullptr, beginChild);
  beginMaking();
}
FirstUse::~FirstUse() { endMaking(); }

void usersched::surviveForks(ForkOrder Place, std::mutex &Lock,
                             void (*InChild)()) {
  const FirstUse Mine;
  auto &One = Survivors[static_cast<int>(Place)];
  One.InChild.store(InChild, std::memory_order_relaxed);
  One.Lock.store(&Lock, std::memory_order_release);
}
