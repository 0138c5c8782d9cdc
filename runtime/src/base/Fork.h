//===- Fork.h - the library in the child of a fork ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child may go on using the library without exec, if the fork was between
// parallel regions of the forking thread: usersched.h says what else there is.
//
// The child has only the thread that forked. If another one was inside one of
// our locks, nobody would ever leave it there. So whoever has a lock says so
// here, and the forking thread holds all of them while it forks. The same holds
// for the lock that C++ puts around a static variable of a function, so objects
// that are made at their first use are Singletons. What other threads had in
// use, such as their teams, stays in use for ever in the child.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_FORK_H
#define USERSCHED_FORK_H

#include <atomic>
#include <mutex>

namespace usersched {

/// The locks, in the order in which threads take them: who publishes a plan may
/// count. A thread that has one of them may make a Singleton.
enum class ForkOrder {
  Schedules,
  Plans,
  Counters,
  Teams,
  BlockValues,
  Recorder
};

/// From now on a thread that forks holds Lock meanwhile, and calls InChild in
/// the child, which has no other thread, if that is not null. Once for each
/// Place. Thread-safe.
void surviveForks(ForkOrder Place, std::mutex &Lock,
                  void (*InChild)() = nullptr);

/// Keeps other threads from making a Singleton, and from forking.
class FirstUse {
public:
  FirstUse();
  ~FirstUse();
  FirstUse(const FirstUse &) = delete;
  FirstUse &operator=(const FirstUse &) = delete;
};

/// A T that is made at its first use, and never destroyed: threads may end
/// after static objects have. A static variable, which is constant at first.
template <typename T> class Singleton {
  std::atomic<T *> Made{nullptr};

public:
  /// Returns the object, or null if there is none yet. Thread-safe.
  T *known() const { return Made.load(std::memory_order_acquire); }
  /// Returns the object, which Make, called once, has returned a pointer to.
  /// Make calls nothing of the program but operator new. Thread-safe.
  template <typename Function> T &get(Function Make) {
    T *Object = known();
    if (!Object) {
      const FirstUse Mine;
      Object = Made.load(std::memory_order_relaxed);
      if (!Object)
        Made.store(Object = Make(), std::memory_order_release);
    }
    return *Object;
  }
};

} // namespace usersched

#endif
