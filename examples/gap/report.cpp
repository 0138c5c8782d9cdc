//===- report.cpp - a comparison as a table and as JSON -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns are padded by hand where they hold a Greek letter: printf counts
// bytes.
//
//===----------------------------------------------------------------------===//
#include "report.h"
#include "error.h"

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

namespace gap {

using nlohmann::json;

std::string describe(const Setting &s) {
  return s.graph + ": " + std::to_string(s.num_nodes) + " vertices, " +
         std::to_string(s.num_edges) + " edges (" +
         (s.is_directed ? "directed" : "undirected") + "), " +
         std::to_string(s.num_threads) +
         (s.num_threads == 1 ? " thread" : " threads");
}

void print_table(const Comparison &comparison) {
  std::printf("%-29s %9s  %-24s %9s  %s\n", "schedule", "ms",
              "speedup over static", " \u03bb %", "verified");
  for (const Measured &row : comparison.rows) {
    const std::string name =
        row.schedule + (row.first_execution ? ", first execution" : "");
    std::printf("%-29s %9.3f  %5.2f  (%.2f to %.2f)%*s %8.2f  %s\n",
                name.c_str(), median(row.seconds) * 1e3, row.speedup.median,
                row.speedup.min, row.speedup.max, 3, "", row.lambda_percent,
                row.problem.empty() ? "yes" : "NO");
  }
  std::printf("ms: one execution of the loop, median of %d interleaved "
              "rounds; speedup: median (range) of the rounds' ratios\n",
              comparison.rounds);
  if (comparison.processor_share < 0.9)
    std::printf("the machine was busy: the threads got %.0f %% of the time "
                "that they asked for; measure again for reliable numbers\n",
                comparison.processor_share * 100);
  for (const std::string &name : comparison.unavailable)
    std::printf("%s is left out: this OpenMP runtime does not have it\n",
                name.c_str());
  for (const Measured &row : comparison.rows)
    if (!row.problem.empty())
      std::printf("%s is WRONG: %s\n", row.schedule.c_str(),
                  row.problem.c_str());
}

json to_json(const Setting &s) {
  return {{"kernel", s.kernel},
          {"graph",
           {{"name", s.graph},
            {"vertices", s.num_nodes},
            {"edges", s.num_edges},
            {"directed", s.is_directed}}},
          {"threads", s.num_threads}};
}

json to_json(const Comparison &comparison) {
  json rows = json::array();
  for (const Measured &row : comparison.rows) {
    json ms = json::array();
    for (double seconds : row.seconds)
      ms.push_back(seconds * 1e3);
    rows.push_back({{"schedule", row.schedule},
                    {"execution", row.first_execution ? "first" : "steady"},
                    {"ms", median(row.seconds) * 1e3},
                    {"ms_of_rounds", ms},
                    {"speedup_over_static",
                     {{"median", row.speedup.median},
                      {"min", row.speedup.min},
                      {"max", row.speedup.max}}},
                    {"lambda_percent", row.lambda_percent},
                    {"deviation_percent", row.deviation_percent},
                    {"verified", row.problem.empty()},
                    {"problem", row.problem}});
  }
  json tuning = json::array();
  for (const Tuned &tuned : comparison.tuning)
    tuning.push_back(
        {{"schedule", tuned.schedule}, {"ms", tuned.seconds * 1e3}});
  return {{"rounds", comparison.rounds},
          {"schedules", rows},
          {"tuning", tuning},
          {"processor_share", comparison.processor_share},
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
