//===- benchmark.h - the command line and main loop of every kernel -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's main() calls kernel_main(), or takes the same steps itself: makes
// a CommandLine, adds its own options, hands it to parse_options(), loads the
// graph and calls run_benchmark(). Whatever goes wrong is an InputError.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_BENCHMARK_H
#define GAP_BENCHMARK_H

#include "comparison/kernel.h"
#include "formats/graph_options.h"
#include "schedules/schedule.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gap {

struct BenchmarkOptions : GraphOptions {
  Schedule schedule;
  int num_threads = 0; ///< 0: OpenMP's choice
  int num_trials = 3;
  bool verify = false;
  bool compare = false;            ///< tune the baselines, then compare
  std::vector<Schedule> schedules; ///< compare these, if there are any
  int rounds = 5;
  int sample_ms = 100; ///< of the loop, per schedule and round
  bool no_loads = false;
  std::string json;
  std::string command; ///< as it was called
};

/// Adds the options above to those of `line` and parses the command line.
/// Returns true if the program shall go on; otherwise `status` is its exit
/// status, and help was printed. Throws InputError for wrong usage. Sets
/// OpenMP's number of threads.
bool parse_options(CommandLine &line, int argc, char **argv,
                   BenchmarkOptions &options, int &status);

/// The main() of a kernel that has no output of its own: adds the kernel's own
/// options, parses, loads the graph, makes the kernel and runs it. Returns the
/// exit status; throws InputError.
int kernel_main(
    int argc, char **argv, const std::string &description,
    const std::function<void(CommandLine &)> &add_own_options,
    const std::function<std::unique_ptr<Kernel>(const Graph &)> &make_kernel);

/// Runs the kernel on the graph as the options say, prints the results to
/// stdout and writes the JSON. Returns the exit status: 1 if a verification
/// failed.
int run_benchmark(Kernel &kernel, const Graph &g,
                  const BenchmarkOptions &options);

} // namespace gap
#endif
