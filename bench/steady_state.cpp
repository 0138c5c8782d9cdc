//===- steady_state.cpp - executions whose instructions are counted -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Run by count_instructions.py under callgrind, which counts what the library's
// entry points execute from one call of dump_counts() to the next: what an
// execution in steady state costs. Compiled without the plugin: it calls the
// library as compiled loops do.
//
// The threads take turns at every call, so all have their groups under way at
// the same time, nothing is stolen, and the counts do not depend on how the
// system runs the threads. How long iterations take is set: "long" ones make
// groups from which stealing would be worth it, "short" ones do not, and
// "lasting" ones make groups that are handed out in ever shorter pieces.
//
// usage: steady_state lasting|long|short region|nowait|level|loop|first on|off
//                     THREADS ITERATIONS EXECUTIONS [LOOPS [BEFORE]]
// region: each execution has a parallel region of its own; nowait: and no
// barrier at its end; level: and another trip count than the last one, up to
// ITERATIONS; loop: all are in one; first: as loop, but with new data, so that
// the loop is inspected. on, off: stealing. LOOPS loops (1 unless given) are
// executed in turn, each as often: in the same region with loop and first, all
// in each region with the others. Each thread calls dump_counts() after BEFORE
// executions (none unless given) and after EXECUTIONS, which one more follows.
//
//===----------------------------------------------------------------------===//
#include "virtual_clock.h"

#include "usersched_abi.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <omp.h>
#include <vector>

extern "C" {
int32_t __kmpc_global_thread_num(void *);

/// callgrind does not count what the loop's own functions execute.
static void inspect(uint64_t begin, uint64_t end, uint64_t *assigned_start,
                    uint64_t *assigned_end, void *data) {
  auto *inspection = static_cast<usersched_inspection *>(data);
  *assigned_start = begin;
  *assigned_end = begin + std::min(end - begin, inspection->threshold.integer);
  inspection->load.integer = *assigned_end - begin;
}

static int32_t subspace(int32_t, void *) { return omp_get_thread_num(); }

/// callgrind writes down what it has counted of the thread that calls this, and
/// counts the thread anew.
__attribute__((noinline)) void dump_counts() { asm volatile(""); }
}

namespace {

/// Each thread's turn comes in the order of their numbers. Who waits sleeps:
/// under callgrind, one thread runs at a time.
class Turns {
  std::mutex mutex_;
  std::condition_variable changed_;
  int next_ = 0;
  const int threads_;

public:
  explicit Turns(int threads) : threads_(threads) {}

  template <class Function> void take(int thread, const Function &function) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return next_ == thread; });
    function();
    next_ = thread + 1 == threads_ ? 0 : thread + 1;
    changed_.notify_all();
  }
};

struct Shared {
  std::vector<usersched_loop> loops;
  int32_t iterations;
  uint64_t microseconds; ///< from one turn of a thread to the next
  Turns turns;
  std::atomic<int> busy{0};       ///< threads that get iterations
  bool all_done = false;          ///< when thread 0 last took its turn
  std::atomic<int64_t> ran{0};    ///< iterations
  std::atomic<int64_t> pieces{0}; ///< that threads got at once

  Shared(int threads, int32_t iterations, uint64_t microseconds, int loops)
      : loops(static_cast<std::size_t>(loops)), iterations(iterations),
        microseconds(microseconds), turns(threads) {}
};

/// A thread in the loop; each function is one call from compiled code.
class Member {
  Shared &shared_;
  usersched_loop &loop_;
  usersched_frame &frame_;
  const int32_t thread_ = __kmpc_global_thread_num(nullptr);

public:
  Member(Shared &shared, usersched_loop &loop, usersched_frame &frame)
      : shared_(shared), loop_(loop), frame_(frame) {}

  void enter(usersched_team *team, uint64_t data, int32_t iterations) {
    frame_.data = data;
    __usersched_loop_init_4(nullptr, thread_, &frame_, &loop_, team, 0,
                            iterations - 1);
  }
  bool next() {
    int32_t last = 0;
    const usersched_range range = __usersched_loop_next(&frame_, &last);
    if (range.count == 0)
      return false;
    shared_.ran += static_cast<int64_t>(range.count);
    ++shared_.pieces;
    return true;
  }
  void leave() { __usersched_loop_deinit(&frame_); }
};

void execute(Shared &shared, usersched_loop &loop, usersched_team *team,
             uint64_t data, int32_t iterations, usersched_frame &frame,
             bool is_border) {
  const int me = omp_get_thread_num();
  Member member(shared, loop, frame);
  shared.turns.take(me, [&] {
    if (is_border)
      dump_counts();
    ++shared.busy;
    member.enter(team, data, iterations);
  });
  bool is_busy = true, all_done = false;
  // All go on taking turns until none gets anything.
  while (!all_done)
    shared.turns.take(me, [&] {
      if (me == 0) {
        shared.all_done = shared.busy == 0;
        advance_clock(shared.microseconds);
      }
      all_done = shared.all_done;
      if (is_busy && !member.next()) {
        is_busy = false;
        --shared.busy;
      }
    });
  shared.turns.take(me, [&] { member.leave(); });
}

int microseconds_per_step(const char *length) {
  if (std::strcmp(length, "lasting") == 0)
    return 50;
  return std::strcmp(length, "long") == 0 ? 6 : 1;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 7 || argc > 9) {
    std::fprintf(stderr,
                 "usage: %s lasting|long|short region|nowait|level|loop|first "
                 "on|off THREADS ITERATIONS EXECUTIONS [LOOPS [BEFORE]]\n",
                 argv[0]);
    return 2;
  }
  const bool are_levels = std::strcmp(argv[2], "level") == 0;
  const bool has_barrier = std::strcmp(argv[2], "nowait") != 0;
  const bool in_regions =
      are_levels || !has_barrier || std::strcmp(argv[2], "region") == 0;
  const bool is_first = std::strcmp(argv[2], "first") == 0;
  const int threads = std::atoi(argv[4]);
  const int last = std::atoi(argv[6]), executions = last + 1;

  omp_set_dynamic(0);
  const int loops = argc > 7 ? std::atoi(argv[7]) : 1;
  const int before = argc > 8 ? std::atoi(argv[8]) : 0;
  Shared shared(threads, std::atoi(argv[5]), microseconds_per_step(argv[1]),
                loops);
  for (usersched_loop &loop : shared.loops) {
    loop.abi_version = USERSCHED_ABI_VERSION;
    loop.flags = USERSCHED_SUBSPACE_IS_THREAD |
                 (has_barrier ? 0u : USERSCHED_NOWAIT) |
                 (std::strcmp(argv[3], "off") == 0 ? USERSCHED_NO_STEAL : 0u);
    loop.file = argv[0];
    loop.inspect = inspect;
    loop.subspace = subspace;
  }

  int64_t expected = 0;
  if (in_regions) {
    for (int i = 0; i < executions; ++i) {
      // Up to so many: one of 37 counts, hardly ever that of the last one.
      const int32_t iterations =
          are_levels ? shared.iterations - i * 23 % 37 : shared.iterations;
      expected += int64_t(iterations) * loops;
      usersched_team *team = __usersched_team_begin();
#pragma omp parallel num_threads(threads)
      {
        alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame frame = {};
        frame.thread = static_cast<uint64_t>(omp_get_thread_num());
        for (usersched_loop &loop : shared.loops)
          execute(shared, loop, team, 0, iterations, frame,
                  (i == before || i == last) && &loop == &shared.loops[0]);
      }
      __usersched_team_end(team);
    }
  } else {
    expected = int64_t(shared.iterations) * executions * loops;
    usersched_team *team = __usersched_team_begin();
#pragma omp parallel num_threads(threads)
    {
      alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame frame = {};
      frame.thread = static_cast<uint64_t>(omp_get_thread_num());
      for (int i = 0; i < executions; ++i)
        for (usersched_loop &loop : shared.loops)
          execute(shared, loop, team, is_first ? i : 0, shared.iterations,
                  frame,
                  (i == before || i == last) && &loop == &shared.loops[0]);
    }
    __usersched_team_end(team);
  }
  if (shared.ran != expected) {
    std::fprintf(stderr, "%lld iterations ran instead of %lld\n",
                 static_cast<long long>(shared.ran),
                 static_cast<long long>(expected));
    return 1;
  }
  std::printf("%.2f\n", double(shared.pieces) / executions / threads);
}
