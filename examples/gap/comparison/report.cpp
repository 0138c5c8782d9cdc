//===- report.cpp - a comparison for people and as JSON -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The date is UTC, and the machine's name the one that Linux gives.
//
//===----------------------------------------------------------------------===//
#include "comparison/report.h"
#include "base/error.h"
#include "comparison/empty_loop.h"
#include "comparison/verdict.h"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <omp.h>

namespace gap {

using nlohmann::json;

std::string describe(const Setting &s) {
  return s.graph + ": " + std::to_string(s.num_nodes) + " vertices, " +
         std::to_string(s.num_edges) + " edges (" +
         (s.is_directed ? "directed" : "undirected") + "), " +
         std::to_string(s.num_threads) +
         (s.num_threads == 1 ? " thread" : " threads");
}

namespace {

std::string name_of(const Measured &row) {
  return row.schedule + (row.first_execution ? ", first execution" : "");
}

/// "12.34", or "-" if it was not counted.
std::string percent(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return std::isnan(value) ? "-" : text;
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&time, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

/// "" where the system does not tell.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      if (const std::size_t colon = line.find(": "); colon != line.npos)
        return line.substr(colon + 2);
  return "";
}

json result_json(const Setting &setting, const Comparison &comparison,
                 const Measured &row) {
  return {{"suite", "gap"},
          {"kernel", setting.kernel},
          {"input", setting.graph},
          {"threads", row.threads},
          {"schedule", row.schedule},
          {"phase", row.first_execution ? "first" : "steady"},
          {"seconds", row.seconds},
          {"kernel_seconds", row.kernel_seconds},
          {"executions", row.executions},
          // JSON has no infinity and NaN; the library writes null.
          {"lambda_load_percent", row.lambda.by_load},
          {"lambda_time_percent", row.lambda.by_time},
          {"deviation_load_percent", row.deviation_percent},
          {"processor_share", comparison.processor_share},
          {"verified", row.checked && row.problem.empty()},
          {"problem", row.problem}};
}

} // namespace

void print_comparison(const Comparison &comparison) {
  if (comparison.rows.empty())
    return;
  if (const std::string text = verdict(comparison); !text.empty())
    std::printf("%s\n", text.c_str());
  if (comparison.processor_share < 0.9)
    std::printf("the machine was busy: the threads got %.0f %% of the time "
                "that they asked for; measure again for reliable numbers\n",
                comparison.processor_share * 100);
  const std::string base = comparison.rows[comparison.base].schedule;
  // Greek letters are padded by hand: printf counts bytes.
  std::printf("%-33s %9s  %-24s %9s %9s  %s\n", "schedule", "ms",
              ("speedup over " + base).c_str(), " \u03bb load %",
              " \u03bb time %", "verified");
  for (const Measured &row : comparison.rows)
    std::printf("%-33s %9.3f  %5.2f  (%.2f to %.2f)%*s %8s %8s  %s\n",
                name_of(row).c_str(), median(row.seconds) * 1e3,
                row.speedup.median, row.speedup.min, row.speedup.max, 3, "",
                percent(row.lambda.by_load).c_str(),
                percent(row.lambda.by_time).c_str(),
                row.problem.empty() ? "yes" : "NO");
  std::printf("ms: one execution of the loop, median of %d interleaved "
              "rounds; speedup: median (range) of the rounds' ratios\n",
              comparison.rounds);
  for (const std::string &name : comparison.unavailable)
    std::printf("%s is left out: this %s does not have it\n", name.c_str(),
                parse_schedule(name).is_tbb() ? "program" : "OpenMP runtime");
  for (const Measured &row : comparison.rows)
    if (!row.problem.empty())
      std::printf("%s is WRONG: %s\n", name_of(row).c_str(),
                  row.problem.c_str());
}

json to_json(const Setting &setting, const Comparison &comparison) {
  json results = json::array();
  for (const Measured &row : comparison.rows)
    results.push_back(result_json(setting, comparison, row));
  json tuning = json::array();
  for (const Tuned &tuned : comparison.tuning)
    tuning.push_back(
        {{"schedule", tuned.schedule}, {"seconds", tuned.seconds}});
  return {{"format", "usersched-bench-1"},
          {"command", setting.command},
          {"date", now()},
          {"threads", setting.num_threads},
          {"machine",
           {{"cpu", processor_name()}, {"processors", omp_get_num_procs()}}},
          {"empty_loop_seconds", empty_loop_seconds()},
          {"graph",
           {{"name", setting.graph},
            {"vertices", setting.num_nodes},
            {"edges", setting.num_edges},
            {"directed", setting.is_directed}}},
          {"rounds", comparison.rounds},
          {"results", results},
          {"tuning", tuning},
          {"unavailable", comparison.unavailable}};
}

void write_json(const json &json, const std::string &path) {
  std::ofstream file(path);
  file << json.dump(2) << '\n';
  file.close();
  if (!file)
    throw InputError(path + ": cannot be written; expected the name of a file "
                            "for the results");
}

} // namespace gap
