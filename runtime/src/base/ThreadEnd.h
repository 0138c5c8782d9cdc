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
// thread that opens the library, and that thread for them. Such destructors
// also keep their library from being unloaded; entry/AtExit.cpp does that, too.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_THREAD_END_H
#define USERSCHED_THREAD_END_H

#include "base/Fork.h"
#include "base/Memory.h"

#include <pthread.h>

namespace usersched {

/// Calls a function at the end of each thread that has armed it. A static
/// object, which is constant at first and never destroyed.
class ThreadEnd {
  struct Key {
    pthread_key_t Number;
    bool Exists;
  };
  void (*const Do)(void *);
  Singleton<const Key> Made;

public:
  /// Do is called in the thread that ends, after the destructors of the
  /// thread's own objects, with the pointer that the thread has given.
  constexpr explicit ThreadEnd(void (*Do)(void *)) : Do(Do) {}

  /// Calls Do(Given) once, when the calling thread ends. If Do has been called
  /// already, because the thread executes a loop while it ends, it is called
  /// again, but the system does that a few times only. Given is not null.
  /// Returns false if Do will not be called: the process has no key or no
  /// memory left for it. Any thread.
  bool arm(void *Given) {
    const Key &Own = Made.get([this] {
      return need("the ends of threads", [this] {
        auto *New = new Key;
        New->Exists = pthread_key_create(&New->Number, Do) == 0;
        return New;
      });
    });
    return Own.Exists && pthread_setspecific(Own.Number, Given) == 0;
  }
};

} // namespace usersched

#endif
