//===- Loaded.cpp - a library with an annotated loop ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its descriptor disappears with it.
//
//===----------------------------------------------------------------------===//
#include "Compiled.h"

#include <cstdlib>

Ident Location;
void fail(const char *) { std::abort(); }

static void inspect(uint64_t Left, uint64_t Right, uint64_t *Start,
                    uint64_t *End, void *Data) {
  auto &Inspection = *static_cast<usersched_inspection *>(Data);
  uint64_t Sum = 0, I = Left;
  while (I < Right && Sum < Inspection.threshold.integer)
    Sum += I++ % 10;
  *Start = Left;
  *End = I;
  Inspection.load.integer = Sum;
}

static int32_t subspace(int32_t, void *) { return 0; }

static usersched_loop Loop = {USERSCHED_ABI_VERSION,
                              0,
                              "loaded.cpp",
                              "count",
                              "i % 10",
                              1,
                              1,
                              inspect,
                              subspace,
                              nullptr,
                              {},
                              nullptr,
                              0,
                              0,
                              nullptr};

/// Returns how many of N iterations ran.
extern "C" __attribute__((visibility("default"))) uint64_t count(uint64_t N,
                                                                 int Threads) {
  std::atomic<uint64_t> Ran{0};
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(Threads)
  {
    alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame Frame = {};
    Frame.thread = static_cast<uint64_t>(omp_get_thread_num());
    const int32_t Thread = __kmpc_global_thread_num(&Location);
    init(Thread, &Frame, &Loop, Team, uint64_t(0), N - 1);
    int32_t Last = 0;
    uint64_t First, Final;
    while (next(&Frame, &Last, &First, &Final))
      Ran += Final - First + 1;
    __usersched_loop_deinit(&Frame);
  }
  __usersched_team_end(Team);
  return Ran;
}
