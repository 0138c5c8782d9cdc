//===- benchmarks.h - the benchmarks of the engine
//--------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each prints tables and returns the rows that it measured.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_BENCHMARKS_H
#define BENCH_BENCHMARKS_H

#include "runner.h"

namespace bench {

/// Figure 7 of ICPP 2019: a loop whose iterations cost the same, cut into
/// chunks of 1 to 1024 iterations, with 32- and 64-bit loop variables.
std::vector<Row> flat(const Options &options);

/// Loops of 64, 1024 and 65536 iterations with next to nothing to do.
std::vector<Row> short_loops(const Options &options);

/// Loops whose load is known and uneven, against every baseline with its best
/// chunk.
std::vector<Row> skewed(const Options &options);

/// What a first execution pays for its inspection, against a plain parallel sum
/// over the array of loads.
std::vector<Row> inspection(const Options &options);

/// 16 threads, however few processors there are.
std::vector<Row> oversubscribed(const Options &options);

/// The queue of ICPP 2019, 4.3.2, against the one that the runtime uses.
std::vector<Row> deques(const Options &options);

/// Loops that are hard to schedule: short, another each time, told a wrong
/// load.
std::vector<Row> hard(const Options &options);

} // namespace bench
#endif
