//===- Backoff.h - waiting without hogging the processor ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every wait of the runtime goes through this: a few pauses, for a partner that
// is running, then sched_yield, for one that waits for a processor.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_BACKOFF_H
#define USERSCHED_BACKOFF_H

#include "base/Clock.h"

#include <thread>

namespace usersched {

class Backoff {
  static constexpr unsigned MaxDoublings = 6;
  unsigned Doublings = 0;

  static void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
  }

public:
  /// Waits a little, longer from call to call.
  void pause() {
    if constexpr (clock::IsVirtual)
      return clock::pause();
    if (Doublings == MaxDoublings) {
      std::this_thread::yield();
      return;
    }
    for (unsigned I = 0; I < (1u << Doublings); ++I)
      relax();
    ++Doublings;
  }
};

} // namespace usersched

#endif
