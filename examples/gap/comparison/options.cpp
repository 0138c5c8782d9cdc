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

#include <omp.h>

namespace gap {
namespace {

void add_options(CommandLine &line, BenchmarkOptions &o) {
  add_graph_options(line, o);
  line.add("-n,--trials", o.num_trials, "Number of runs")
      .range(1, 1000000)
      .show_default();
  line.add_flag("-v,--verify", o.verify, "Verify each run's result");
  line.add("--threads", o.num_threads, "Number of threads").range(1, 4096);
  const Option schedule = line.add_call<std::string>(
      "--schedule",
      [&o](const std::string &s) { o.schedule = parse_schedule(s); },
      "static, dynamic (monotonic), guided, static_steal, tbb_auto, "
      "tbb_affinity or tbb_simple, and then ,CHUNK if wanted; serial (one "
      "thread), usersched (without profile), "
      "usersched_prof (the default) or usersched_nosteal");
  const Option compare =
      line.add_flag("--compare", o.compare,
                    "Tune the schedules, measure them interleaved, and print a "
                    "table")
          .excludes(schedule);
  line.add_call<std::vector<std::string>>(
          "--schedules",
          [&o](const std::vector<std::string> &list) {
            for (const std::string &s : list)
              o.schedules.push_back(parse_schedule(s));
          },
          "Measure exactly these, interleaved, and print a table")
      .separated_by(' ')
      .excludes(schedule)
      .excludes(compare);
  line.add("--rounds", o.rounds,
           "Measuring rounds of --compare and --schedules; half as many, but "
           "at least three, tune the chunks of --compare")
      .range(1, 1000)
      .show_default();
  line.add("--sample", o.sample_ms,
           "Milliseconds of the loop per schedule and round that count, after "
           "as many that do not")
      .range(1, 100000)
      .show_default();
  line.add_flag("--no-loads", o.no_loads,
                "Only measure times; do not count who does how much");
  line.add("--json", o.json,
           "Write the results to this file, too, in the format that is "
           "described in report.h");
}

} // namespace

bool parse_options(CommandLine &line, int argc, char **argv,
                   BenchmarkOptions &options, int &status) {
  add_options(line, options);
  if (!line.parse(argc, argv, status))
    return false;
  options.command = command_as_typed(argc, argv);
  if (options.num_threads)
    omp_set_num_threads(options.num_threads);
  return true;
}

} // namespace gap
