//===- loop_log.h - what executions of a loop did and took ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is always timed. Only with a trace does it also note who did what, and
// then a second copy of its code runs: the one that is timed has no trace of
// tracing.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_LOOP_LOG_H
#define MINIMD_LOOP_LOG_H

#include "schedules/thread_loads.h"

#include <omp.h>
#include <vector>

namespace minimd {

/// Iterations that a thread ran one after the other.
struct Segment {
  int first = 0, last = -1;
  double begin = 0, end = 0; ///< by omp_get_wtime()
  std::int64_t load = 0;
};

/// One execution of a loop.
struct Execution {
  double begin = 0, end = 0;
  std::vector<std::vector<Segment>> threads;
};

/// Of each execution, per thread: loads, iterations, and when it was done.
gap::ThreadLoads thread_loads(const Execution &execution);

class Trace {
  struct alignas(64) Thread {
    std::vector<Segment> segments;
  };
  std::vector<Thread> threads_{std::vector<Thread>(omp_get_max_threads())};
  std::vector<Execution> executions_;

public:
  void begin_execution();
  void end_execution();
  const std::vector<Execution> &executions() const { return executions_; }

  /// Around each iteration, by the thread that runs it.
  void enter(int i) {
    std::vector<Segment> &segments = threads_[omp_get_thread_num()].segments;
    if (segments.empty() || segments.back().last + 1 != i) {
      Segment next;
      next.first = i;
      next.begin = omp_get_wtime();
      segments.push_back(next);
    }
  }
  void leave(int i, int load) {
    Segment &segment = threads_[omp_get_thread_num()].segments.back();
    segment.last = i;
    segment.load += load;
    segment.end = omp_get_wtime();
  }
};

struct LoopLog {
  std::vector<double> seconds; ///< of each execution
  Trace *trace = nullptr;
};

} // namespace minimd
#endif
