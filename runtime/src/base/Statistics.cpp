//===- Statistics.cpp - counts without sharing ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread's counters enter the registry at its first count. At the thread's
// end a guard adds them to the sum of ended threads. A thread that counts even
// later (a loop in another thread-local object's destructor) gets counters that
// stay.
//
//===----------------------------------------------------------------------===//
#include "base/Statistics.h"

#include "base/Fork.h"
#include "base/Memory.h"

#include <cstring>
#include <mutex>
#include <set>

using namespace usersched;

namespace {

struct Registry {
  std::mutex Lock;
  std::set<Counters *> Living;
  uint64_t Ended[Counters::Size] = {};
};

/// Never destroyed: threads may end after static objects have.
Registry &registry() {
  static Registry *R = need("the counters of loops", [] {
    surviveForks(ForkOrder::Counters,
                 {[] { registry().Lock.lock(); },
                  [] { registry().Lock.unlock(); }, nullptr});
    return new Registry;
  });
  return *R;
}

thread_local bool IsGuarded = false;

} // namespace

__thread Counters *Counters::OfThisThread = nullptr;

/// Of the thread that ends.
struct Counters::Guard {
  ~Guard() {
    Registry &R = registry();
    std::lock_guard<std::mutex> Held(R.Lock);
    for (std::size_t I = 0; I < Size; ++I)
      R.Ended[I] += OfThisThread->get(I);
    R.Living.erase(OfThisThread);
    delete OfThisThread;
    OfThisThread = nullptr;
  }
  void arm() {}
};

Counters &Counters::enlist() {
  need("the counters of a thread", [] {
    OfThisThread = new Counters;
    Registry &R = registry();
    std::lock_guard<std::mutex> Held(R.Lock);
    R.Living.insert(OfThisThread);
  });
  if (!IsGuarded) {
    IsGuarded = true;
    thread_local Guard AtThreadEnd;
    AtThreadEnd.arm();
  }
  return *OfThisThread;
}

usersched_statistics Counters::sum() {
  uint64_t Total[Size];
  Registry &R = registry();
  {
    std::lock_guard<std::mutex> Held(R.Lock);
    std::memcpy(Total, R.Ended, sizeof Total);
    for (const Counters *Thread : R.Living)
      for (std::size_t I = 0; I < Size; ++I)
        Total[I] += Thread->get(I);
  }
  usersched_statistics Result;
  static_assert(sizeof Result == sizeof Total, "one member per Count");
  std::memcpy(&Result, Total, sizeof Result);
  return Result;
}
