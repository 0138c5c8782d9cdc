//===- TraceFile.cpp - USERSCHED_TRACE ------------------------------------===//
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
#include <cerrno>
#include <unistd.h>

using namespace usersched;

namespace {

constexpr const char *Names[] = {"inspect", "balance", "own", "stolen", "idle"};

class Writer {
  TextSink &To;
  const uint64_t Start, Process = static_cast<uint64_t>(getpid());
  const double Rate; ///< nanoseconds per tick
  bool IsFirst = true;

  uint64_t nanoseconds(uint64_t Ticks) const {
    return static_cast<uint64_t>(
        static_cast<double>(std::max(Ticks, Start) - Start) * Rate);
  }

  TextSink &begin(const char *Phase, const char *Name) {
    To << (IsFirst ? "\n" : ",\n") << "{\"ph\":\"" << Phase << "\",\"name\":\""
       << Name << "\",\"pid\":" << Process;
    IsFirst = false;
    return To;
  }

public:
  Writer(const Recorder &R, TextSink &To)
      : To(To), Start(R.start().Ticks), Rate(R.nanosecondsPerTick()) {}

  void nameProcess() {
    begin("M", "process_name") << ",\"args\":{\"name\":";
    To.json(program_invocation_short_name);
    To << "}}";
  }

  void nameThread(uint32_t Number) {
    begin("M", "thread_name")
        << ",\"tid\":" << Number << ",\"args\":{\"name\":\"thread " << Number
        << "\"}}";
  }

  void write(uint32_t Lane, const TraceEvent &E) {
    const uint64_t Begin = nanoseconds(E.Begin), End = nanoseconds(E.End);
    if (E.Kind == TraceKind::Idle && End < Begin + 1000)
      return;
    begin("X", Names[static_cast<unsigned>(E.Kind)])
        << ",\"cat\":\"usersched\",\"tid\":" << Lane << ",\"ts\":";
    To.microseconds(Begin);
    To << ",\"dur\":";
    To.microseconds(End - Begin);
    To << ",\"args\":{\"loop\":";
    To.json(E.Loop->Place.c_str());
    To << ",\"execution\":" << E.Execution << ",\"thread\":" << E.Thread;
    if (E.Kind != TraceKind::Idle) {
      To << ",\"begin\":" << E.Range.Begin << ",\"end\":" << E.Range.End
         << ",\"load\":";
      To.json(E.Load);
    }
    if (E.Kind == TraceKind::Stolen)
      To << ",\"from\":" << E.From;
    To << "}}";
  }
};

} // namespace

void usersched::writeTrace(Recorder &R, TextSink &To) {
  const uint64_t Time = clock::ticks();
  uint64_t Dropped = 0, Threads = 0;
  To << "{\"traceEvents\":[";
  Writer W(R, To);
  W.nameProcess();
  for (const Lane *L = R.lanes(); L; L = L->NextLane) {
    Dropped += L->dropped();
    if (L->isEmpty())
      continue;
    ++Threads;
    W.nameThread(L->Number);
    L->forEach(Time, [&](const TraceEvent &E) { W.write(L->Number, E); });
  }
  To << "\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"format\":"
     << "\"usersched-trace-1\",\"version\":\"" << USERSCHED_VERSION
     << "\",\"dropped\":" << Dropped << ",\"threads\":" << Threads << "}}\n";
}

int usersched::writeTraceFile(Recorder &R) {
  return R.traceFile().write([&](TextSink &To) { writeTrace(R, To); },
                             &R.reportFile());
}
