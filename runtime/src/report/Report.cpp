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

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace usersched;

std::string usersched::command() {
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
  if (std::strcmp(File.path(), "stderr") != 0)
    return File.write([&R](TextSink &To) { writeJson(R, To); });
  TextSink::Room Buffer;
  TextSink To(STDERR_FILENO, Buffer);
  writeTable(R, To);
  return 0;
}
