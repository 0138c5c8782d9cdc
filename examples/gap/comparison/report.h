//===- report.h - a comparison for people and as JSON ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both show the same numbers; the JSON has each round's value, too. Its format,
// usersched-bench-1, is that of all benchmarks of this project:
//
//   format, command, date, threads, machine {cpu, processors},
//   empty_loop_seconds (see empty_loop.h), and results: for each schedule and
//   phase ("first" executions or "steady") suite, kernel, input, threads,
//   schedule, phase; seconds (per round: one execution of the scheduled loop),
//   kernel_seconds (per round: one run; null where no run was complete),
//   executions (of the loop in a run), lambda_load_percent and
//   lambda_time_percent (null where not counted or infinite), processor_share,
//   verified, problem.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_REPORT_H
#define GAP_REPORT_H

#include "comparison/compare.h"
#include "graph/graph.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gap {

/// What was measured on what: the first line of every output.
struct Setting {
  std::string command;
  std::string kernel;
  std::string graph;
  NodeID num_nodes;
  std::int64_t num_edges;
  bool is_directed;
  int num_threads;
};

/// "debian12-deps: 61603 vertices, 340025 edges (directed), 2 threads"
std::string describe(const Setting &setting);

/// Prints the verdict and the table of a comparison to stdout.
void print_comparison(const Comparison &comparison);

nlohmann::json to_json(const Setting &setting, const Comparison &comparison);

/// Writes the file, or throws InputError.
void write_json(const nlohmann::json &json, const std::string &path);

} // namespace gap
#endif
