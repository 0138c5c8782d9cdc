//===- options.cpp - the command line of every kernel ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The short options are those of the GAP benchmark suite. Wrong usage has the
// exit status of every other error, 1.
//
//===----------------------------------------------------------------------===//
#include "benchmark.h"
#include "error.h"

#include <CLI/CLI.hpp>
#include <omp.h>

namespace gap {
namespace {

void add_options(CLI::App &app, BenchmarkOptions &o) {
  add_graph_options(app, o);
  app.add_option("-n,--trials", o.num_trials, "Number of runs")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_flag("-v,--verify", o.verify, "Verify each run's result");
  app.add_option("--threads", o.num_threads, "Number of threads")
      ->check(CLI::Range(1, 4096));
  auto *schedule = app.add_option_function<std::string>(
      "--schedule",
      [&o](const std::string &s) { o.schedule = parse_schedule(s); },
      "static, dynamic (monotonic), guided, static_steal or usersched (the "
      "default), and then ,CHUNK if wanted");
  auto *compare =
      app.add_flag("--compare", o.compare,
                   "Tune the schedules, measure them interleaved, and print a "
                   "table");
  compare->excludes(schedule);
  app.add_option("--rounds", o.rounds, "Measuring rounds of --compare")
      ->check(CLI::Range(1, 1000))
      ->needs(compare)
      ->capture_default_str();
  app.add_option("--sample", o.sample_ms,
                 "Milliseconds of the loop in each round of --compare")
      ->check(CLI::Range(1, 100000))
      ->needs(compare)
      ->capture_default_str();
  app.add_option("--json", o.json, "Write the results to this file, too");
}

} // namespace

bool parse_options(CLI::App &app, int argc, char **argv,
                   BenchmarkOptions &options, int &status) {
  add_options(app, options);
  status = 0;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &e) { // --help
    app.exit(e);
    return false;
  } catch (const CLI::ParseError &e) {
    throw InputError(std::string("wrong usage: ") + e.what() +
                     "; --help lists the options");
  }
  if (options.num_threads)
    omp_set_num_threads(options.num_threads);
  return true;
}

} // namespace gap
