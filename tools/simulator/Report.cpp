//===- Report.cpp - what people and programs read -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Report.h.
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <thread>

using namespace usersched;
using namespace usersched::simulator;

namespace {

__attribute__((format(printf, 1, 2))) std::string text(const char *Format,
                                                       ...) {
  char Buffer[512];
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Buffer, sizeof Buffer, Format, Arguments);
  va_end(Arguments);
  return Buffer;
}

/// A number for a column: with an exponent where it would be too wide.
std::string number(double Value) {
  return text(std::fabs(Value) < 1e8 ? "%.2f" : "%.3g", Value);
}

std::string rowName(const Outcome &O) {
  return O.What.name() + (O.First ? ", first execution" : "");
}

bool areEqual(const Speeds &Of) {
  return std::all_of(Of.begin(), Of.end(),
                     [&](double Speed) { return Speed == Of.front(); });
}

/// What the heading says behind the number of threads.
std::string speedText(const Speeds &Of) {
  if (areEqual(Of) && Of.front() == 1)
    return "";
  return text(" of speed %.4g to %.4g, %.6g in all",
              *std::min_element(Of.begin(), Of.end()), fastest(Of), total(Of));
}

const Outcome *quickest(const Report &R, bool OfStandard) {
  const Outcome *Best = nullptr;
  for (const Outcome &O : R.Outcomes)
    if (!O.First && !(OfStandard && O.What.isUsersched()) &&
        (!Best || O.Makespan < Best->Makespan))
      Best = &O;
  return Best;
}

} // namespace

std::string simulator::table(const Report &R, const Loop &TheLoop) {
  const Time Bound = TheLoop.bound(R.OfThreads);
  std::string Result = text(
      "%s: %llu iterations, load %.6g, heaviest %.6g (iteration %llu), %zu "
      "threads%s\n",
      R.Input.c_str(), static_cast<unsigned long long>(TheLoop.tripCount()),
      TheLoop.totalLoad(), TheLoop.heaviestLoad(),
      static_cast<unsigned long long>(TheLoop.heaviestIteration()),
      R.OfThreads.size(), speedText(R.OfThreads).c_str());
  if (TheLoop.oneExceedsShare(R.OfThreads))
    Result += text("iteration %llu alone has more load than a thread's share "
                   "(%.6g): no schedule can balance it\n",
                   static_cast<unsigned long long>(TheLoop.heaviestIteration()),
                   TheLoop.share(R.OfThreads) * fastest(R.OfThreads));
  Result += text("%-32s %12s %12s %11s %11s %11s %8s\n", "schedule", "us",
                 "over bound %", "load lambda", "time lambda", "dispatches",
                 "steals");
  for (const Outcome &O : R.Outcomes)
    Result += text("%-32s %12s %12s %11s %11s %11llu %8llu%s\n",
                   rowName(O).c_str(), number(O.Makespan / 1000).c_str(),
                   number((O.Makespan / Bound - 1) * 100).c_str(),
                   number(O.LambdaLoad).c_str(), number(O.LambdaTime).c_str(),
                   static_cast<unsigned long long>(O.Dispatches),
                   static_cast<unsigned long long>(O.Steals),
                   O.Wrong ? "  WRONG: not every iteration once" : "");
  Result += text("bound: %s us, %s or the longest iteration; "
                 "lambda: per cent above the median thread\n",
                 number(Bound / 1000).c_str(),
                 areEqual(R.OfThreads) ? "an even share"
                                       : "shares as large as the speeds");
  const Outcome *Best = quickest(R, false), *Standard = quickest(R, true);
  if (Best)
    Result += "quickest: " + rowName(*Best);
  if (Best && Standard && Best != Standard)
    Result +=
        text("; of the standard schedules %s, which takes %s times as long",
             rowName(*Standard).c_str(),
             number(Standard->Makespan / Best->Makespan).c_str());
  return Result + (Best ? "\n" : "");
}

nlohmann::json simulator::json(const Report &R, const Loop &TheLoop,
                               const Costs &Cost, const Overheads &Overhead,
                               const std::string &Command) {
  char Date[32] = "";
  const std::time_t Now = std::time(nullptr);
  std::tm Broken = {};
  if (gmtime_r(&Now, &Broken))
    std::strftime(Date, sizeof Date, "%Y-%m-%dT%H:%M:%SZ", &Broken);
  auto Finite = [](double Value) {
    return std::isfinite(Value) ? nlohmann::json(Value) : nlohmann::json();
  };
  nlohmann::json Results = nlohmann::json::array();
  for (const Outcome &O : R.Outcomes)
    Results.push_back({{"suite", "simulation"},
                       {"kernel", "loop"},
                       {"input", R.Input},
                       {"threads", R.OfThreads.size()},
                       {"schedule", O.What.name()},
                       {"phase", O.First ? "first" : "steady"},
                       {"seconds", {O.Makespan * 1e-9}},
                       {"kernel_seconds", {O.Makespan * 1e-9}},
                       {"executions", 1},
                       {"lambda_load_percent", Finite(O.LambdaLoad)},
                       {"lambda_time_percent", Finite(O.LambdaTime)},
                       {"processor_share", 1.0},
                       {"verified", !O.Wrong},
                       {"problem", O.Wrong ? "not every iteration once" : ""},
                       {"over_bound_percent",
                        (O.Makespan / TheLoop.bound(R.OfThreads) - 1) * 100},
                       {"dispatches", O.Dispatches},
                       {"steals", O.Steals}});
  return {{"format", "usersched-bench-1"},
          {"command", Command},
          {"date", Date},
          {"threads", R.OfThreads.size()},
          {"machine",
           {{"cpu", "simulated"},
            {"processors", std::thread::hardware_concurrency()}}},
          {"simulation",
           {{"iterations", TheLoop.tripCount()},
            {"total_load", TheLoop.totalLoad()},
            {"heaviest_load", TheLoop.heaviestLoad()},
            {"heaviest_iteration", TheLoop.heaviestIteration()},
            {"one_exceeds_share", TheLoop.oneExceedsShare(R.OfThreads)},
            {"bound_seconds", TheLoop.bound(R.OfThreads) * 1e-9},
            {"speeds", R.OfThreads},
            {"nanoseconds",
             {{"load", Cost.PerLoad},
              {"iteration", Cost.PerIteration},
              {"inspect", Cost.Inspect},
              {"own", Overhead.Own},
              {"shared", Overhead.Shared},
              {"look", Overhead.Look},
              {"steal", Overhead.Steal}}},
            {"noise_percent", Cost.Noise}}},
          {"results", Results}};
}

nlohmann::json simulator::trace(const Report &R) {
  nlohmann::json Events = nlohmann::json::array();
  Time Start = 0;
  for (const Outcome &O : R.Outcomes) {
    for (const Span &S : O.Spans)
      Events.push_back({{"ph", "X"},
                        {"name", "own"},
                        {"cat", "usersched"},
                        {"pid", 0},
                        {"tid", S.Thread},
                        {"ts", (Start + S.Begin) * 1e-3},
                        {"dur", (S.End - S.Begin) * 1e-3},
                        {"args",
                         {{"loop", rowName(O)},
                          {"execution", 1},
                          {"thread", S.Thread},
                          {"begin", S.Range.Begin},
                          {"end", S.Range.End},
                          {"load", S.Load}}}});
    Start += O.Makespan;
  }
  return {{"traceEvents", Events},
          {"displayTimeUnit", "ns"},
          {"otherData",
           {{"format", "usersched-trace-1"},
            {"version", USERSCHED_VERSION},
            {"dropped", 0},
            {"threads", R.OfThreads.size()}}}};
}
