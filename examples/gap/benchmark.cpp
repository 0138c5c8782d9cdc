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
#include "benchmark.h"
#include "compare.h"
#include "error.h"
#include "report.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <omp.h>

namespace gap {
namespace {

/// Returns the exit status.
int run_comparison(Kernel &kernel, const Setting &setting,
                   const BenchmarkOptions &o, nlohmann::json &json) {
  CompareOptions options;
  options.rounds = o.rounds;
  options.sample_seconds = o.sample_ms * 1e-3;
  const Comparison result = compare(kernel, options, setting.graph);
  print_table(result);
  json["comparison"] = to_json(result);
  return result.verified() ? 0 : 1;
}

double ms_per_execution(const KernelRun &run) {
  return run.loop_seconds.empty() ? 0 : median(run.loop_seconds) * 1e3;
}

/// Returns the exit status.
int run_trials(Kernel &kernel, const Setting &setting,
               const BenchmarkOptions &o, nlohmann::json &json) {
  if (!is_available(o.schedule))
    throw InputError(o.schedule.name() +
                     " is not a schedule of this OpenMP runtime; expected "
                     "another, or a program made by clang");
  const std::string schedule = schedule_name(kernel, o.schedule);
  std::vector<double> ms, loop_ms;
  bool verified = true;
  for (int trial = 1; trial <= o.num_trials; ++trial) {
    const KernelRun run = kernel.run(o.schedule);
    ms.push_back(run.seconds * 1e3);
    loop_ms.push_back(ms_per_execution(run));
    std::printf("trial %d: %.3f ms, %s, %.3f ms per execution of the loop",
                trial, ms.back(), run.outcome.c_str(), loop_ms.back());
    const std::string problem = o.verify ? kernel.verify() : "";
    if (o.verify)
      std::printf(", %s",
                  problem.empty() ? "verified" : ("WRONG: " + problem).c_str());
    std::printf("\n");
    verified &= problem.empty();
  }
  std::printf("median: %.3f ms a run, %.3f ms per execution of the loop "
              "(%s, schedule: %s)\n",
              median(ms), median(loop_ms),
              setting.num_threads == 1
                  ? "1 thread"
                  : (std::to_string(setting.num_threads) + " threads").c_str(),
              schedule.c_str());
  json["trials"] = {
      {"schedule", schedule}, {"ms", ms}, {"ms_per_execution", loop_ms}};
  if (o.verify)
    json["trials"]["verified"] = verified;
  return verified ? 0 : 1;
}

} // namespace

int run_benchmark(Kernel &kernel, const Graph &g, const BenchmarkOptions &o) {
  const Setting setting = {kernel.name(),   name_of_graph(o),
                           g.num_nodes(),   g.num_edges(),
                           g.is_directed(), omp_get_max_threads()};
  std::printf("%s\n", describe(setting).c_str());
  std::fflush(stdout);
  nlohmann::json json = to_json(setting);
  const int status = o.compare ? run_comparison(kernel, setting, o, json)
                               : run_trials(kernel, setting, o, json);
  if (!o.json.empty())
    write_json(json, o.json);
  return status;
}

} // namespace gap
