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

using namespace usersched;

namespace {

constexpr int Places = 5;
struct {
  std::mutex *Lock;
  void (*InChild)();
} Survivors[Places] = {};
/// Guards Survivors; held during a fork, so that no lock is added then.
std::mutex Adding;

void holdAll() {
  Adding.lock();
  for (const auto &One : Survivors)
    if (One.Lock)
      One.Lock->lock();
}

void releaseAll() {
  for (const auto &One : Survivors)
    if (One.Lock)
      One.Lock->unlock();
  Adding.unlock();
}

void beginChild() {
  for (const auto &One : Survivors)
    if (One.InChild)
      One.InChild();
  releaseAll();
}

} // namespace

void usersched::surviveForks(ForkOrder Place, std::mutex &Lock,
                             void (*InChild)()) {
  std::lock_guard<std::mutex> Held(Adding);
  Survivors[static_cast<int>(Place)] = {&Lock, InChild};
  static const int Registered = pthread_atfork(holdAll, releaseAll, beginChild);
  (void)Registered;
}
