//===- Backoff.h - waiting without hogging the processor ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every wait of the runtime goes through this: a spin, for a partner that is
// running, then sched_yield, for one that waits for a processor. Waits are
// short: for another thread to set an execution up, or to look at loads. Who
// yields too early gives a time slice of milliseconds to any other program that
// wants the processor, and the team waits for it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_BACKOFF_H
#define USERSCHED_BACKOFF_H

#include "base/Thresholds.h"

#include <thread>

namespace usersched {

class Backoff {
  static constexpr unsigned MostRelaxes = 64; // 1 to 3 us on x86
  unsigned Relaxes = 1;
  uint64_t Since = 0; ///< ticks after the first MostRelaxes; 0: not yet

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
    for (unsigned I = 0; I < Relaxes; ++I)
      relax();
    if (Relaxes < MostRelaxes) {
      Relaxes *= 2;
      return;
    }
    const uint64_t Now = clock::ticks();
    if (Since == 0)
      Since = Now;
    else if (Now - Since > threshold::ticks(threshold::Long))
      std::this_thread::yield();
  }
};

} // namespace usersched

#endif
