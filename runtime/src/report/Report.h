//===- Report.h - USERSCHED_REPORT ----------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report is written once, when the process ends: as a table on stderr, or as
// JSON ("usersched-report-2") for usersched-report, which computes and explains
// everything else.
//
// Invariant: what is not known is NaN here, a dash in the table, null in JSON.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REPORT_H
#define USERSCHED_REPORT_H

#include "base/TextSink.h"
#include "record/Recorder.h"

namespace usersched {

class Recorder;

/// A loop that ran, and what is computed of its record.
struct LoopReport {
  const LoopRecord *Loop;
  double Seconds; ///< from first entry to last end, of all executions
  /// Of the loads of the groups; median of the threads' busy times.
  double LambdaLoadPercent, LambdaTimePercent;
  double StolenLoadPercent;
};

struct Report {
  std::string Command; ///< with its arguments
  std::string Date;    ///< as 2026-11-21T14:00:00Z
  double Seconds;      ///< since the library was loaded
  double SecondsPerTick;
  uint64_t Threads; ///< the most of any loop
  uint64_t Process;
  std::vector<LoopReport> Loops; ///< those that ran, longest first
};

/// Gathers the report of R, whose lock is held.
Report report(const Recorder &R);

void writeJson(const Report &R, TextSink &To);
void writeTable(const Report &R, TextSink &To);

/// Writes the report that R, whose lock is held, wants, if it wants one and a
/// loop ran. Returns a problem (see OutputFile.h), or 0.
int writeReport(Recorder &R);

} // namespace usersched

#endif
