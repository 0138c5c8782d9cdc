//===- Statistics.cpp - counts without sharing ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread gets counters at its first count; a guard gives them back at its
// end. A thread that counts even later (a loop in another thread-local object's
// destructor) has counters that nobody gets after it.
//
//===----------------------------------------------------------------------===//
#include "base/Statistics.h"

#include "base/Fork.h"
#include "base/Memory.h"
#include "base/ThreadEnd.h"

#include <cstring>
#include <mutex>
#include <utility>

using namespace usersched;

struct Counters::Registry {
  std::mutex Lock; // guards all below
  Counters *All = nullptr;

  static Singleton<Registry> Only;
  static Registry &get() {
    return Only.get([] {
      return need("the counters of loops", [] {
        auto *New = new Registry;
        surviveForks(ForkOrder::Counters, New->Lock);
        return New;
      });
    });
  }
};

Singleton<Counters::Registry> Counters::Registry::Only;

__thread Counters *Counters::OfThisThread = nullptr;

Counters &Counters::enlist() {
  Registry &R = Registry::get();
  {
    std::lock_guard<std::mutex> Held(R.Lock);
    Counters *Own = R.All;
    while (Own && !Own->IsFree)
      Own = Own->Next;
    if (!Own) {
      Own = need("the counters of a thread", [] { return new Counters; });
      Own->Next = std::exchange(R.All, Own);
    }
    Own->IsFree = false;
    OfThisThread = Own;
  }
  static ThreadEnd FreesCounters([](void *Own) {
    std::lock_guard<std::mutex> Held(Registry::get().Lock);
    static_cast<Counters *>(Own)->IsFree = true;
    OfThisThread = nullptr;
  });
  FreesCounters.arm(OfThisThread); // else no later thread gets them
  return *OfThisThread;
}

usersched_statistics Counters::sum() {
  uint64_t Total[Size] = {};
  Registry &R = Registry::get();
  {
    std::lock_guard<std::mutex> Held(R.Lock);
    for (const Counters *Thread = R.All; Thread; Thread = Thread->Next)
      for (std::size_t I = 0; I < Size; ++I)
        Total[I] += Thread->get(I);
  }
  usersched_statistics Result;
  static_assert(sizeof Result == sizeof Total, "one member per Count");
  std::memcpy(&Result, Total, sizeof Result);
  return Result;
}
