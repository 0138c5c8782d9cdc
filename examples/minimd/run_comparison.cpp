//===- run_comparison.cpp - a comparison of schedules ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The measuring is that of the graph kernels.
//
//===----------------------------------------------------------------------===//
#include "comparison/compare.h"
#include "comparison/report.h"
#include "run.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace minimd {
namespace {

/// A step's share of the whole run, beside the force loop's execution.
nlohmann::json whole_step(const nlohmann::json &force) {
  nlohmann::json total = force;
  total["kernel"] = "total";
  const double executions = force["executions"];
  total["seconds"] = nlohmann::json::array();
  for (double seconds : force["kernel_seconds"])
    total["seconds"].push_back(executions > 0 ? seconds / executions : 0);
  return total;
}

} // namespace

int run_comparison(MdKernel &kernel, const Options &o) {
  gap::CompareOptions options;
  options.rounds = o.rounds;
  options.sample_seconds = o.sample_ms * 1e-3;
  options.schedules = o.schedules;
  options.count_loads = !o.no_loads;
  options.complete_runs = true; // which begin with a crystal
  const int atoms = make_atoms(o.input).num_owned();
  const int threads = omp_get_max_threads();
  std::printf("%s: %d atoms, %d steps, %d %s\n", o.input_name.c_str(), atoms,
              o.input.steps, threads, threads == 1 ? "thread" : "threads");
  std::fflush(stdout);
  const gap::Comparison result = gap::compare(kernel, options, o.input_name);
  gap::print_comparison(result);
  if (!o.json.empty()) {
    nlohmann::json json = gap::to_json(
        {o.command, kernel.name(), o.input_name, atoms, 0, true, threads},
        result);
    json.erase("graph");
    json["atoms"] = atoms;
    nlohmann::json results = nlohmann::json::array();
    for (nlohmann::json &row : json["results"]) {
      row["suite"] = "minimd";
      if (o.plans == PlanPolicy::Detect)
        row["input"] = o.input_name + ", detect";
      results.push_back(row);
      if (row["phase"] == "steady")
        results.push_back(whole_step(row));
    }
    json["results"] = results;
    gap::write_json(json, o.json);
  }
  return result.verified() ? 0 : 1;
}

} // namespace minimd
