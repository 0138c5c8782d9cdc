//===- main.cpp - the benchmarks of the engine ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"
#include "benchmarks.h"
#include "comparison/empty_loop.h"

#include <cstdio>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <omp.h>

using namespace bench;

namespace {

struct Benchmark {
  const char *name;
  std::vector<Row> (*run)(const Options &);
};

constexpr Benchmark benchmarks[] = {{"flat", flat},
                                    {"short", short_loops},
                                    {"skewed", skewed},
                                    {"inspection", inspection},
                                    {"oversubscribed", oversubscribed},
                                    {"deques", deques},
                                    {"hard", hard}};

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

int run(int argc, char **argv) {
  Options options;
  std::vector<std::string> chosen;
  std::string json_file;
  gap::CommandLine line("Benchmarks of the scheduling engine");
  std::vector<std::string> names;
  for (const Benchmark &b : benchmarks)
    names.push_back(b.name);
  line.add("benchmark", chosen, "Which; default: all but hard").one_of(names);
  line.add_flag("--quick", options.quick, "Seconds instead of minutes");
  line.add("--rounds", options.rounds, "Measuring rounds").range(1, 1000);
  line.add("--threads", options.threads,
           "Threads (all but oversubscribed); default: processors")
      .range(1, 4096);
  line.add("--sample", options.sample_ms,
           "Milliseconds of each schedule in a round")
      .range(1, 100000);
  line.add_flag("--mean", options.mean,
                "Means instead of medians: for measuring beside a program that "
                "disturbs few executions for long");
  line.add("--cells", options.cells,
           "Cells of hard, by regular expressions on their names, as "
           "'another/.*/20us/for/compute/t2'");
  line.add_flag("--list", options.list,
                "Only print the names of the cells of hard");
  line.add("--json", json_file, "Write the results to this file, too");
  options.threads = omp_get_num_procs();
  int status;
  if (!line.parse(argc, argv, status))
    return status;

  omp_set_dynamic(0);
  nlohmann::json results = nlohmann::json::array();
  bool is_wrong = false;
  for (const Benchmark &b : benchmarks) {
    // Without a name all of them, but the one that takes longer than the
    // others.
    if (chosen.empty()
            ? b.run == hard
            : std::find(chosen.begin(), chosen.end(), b.name) == chosen.end())
      continue;
    const std::vector<Row> rows = b.run(options);
    for (const Row &row : rows)
      is_wrong |= row.is_wrong;
    for (nlohmann::json &result : to_json(rows))
      results.push_back(std::move(result));
  }
  if (!json_file.empty()) {
    std::string command = argv[0];
    for (int i = 1; i < argc; ++i)
      command += std::string(" ") + argv[i];
    std::ofstream file(json_file);
    file << nlohmann::json{{"format", "usersched-bench-1"},
                           {"command", command},
                           {"date", now()},
                           {"threads", options.threads},
                           {"machine",
                            {{"cpu", processor_name()},
                             {"processors", omp_get_num_procs()}}},
                           {"empty_loop_seconds", gap::empty_loop_seconds()},
                           {"results", std::move(results)}}
                .dump(2)
         << '\n';
    file.close();
    if (!file)
      throw gap::InputError("error: " + json_file + ": cannot be written");
  }
  if (is_wrong)
    std::fprintf(stderr, "error: a loop computed a wrong result\n");
  return is_wrong;
}

} // namespace

int main(int argc, char **argv) {
  return gap::main_with_errors([&] { return run(argc, argv); });
}
