//===- benchmark.cpp - runs a kernel: trials, or a comparison -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every time is printed with what it is the time of, the number of threads and
// the schedule.
//
//===----------------------------------------------------------------------===//
#include "comparison/benchmark.h"
#include "base/error.h"
#include "comparison/compare.h"
#include "comparison/report.h"
#include "comparison/sampler.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <omp.h>

namespace gap {
namespace {

Comparison run_comparison(Kernel &kernel, const Setting &setting,
                          const BenchmarkOptions &o) {
  CompareOptions options;
  options.rounds = o.rounds;
  options.sample_seconds = o.sample_ms * 1e-3;
  options.schedules = o.schedules;
  options.count_loads = !o.no_loads;
  Comparison result = compare(kernel, options, setting.graph);
  print_comparison(result);
  return result;
}

/// The same work under one schedule, as a comparison of it with itself; loads
/// are not counted.
Comparison run_trials(Kernel &kernel, const Setting &setting,
                      const BenchmarkOptions &o) {
  if (!can_run(kernel, o.schedule))
    throw InputError(
        o.schedule.name() +
        (o.schedule.is_tbb()
             ? " is not a schedule of this program; expected pr or "
               "spmv, built where CMake finds oneTBB (libtbb-dev)"
             : " is not a schedule of this OpenMP runtime; expected "
               "another, or a program made by clang"));
  Measured row;
  row.schedule = schedule_name(kernel, o.schedule);
  row.threads = setting.num_threads;
  row.checked = o.verify;
  for (int trial = 1; trial <= o.num_trials; ++trial) {
    const KernelRun run = kernel.run(o.schedule);
    const double seconds = seconds_per_execution(kernel, run);
    row.kernel_seconds.push_back(run.seconds);
    row.seconds.push_back(seconds);
    row.executions = run.loop_seconds.size();
    std::printf("trial %d: %.3f ms, %s, %.3f ms per execution of the loop",
                trial, run.seconds * 1e3, run.outcome.c_str(), seconds * 1e3);
    const std::string problem = o.verify ? kernel.verify() : "";
    if (o.verify)
      std::printf(", %s",
                  problem.empty() ? "verified" : ("WRONG: " + problem).c_str());
    std::printf("\n");
    if (row.problem.empty())
      row.problem = problem;
  }
  std::printf("median: %.3f ms a run, %.3f ms per execution of the loop "
              "(%s, schedule: %s)\n",
              median(row.kernel_seconds) * 1e3, median(row.seconds) * 1e3,
              setting.num_threads == 1
                  ? "1 thread"
                  : (std::to_string(setting.num_threads) + " threads").c_str(),
              row.schedule.c_str());
  Comparison result;
  result.rounds = o.num_trials;
  result.rows.push_back(row);
  return result;
}

} // namespace

int kernel_main(
    int argc, char **argv, const std::string &description,
    const std::function<void(CommandLine &)> &add_own_options,
    const std::function<std::unique_ptr<Kernel>(const Graph &)> &make_kernel) {
  CommandLine line(description);
  add_own_options(line);
  BenchmarkOptions options;
  int status;
  if (!parse_options(line, argc, argv, options, status))
    return status;
  const Graph g = load_graph(options);
  return run_benchmark(*make_kernel(g), g, options);
}

int run_benchmark(Kernel &kernel, const Graph &g, const BenchmarkOptions &o) {
  const Setting setting = {
      o.command,     kernel.name(),   name_of_graph(o),     g.num_nodes(),
      g.num_edges(), g.is_directed(), omp_get_max_threads()};
  std::printf("%s\n", describe(setting).c_str());
  std::fflush(stdout);
  const bool several = o.compare || !o.schedules.empty();
  const Comparison result = several ? run_comparison(kernel, setting, o)
                                    : run_trials(kernel, setting, o);
  if (!o.json.empty())
    write_json(to_json(setting, result), o.json);
  return result.verified() ? 0 : 1;
}

} // namespace gap
