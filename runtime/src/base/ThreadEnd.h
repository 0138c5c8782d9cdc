//===- ThreadEnd.h - what is done when a thread ends ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not the destructor of a thread_local object: to register one, the C++ runtime
// takes the lock that dlopen() holds while a library's constructors run. If
// such a constructor executes a loop, its other threads would wait for the
// thread that opens the library, and that thread for them.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_THREAD_END_H
#define USERSCHED_THREAD_END_H

#include <pthread.h>

#include <atomic>

namespace usersched {

/// Calls a function at the end of each thread that has armed it. An object with
/// static storage; after its destruction, which may be the unloading of the
/// library, it does nothing.
class ThreadEnd {
  pthread_key_t Key;
  std::atomic<bool> HasKey;

public:
  /// Do is called in the thread that ends, after the destructors of the
  /// thread's own objects, with the pointer that the thread has given.
  explicit ThreadEnd(void (*Do)(void *))
      : HasKey(pthread_key_create(&Key, Do) == 0) {}
  ThreadEnd(const ThreadEnd &) = delete;
  ThreadEnd &operator=(const ThreadEnd &) = delete;
  ~ThreadEnd() {
    if (HasKey.exchange(false))
      pthread_key_delete(Key);
  }

  /// Calls Do(Given) once, when the calling thread ends. If Do has been called
  /// already, because the thread executes a loop while it ends, it is called
  /// again, but the system does that a few times only. Given is not null.
  /// Returns false if Do will not be called: the process has no key or no
  /// memory left for it. Any thread.
  bool arm(void *Given) {
    return HasKey.load(std::memory_order_relaxed) &&
           pthread_setspecific(Key, Given) == 0;
  }
};

} // namespace usersched

#endif
