//===- loop_log.cpp - what executions of a loop did and took --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments are kept per thread while the loop runs and handed over afterwards.
//
//===----------------------------------------------------------------------===//
#include "loop_log.h"

#include <utility>

namespace minimd {

void Trace::begin_execution() {
  executions_.emplace_back();
  executions_.back().begin = omp_get_wtime();
}

void Trace::end_execution() {
  Execution &execution = executions_.back();
  execution.end = omp_get_wtime();
  for (Thread &thread : threads_)
    execution.threads.push_back(std::exchange(thread.segments, {}));
}

gap::ThreadLoads thread_loads(const Execution &execution) {
  gap::ThreadLoads result;
  for (const std::vector<Segment> &segments : execution.threads) {
    std::int64_t load = 0, iterations = 0;
    for (const Segment &segment : segments) {
      load += segment.load;
      iterations += segment.last - segment.first + 1;
    }
    result.load.push_back(load);
    result.iterations.push_back(iterations);
    result.seconds.push_back(
        segments.empty() ? 0 : segments.back().end - execution.begin);
  }
  return result;
}

} // namespace minimd
