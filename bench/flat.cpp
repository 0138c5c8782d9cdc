//===- flat.cpp - what a schedule costs where it is not needed
//--------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1792^2 iterations of ten integer additions. Its load is a constant, for which
// usersched needs no inspection.
//
//===----------------------------------------------------------------------===//
#include "benchmarks.h"

namespace bench {
namespace {

template <class Index>
void measure_flat(const char *bits, const Options &options,
                  std::vector<Row> &all) {
  const Index n = options.quick ? 1792 * 16 : 1792 * 1792;
  std::vector<int> chunks = {1, 4, 16, 64, 256, 1024};
  if (options.quick)
    chunks = {16, 1024};
  const auto row = [&](Schedule schedule, const std::string &input) {
    const int threads = options.threads;
    return Row{"flat", input, schedule.name(), threads, [=] {
                 return run_loop<Index>(schedule, threads, n, FlatLoad(),
                                        [](Index, std::uint64_t &sum)
                                            __attribute__((always_inline)) {
                                              add(sum, 10);
                                            }) ==
                        10 * static_cast<std::uint64_t>(n);
               }};
  };
  for (int chunk : chunks) {
    // The first two are what all others are compared with.
    const std::string input =
        std::string(bits) + ", chunk " + std::to_string(chunk);
    std::vector<Row> rows = {row({Kind::Static, 1}, input),
                             row({Kind::Static, 0}, input)};
    for (Kind kind : {Kind::Static, Kind::Dynamic, Kind::Guided,
                      Kind::StaticSteal, Kind::Usersched, Kind::UserschedProf,
                      Kind::UserschedNoSteal, Kind::UserschedProfNoSteal})
      if (kind != Kind::Static || chunk != 1)
        rows.push_back(row({kind, chunk}, input));
    measure(rows, options);
    print("flat loop, " + input + ", relative to static,1", rows, 0);
    print("the same relative to static", rows, 1);
    all.insert(all.end(), rows.begin(), rows.end());
  }
}

} // namespace

std::vector<Row> flat(const Options &options) {
  std::vector<Row> rows;
  measure_flat<std::int32_t>("32 bits", options, rows);
  measure_flat<std::int64_t>("64 bits", options, rows);
  return rows;
}

} // namespace bench
