//===- ReportFile.h - USERSCHED_REPORT ------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For people as text or a page, for programs ("usersched-report-1") as JSON.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REPORT_FILE_H
#define USERSCHED_REPORT_FILE_H

#include "base/TextSink.h"
#include "report/Advice.h"

namespace usersched {

class Recorder;

/// A loop and what is to be said of it.
struct LoopReport {
  const LoopRecord *Loop;
  LoopSummary Figures;
  std::vector<Advice> Advised;
};

struct Report {
  std::string Command; ///< with its arguments
  std::string Date;    ///< as 2026-11-21T14:00:00Z
  double Seconds;      ///< since the library was loaded
  double NanosecondsPerTick;
  uint32_t Threads; ///< the most of any loop
  uint64_t Process;
  bool IsChild;
  std::vector<LoopReport> Loops; ///< those that ran, longest first
};

/// With R's lock held.
Report report(const Recorder &R);

void writeJson(const Report &R, TextSink &To);
void writeMarkdown(const Report &R, TextSink &To);
void writeHtml(const Report &R, TextSink &To);

/// Writes to where R wants its report, in the form that its name asks for, with
/// R's lock held. Returns a problem (see OutputFile.h), or 0.
int writeReportFile(Recorder &R);

} // namespace usersched

#endif
