//===- short_loops.cpp - loops that are over at once ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many executions within one parallel region, so that what is measured is the
// loop and its barrier, not the start of a region. And many regions with one
// loop each, with and without `nowait`: what a program does that has no more
// than one short loop at a time.
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

std::uint64_t run_regions(Kind kind, int executions, int threads, int n) {
  std::uint64_t total = 0;
  for (int e = 0; e < executions; ++e) {
    std::uint64_t sum = 0;
    switch (kind) {
    case Kind::Static:
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(static)
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    case Kind::UserschedProf:
#pragma ompx usersched(load : 1)
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    case Kind::UserschedProfNoSteal:
#pragma ompx usersched(load : 1, steal : off)
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    default:
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(monotonic : dynamic, 16)
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    }
    total += sum;
  }
  return total;
}

std::uint64_t run_nowait(Kind kind, int executions, int threads, int n) {
  std::uint64_t total = 0;
  for (int e = 0; e < executions; ++e) {
    std::uint64_t sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    switch (kind) {
    case Kind::Static:
#pragma omp for schedule(static) nowait
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    case Kind::UserschedProf:
#pragma ompx usersched(load : 1)
#pragma omp for nowait
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    case Kind::UserschedProfNoSteal:
#pragma ompx usersched(load : 1, steal : off)
#pragma omp for nowait
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    default:
#pragma omp for schedule(monotonic : dynamic, 16) nowait
      for (int i = 0; i < n; ++i)
        add(sum, 1);
      break;
    }
    total += sum;
  }
  return total;
}

struct Form {
  const char *title;
  std::uint64_t (*run)(Kind kind, int executions, int threads, int n);
  std::vector<int> sizes;
};

} // namespace

std::vector<Row> short_loops(const Options &options) {
  const int threads = options.threads;
  const int executions = options.quick ? 10 : 200;
  const Form forms[] = {
      {"loop of %d iterations within a region", run_many, {64, 1024, 65536}},
      {"region of one loop of %d iterations", run_regions, {64, 512}},
      {"region of one loop of %d iterations, nowait", run_nowait, {64, 512}}};
  std::vector<Row> all;
  for (const Form &form : forms)
    for (int n : form.sizes) {
      std::string title = form.title;
      title.replace(title.find("%d"), 2, std::to_string(n));
      std::vector<Row> rows;
      for (Schedule schedule :
           {Schedule{Kind::Static}, Schedule{Kind::Dynamic, 16},
            Schedule{Kind::UserschedProf},
            Schedule{Kind::UserschedProfNoSteal}})
        rows.push_back(
            {"short", title, schedule.name(), threads, [=] {
               return form.run(schedule.kind, executions, threads, n) ==
                      std::uint64_t(executions) * static_cast<std::uint64_t>(n);
             }});
      measure(rows, options);
      for (Row &row : rows)
        for (double &seconds : row.seconds)
          seconds /= executions;
      print(title, rows, 0);
      all.insert(all.end(), rows.begin(), rows.end());
    }
  return all;
}

} // namespace bench
