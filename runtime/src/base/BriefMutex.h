//===- BriefMutex.h - a mutex that is held for microseconds ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a team come to a new loop at once, and each makes what it
// knows of it. A thread that waits in std::mutex::lock() sleeps, and to wake it
// takes longer than such a lock is held.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_BRIEF_MUTEX_H
#define USERSCHED_BRIEF_MUTEX_H

#include "base/Backoff.h"

#include <mutex>

namespace usersched {

/// A mutex for what takes a few microseconds. A thread that waits for it stays
/// awake.
class BriefMutex : public std::mutex {
public:
  void lock() {
    Backoff Wait;
    while (!try_lock())
      Wait.pause();
  }
};

} // namespace usersched

#endif
