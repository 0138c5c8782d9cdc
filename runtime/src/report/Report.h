//===- Report.h - USERSCHED_REPORT, USERSCHED_TRACE -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report is written once, when the process ends: as a table on stderr, or as
// JSON ("usersched-report-3") for usersched-report, which computes and explains
// everything else. A trace is written in the trace-event format of
// chrome://tracing, which Perfetto reads, too.
//
// Invariant: what is not known is NaN here, a dash in the table, null in JSON.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REPORT_H
#define USERSCHED_REPORT_H

#include "base/TextSink.h"
#include "record/Recorder.h"

namespace usersched {

/// Writes a report of R, whose lock is held. Quota is what cpuQuota() returns.
void writeJson(const Recorder &R, double Quota, TextSink &To);
void writeTable(const Recorder &R, double Quota, TextSink &To);

/// Returns the loops that ran, those that took most time first.
std::vector<const LoopRecord *> loopsThatRan(const Recorder &R);
/// Returns the command as the shell was given it, without the program's folder.
std::string command();

/// Writes the report that R wants, if it wants one and a loop ran. Returns a
/// problem (see OutputFile.h), or 0.
int writeReport(Recorder &R);

/// Writes what R's lanes have now. Allocates nothing and takes no lock: other
/// threads may go on, and a signal handler may call it.
void writeTrace(Recorder &R, TextSink &To);
/// Writes the same to the file that R wants. Returns a problem, or 0.
int writeTraceFile(Recorder &R);

} // namespace usersched

#endif
