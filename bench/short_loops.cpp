//===- short_loops.cpp - loops that are over at once
//------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many executions within one parallel region, so that what is measured is the
// loop and its barrier, not the start of a region.
//
//===----------------------------------------------------------------------===//
#include "benchmarks.h"

namespace bench {
namespace {

std::uint64_t run_many(Kind kind, int executions, int threads, int n) {
  std::uint64_t total = 0;
#pragma omp parallel num_threads(threads) reduction(+ : total)
  for (int e = 0; e < executions; ++e) {
    std::uint64_t sum = 0;
    switch (kind) {
    case Kind::Static:
#pragma omp for schedule(static)
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    case Kind::UserschedProf:
#pragma ompx usersched(load : 1)
#pragma omp for
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    case Kind::UserschedProfNoSteal:
#pragma ompx usersched(load : 1, steal : off)
#pragma omp for
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    default:
#pragma omp for schedule(monotonic : dynamic, 16)
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    }
    total += sum;
  }
  return total;
}

} // namespace

std::vector<Row> short_loops(const Options &options) {
  const int threads = options.threads;
  const int executions = options.quick ? 10 : 200;
  std::vector<Row> all;
  for (int n : {64, 1024, 65536}) {
    std::vector<Row> rows;
    for (Schedule schedule :
         {Schedule{Kind::Static}, Schedule{Kind::Dynamic, 16},
          Schedule{Kind::UserschedProf}, Schedule{Kind::UserschedProfNoSteal}})
      rows.push_back({"short", std::to_string(n) + " iterations",
                      schedule.name(), threads, [=] {
                        return run_many(schedule.kind, executions, threads,
                                        n) == std::uint64_t(executions) *
                                                  static_cast<std::uint64_t>(n);
                      }});
    measure(rows, options);
    for (Row &row : rows)
      for (double &seconds : row.seconds)
        seconds /= executions;
    print("loop of " + std::to_string(n) + " iterations within a region", rows,
          0);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

} // namespace bench
