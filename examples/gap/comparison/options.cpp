//===- options.cpp - the command line of every kernel ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The short options are those of the GAP benchmark suite.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "comparison/benchmark.h"

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
      "static, dynamic (monotonic), guided or static_steal, and then ,CHUNK if "
      "wanted; serial (one thread), usersched (without profile), "
      "usersched_prof (the default) or usersched_nosteal");
  auto *compare =
      app.add_flag("--compare", o.compare,
                   "Tune the schedules, measure them interleaved, and print a "
                   "table");
  compare->excludes(schedule);
  app.add_option_function<std::vector<std::string>>(
         "--schedules",
         [&o](const std::vector<std::string> &list) {
           for (const std::string &s : list)
             o.schedules.push_back(parse_schedule(s));
         },
         "Measure exactly these, interleaved, and print a table")
      ->delimiter(' ')
      ->excludes(schedule)
      ->excludes(compare);
  app.add_option("--rounds", o.rounds,
                 "Measuring rounds of --compare and --schedules")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--sample", o.sample_ms,
                 "Milliseconds of the loop per schedule and round")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_flag("--no-loads", o.no_loads,
               "Only measure times; do not count who does how much");
  app.add_option("--json", o.json,
                 "Write the results to this file, too, in the format that is "
                 "described in report.h");
}

/// As a shell would take it, if no word has a quote.
std::string command_line(int argc, char **argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = word.find_first_of(" ()") == std::string::npos;
    line += (i ? " " : "") + (plain ? word : "'" + word + "'");
  }
  return line;
}

} // namespace

bool parse_options(CLI::App &app, int argc, char **argv,
                   BenchmarkOptions &options, int &status) {
  add_options(app, options);
  if (!parse_command_line(app, argc, argv, status))
    return false;
  options.command = command_line(argc, argv);
  if (options.num_threads)
    omp_set_num_threads(options.num_threads);
  return true;
}

} // namespace gap
