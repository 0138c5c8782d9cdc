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

#include <mutex>
#include <pthread.h>

using namespace usersched;

namespace {

constexpr int Places = 4;
ForkHandlers Handlers[Places] = {};
/// Guards Handlers; held during a fork, so that no lock is added then.
std::mutex Adding;

void holdAll() {
  Adding.lock();
  for (const ForkHandlers &One : Handlers)
    if (One.Lock)
      One.Lock();
}

void releaseAll() {
  for (int I = Places - 1; I >= 0; --I)
    if (Handlers[I].Unlock)
      Handlers[I].Unlock();
  Adding.unlock();
}

void beginChild() {
  for (const ForkHandlers &One : Handlers)
    if (One.InChild)
      One.InChild();
  releaseAll();
}

} // namespace

void usersched::surviveForks(ForkOrder Place, const ForkHandlers &Added) {
  std::lock_guard<std::mutex> Held(Adding);
  Handlers[static_cast<int>(Place)] = Added;
  static const int Registered = pthread_atfork(holdAll, releaseAll, beginChild);
  (void)Registered;
}
