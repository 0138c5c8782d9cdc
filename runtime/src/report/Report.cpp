//===- Report.cpp - USERSCHED_REPORT --------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Report.h.
//
//===----------------------------------------------------------------------===//
#include "report/Report.h"

#include "base/Clock.h"
#include "base/OutputFile.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <unistd.h>

using namespace usersched;

namespace {

/// Returns the command as the shell was given it, without the program's folder.
std::string command() {
  std::string Result;
  if (std::FILE *File = std::fopen("/proc/self/cmdline", "r")) {
    constexpr std::size_t Most = 4096;
    Result.resize(Most);
    Result.resize(std::fread(Result.data(), 1, Most, File));
    std::fclose(File);
  }
  while (!Result.empty() && Result.back() == '\0')
    Result.pop_back();
  const std::size_t Slash =
      Result.substr(0, Result.find('\0')).find_last_of('/');
  if (Slash != std::string::npos)
    Result.erase(0, Slash + 1);
  std::replace(Result.begin(), Result.end(), '\0', ' ');
  return Result;
}

std::string date() {
  const std::time_t Time = std::time(nullptr);
  std::tm Parts;
  char Text[32];
  gmtime_r(&Time, &Parts);
  std::strftime(Text, sizeof Text, "%Y-%m-%dT%H:%M:%SZ", &Parts);
  return Text;
}

double lambdaOfGroups(const PlanRecord *P) {
  std::vector<double> Loads;
  for (std::size_t T = 0; P && T + 1 < P->GroupBegin.size(); ++T)
    Loads.push_back(P->load(P->GroupBegin[T], P->GroupBegin[T + 1]));
  return lambda(std::move(Loads));
}

double lambdaOfTimes(const History &Executed) {
  std::vector<double> Lambdas;
  for (const ExecutionNote &E : Executed.notes())
    if (!std::isnan(E.LambdaTime))
      Lambdas.push_back(E.LambdaTime);
  return median(std::move(Lambdas));
}

} // namespace

Report usersched::report(const Recorder &R) {
  Report Result;
  Result.Command = command();
  Result.Date = date();
  Result.SecondsPerTick = R.nanosecondsPerTick() * 1e-9;
  Result.Seconds =
      static_cast<double>(clock::nanoseconds() - R.start().Nanoseconds) * 1e-9;
  Result.Threads = 0;
  Result.Process = static_cast<uint64_t>(getpid());
  for (const LoopRecord &L : R.loops()) {
    const LoopSums &S = L.Sums;
    if (S.Executions == 0)
      continue;
    Result.Loops.push_back(
        {&L, static_cast<double>(S.Ticks) * Result.SecondsPerTick,
         lambdaOfGroups(S.Shown.get()), lambdaOfTimes(S.Executed),
         S.StolenLoad / S.Load * 100});
    Result.Threads = std::max(Result.Threads, S.Threads.Most);
  }
  std::sort(Result.Loops.begin(), Result.Loops.end(),
            [](const LoopReport &A, const LoopReport &B) {
              return A.Seconds != B.Seconds ? A.Seconds > B.Seconds
                                            : A.Loop->Place < B.Loop->Place;
            });
  return Result;
}

int usersched::writeReport(Recorder &R) {
  OutputFile &File = R.reportFile();
  if (!*File.path())
    return 0;
  const Report Facts = report(R);
  if (Facts.Loops.empty())
    return 0;
  if (std::strcmp(File.path(), "stderr") != 0)
    return File.write([&](TextSink &To) { writeJson(Facts, To); });
  TextSink::Room Buffer;
  TextSink To(STDERR_FILENO, Buffer);
  writeTable(Facts, To);
  return 0;
}
