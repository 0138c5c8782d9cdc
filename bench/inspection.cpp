//===- inspection.cpp - what the first execution pays
//-----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of 10^7 iterations that do next to nothing, with a load read from an
// array: what its first execution takes longer than later ones is inspection.
//
//===----------------------------------------------------------------------===//
#include "base/statistics.h"
#include "benchmarks.h"

#include <cstdio>
#include <memory>
#include <usersched.h>

namespace bench {
namespace {

std::uint64_t plain_sum(const std::vector<int> &array, int threads) {
  std::uint64_t sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(static)
  for (std::size_t i = 0; i < array.size(); ++i)
    sum += static_cast<std::uint64_t>(array[i]);
  return sum;
}

bool run_usersched(const std::vector<int> &array, int threads) {
  const int *load = array.data();
  return run_loop<std::int64_t>(
             {Kind::UserschedProf}, threads,
             static_cast<std::int64_t>(array.size()),
             [=](std::int64_t i) { return load[i]; },
             [](std::int64_t, std::uint64_t &sum)
                 __attribute__((always_inline)) { ++sum; }) == array.size();
}

} // namespace

std::vector<Row> inspection(const Options &options) {
  const std::size_t n = options.quick ? 100000 : 10000000;
  const auto array = std::make_shared<std::vector<int>>(n);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < n; ++i)
    total += static_cast<std::uint64_t>(
        (*array)[i] = static_cast<int>(i * 2654435761u % 1000));
  const std::string input = std::to_string(n) + " iterations";
  const int threads = options.threads;
  const auto run = [=] { return run_usersched(*array, threads); };
  std::vector<Row> rows = {
      {"inspection", input, "parallel sum", threads,
       [=] { return plain_sum(*array, threads) == total; }},
      {"inspection", input, "usersched(prof)", threads, run,
       [] { usersched_reset(); }, true},
      {"inspection", input, "usersched(prof)", threads, run}};
  // The last row's plan is lost to the reset of the one before; three or more
  // executions follow, of which the median counts.
  measure(rows, options);
  print("first execution, " + input, rows, 0);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < rows[0].seconds.size(); ++i)
    ratios.push_back((rows[1].seconds[i] - rows[2].seconds[i]) /
                     rows[0].seconds[i]);
  const gap::Spread ratio = gap::spread(ratios);
  std::printf("inspection (first execution less a later one) over the sum: "
              "%.2f (%.2f to %.2f)\n\n",
              ratio.median, ratio.min, ratio.max);
  return rows;
}

} // namespace bench
