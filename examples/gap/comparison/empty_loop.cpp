//===- empty_loop.cpp - the time that libomp takes for an empty loop ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "comparison/empty_loop.h"

#include <algorithm>
#include <limits>
#include <omp.h>

namespace gap {

double empty_loop_seconds() {
  constexpr int times = 2000, repetitions = 9;
  double least = std::numeric_limits<double>::infinity();
  volatile int done = 0;
  for (int r = 0; r < repetitions; ++r) {
    const double start = omp_get_wtime();
    for (int t = 0; t < times; ++t) {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < 1; ++i)
        done = t;
    }
    least = std::min(least, (omp_get_wtime() - start) / times);
  }
  return least;
}

} // namespace gap
