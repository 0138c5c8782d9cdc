//===- TryLock.h - a lock that nobody has to wait for ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Held until unlock() or the end of the scope, if at all.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TRY_LOCK_H
#define USERSCHED_TRY_LOCK_H

#include <atomic>

namespace usersched {

class TryLock {
  std::atomic<bool> &Locked;
  bool Holds = false;

public:
  explicit TryLock(std::atomic<bool> &Locked) : Locked(Locked) {}
  ~TryLock() {
    if (Holds)
      unlock();
  }
  /// Returns whether the lock is held now.
  bool tryLock() {
    Holds = !Locked.load(std::memory_order_relaxed) &&
            !Locked.exchange(true, std::memory_order_acquire);
    return Holds;
  }
  /// Called only if the lock is held.
  void unlock() {
    Holds = false;
    Locked.store(false, std::memory_order_release);
  }
};

} // namespace usersched

#endif
