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

#include "report/CpuQuota.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

using namespace usersched;

std::string usersched::command() {
  constexpr std::size_t MostBytes = 4096;
  std::string Result = fileHead("/proc/self/cmdline", MostBytes);
  while (!Result.empty() && Result.back() == '\0')
    Result.pop_back();
  const std::size_t Slash =
      Result.substr(0, Result.find('\0')).find_last_of('/');
  if (Slash != std::string::npos)
    Result.erase(0, Slash + 1);
  std::replace(Result.begin(), Result.end(), '\0', ' ');
  return Result;
}

std::vector<const LoopRecord *> usersched::loopsThatRan(const Recorder &R) {
  std::vector<const LoopRecord *> Result;
  for (const LoopRecord &Loop : R.loops())
    if (Loop.Sums.Executions > 0)
      Result.push_back(&Loop);
  std::sort(Result.begin(), Result.end(),
            [](const LoopRecord *A, const LoopRecord *B) {
              return A->Sums.Ticks != B->Sums.Ticks
                         ? A->Sums.Ticks > B->Sums.Ticks
                         : A->Place < B->Place;
            });
  return Result;
}

int usersched::writeReport(Recorder &R) {
  OutputFile &File = R.reportFile();
  if (!*File.path() || loopsThatRan(R).empty())
    return 0;
  const double Quota = cpuQuota();
  if (std::strcmp(File.path(), "stderr") != 0)
    return File.write([&](TextSink &To) { writeJson(R, Quota, To); });
  TextSink::Room Buffer;
  TextSink To(STDERR_FILENO, Buffer);
  writeTable(R, Quota, To);
  return 0;
}
