//===- Fork.cpp - the library in the child of a fork ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The child has only the thread that forked. If another one was inside one of
// our locks, nobody would ever leave it there. So the forking thread holds all
// of them while it forks. What other threads had in use, such as their teams,
// stays in use for ever in the child.
//
//===----------------------------------------------------------------------===//
#include "base/Fork.h"

#include "base/Statistics.h"
#include "record/Recorder.h"
#include "team/TeamPool.h"

#include <pthread.h>

using namespace usersched;

static void holdAll() {
  // In the order in which threads take them: who publishes a plan may count.
  PlanCache::global().lock();
  Counters::lock();
  lockTeamPool();
  if (Recorder *R = Recorder::known())
    R->lock();
}

static void releaseAll() {
  if (Recorder *R = Recorder::known())
    R->unlock();
  unlockTeamPool();
  Counters::unlock();
  PlanCache::global().unlock();
}

static void beginChild() {
  if (Recorder *R = Recorder::known())
    R->forget();
  releaseAll();
}

void usersched::surviveForks() {
  static const int Registered = pthread_atfork(holdAll, releaseAll, beginChild);
  (void)Registered;
}
