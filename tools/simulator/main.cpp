//===- main.cpp - usersched-simulate: the command line --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which schedule would suit my loop on a machine that I do not have?
//
//===----------------------------------------------------------------------===//
#include "LoadSource.h"
#include "Report.h"

#include "base/command_line.h"
#include "base/error.h"
#include "formats/reader.h"

#include <cstdio>
#include <fstream>

using namespace usersched::simulator;
using gap::InputError;

namespace {

struct Settings {
  std::string Loads, Times, Graph, Generated, Name, Json, Trace;
  std::string Degree = "in";
  bool Symmetrize = false;
  uint32_t Threads = 128;
  std::vector<std::string> OfThreads, Schedules;
  Costs Cost;
  Overheads Overhead;
};

void addOptions(gap::CommandLine &Line, Settings &S) {
  gap::CommandLine Input = Line.add_choice("loop", "The loop's loads: one of");
  Input.add("-l,--loads", S.Loads,
            "File of loads, one number a line, or JSON: [1, 2, ...], "
            "or {\"begin\": [0, 10, 30], \"loads\": [5, 40]} with the "
            "loads of ranges of iterations");
  Input.add("-f,--graph", S.Graph,
            "Graph file: an iteration per vertex, its degree the load");
  Input.add("-g,--generate", S.Generated, std::string("SHAPE:N; ") + Shapes);
  Line.add("--degree", S.Degree, "Of a graph: in or out")
      .one_of({"in", "out"})
      .show_default();
  Line.add_flag("-s,--symmetrize", S.Symmetrize,
                "Take the edges of the graph as undirected");
  gap::Option Threads = Line.add("-p,--threads", S.Threads, "Threads")
                            .range(1, MaxThreads)
                            .show_default();
  Line.add("--speeds", S.OfThreads,
           "Instead of --threads: the threads and how fast their processors "
           "are, as in 8x1,16x0.5; speed 1 takes the times that are given")
      .separated_by(',')
      .excludes(Threads);
  Line.add("--schedules", S.Schedules,
           "Schedules, as in guided,64; a chunk of \"best\" tries the "
           "powers of two. Default: all, each with its best chunk")
      .separated_by(';');
  Line.add("--times", S.Times,
           "File of the iterations' times in nanoseconds, where they do "
           "not follow from the loads; takes what --loads takes");
  Line.add("--name", S.Name, "What to call the loop");
  Line.add("--json", S.Json, "Write the results to this file, too");

  Line.add("--trace", S.Trace,
           "Write what each thread does when to this file, too, as "
           "USERSCHED_TRACE does");

  auto Nanoseconds = [&Line](const char *Name, double &Value,
                             const char *What) {
    Line.add(Name, Value, std::string("Nanoseconds ") + What)
        .range(0.0, 1e12)
        .show_default();
  };
  Nanoseconds("--load-ns", S.Cost.PerLoad, "per unit of load");
  Nanoseconds("--iteration-ns", S.Cost.PerIteration, "per iteration, beside");
  Nanoseconds("--inspect-ns", S.Cost.Inspect,
              "to look at one iteration's load");
  Nanoseconds("--own-ns", S.Overhead.Own,
              "to get work from what is the thread's own");
  Nanoseconds("--shared-ns", S.Overhead.Shared,
              "to get work from what all threads share");
  Nanoseconds("--look-ns", S.Overhead.Look, "to look at another's work");
  Nanoseconds("--steal-ns", S.Overhead.Steal, "to take some of it");
  Line.add("--noise", S.Cost.Noise,
           "Per cent by which an iteration's time may differ from what "
           "its load says, at random")
      .range(0.0, 100.0)
      .show_default();
}

std::vector<double> loads(Settings &S) {
  const bool Named = !S.Name.empty();
  if (!S.Generated.empty()) {
    if (!Named)
      S.Name = S.Generated;
    return generateLoads(S.Generated);
  }
  const std::string &File = S.Loads.empty() ? S.Graph : S.Loads;
  if (!Named)
    S.Name = gap::graph_name(File);
  if (!S.Loads.empty())
    return readLoads(S.Loads);
  return graphLoads(S.Graph, S.Symmetrize, S.Degree == "out");
}

void add(Report &R, Simulation &Run, const std::string &Schedule) {
  const std::size_t Comma = Schedule.find(',');
  if (Comma != std::string::npos && Schedule.substr(Comma) == ",best") {
    const Choice Chosen = parseChoice(Schedule.substr(0, Comma) + ",1");
    R.Outcomes.push_back(Run.runBestChunk(Chosen.Which));
    return;
  }
  for (const Outcome &O : Run.run(parseChoice(Schedule)))
    R.Outcomes.push_back(O);
}

void write(const std::string &File, const std::string &Text) {
  std::ofstream Output(File);
  Output << Text << "\n";
  Output.close();
  if (!Output)
    throw InputError(File + ": cannot be written");
}

int simulate(int Count, char **Arguments) {
  gap::CommandLine Line(
      "Runs a loop on a machine that is not there: how long would "
      "each schedule take?");
  Settings S;
  addOptions(Line, S);
  int Status;
  if (!Line.parse(Count, Arguments, Status))
    return Status;
  if (S.Schedules.empty())
    S.Schedules = {"static",         "static,best",       "dynamic,best",
                   "guided,best",    "static_steal,best", "usersched",
                   "usersched(prof)"};
  try {
    for (const std::string &Schedule : S.Schedules)
      if (Schedule.find(",best") == std::string::npos)
        parseChoice(Schedule);
    const Speeds OfThreads =
        S.OfThreads.empty() ? Speeds(S.Threads, 1) : parseSpeeds(S.OfThreads);
    const Loop TheLoop(loads(S), S.Cost,
                       S.Times.empty() ? std::vector<double>()
                                       : readLoads(S.Times));
    Simulation Run(TheLoop, OfThreads, S.Overhead);
    Report R = {S.Name, OfThreads, {}};
    for (const std::string &Schedule : S.Schedules)
      add(R, Run, Schedule);
    std::fputs(table(R, TheLoop).c_str(), stdout);
    if (!S.Json.empty()) {
      std::string Command = "usersched-simulate";
      for (int I = 1; I < Count; ++I)
        Command += std::string(" ") + Arguments[I];
      write(S.Json, json(R, TheLoop, S.Cost, S.Overhead, Command)
                        .dump(1, ' ', /*ensure_ascii=*/false,
                              nlohmann::json::error_handler_t::replace));
    }
    if (!S.Trace.empty())
      write(S.Trace, trace(R).dump(-1, ' ', /*ensure_ascii=*/false,
                                   nlohmann::json::error_handler_t::replace));
    for (const Outcome &O : R.Outcomes)
      if (O.Wrong)
        return 1;
  } catch (const std::invalid_argument &E) {
    throw InputError(E.what());
  }
  return 0;
}

} // namespace

int main(int Count, char **Arguments) {
  return gap::main_with_errors([&] { return simulate(Count, Arguments); });
}
