//===- TraceFile.cpp - USERSCHED_TRACE ------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TraceFile.h.
//
//===----------------------------------------------------------------------===//
#include "report/TraceFile.h"

#include "base/Clock.h"
#include "base/TextSink.h"
#include "record/Recorder.h"

#include <cerrno>
#include <unistd.h>

using namespace usersched;

namespace {

constexpr const char *Names[] = {"inspect", "balance", "own", "stolen", "idle"};

class Writer {
  const Recorder &R;
  TextSink &To;
  const double Rate = R.nanosecondsPerTick();
  const uint64_t Now = clock::ticks();
  static uint64_t process() { return static_cast<uint64_t>(getpid()); }
  bool IsFirst = true;

  uint64_t nanoseconds(uint64_t Ticks) const {
    return Ticks > R.start().Ticks
               ? static_cast<uint64_t>(
                     static_cast<double>(Ticks - R.start().Ticks) * Rate)
               : 0;
  }

  void begin(const char *Phase, const char *Name) {
    To << (IsFirst ? "\n" : ",\n") << "{\"ph\":\"" << Phase << "\",\"name\":\""
       << Name << "\",\"pid\":" << process();
    IsFirst = false;
  }

public:
  Writer(const Recorder &R, TextSink &To) : R(R), To(To) {}

  void nameProcess() {
    begin("M", "process_name");
    To << ",\"args\":{\"name\":";
    To.json(program_invocation_short_name);
    To << "}}";
  }

  void nameThread(const Lane &L) {
    begin("M", "thread_name");
    To << ",\"tid\":" << L.Number << ",\"args\":{\"name\":\"thread " << L.Number
       << "\"}}";
  }

  void write(const Lane &L, const TraceEvent &E) {
    const uint64_t Begin = nanoseconds(E.Begin), End = nanoseconds(E.End);
    if (E.Kind == TraceKind::Idle && End < Begin + 1000)
      return;
    begin("X", Names[static_cast<unsigned>(E.Kind)]);
    To << ",\"cat\":\"usersched\",\"tid\":" << L.Number << ",\"ts\":";
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

  void writeAll() {
    uint64_t Dropped = 0, Threads = 0;
    To << "{\"traceEvents\":[";
    nameProcess();
    for (const Lane *L = R.lanes(); L; L = L->NextLane) {
      Dropped += L->dropped();
      if (L->isEmpty())
        continue;
      ++Threads;
      nameThread(*L);
      L->forEach(Now, [&](const TraceEvent &E) { write(*L, E); });
    }
    To << "\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"format\":"
       << "\"usersched-trace-1\",\"version\":\"" << USERSCHED_VERSION
       << "\",\"dropped\":" << Dropped << ",\"threads\":" << Threads << "}}\n";
  }
};

} // namespace

void usersched::writeTrace(Recorder &R, TextSink &To) {
  Writer(R, To).writeAll();
}

int usersched::writeTraceFile(Recorder &R) {
  OutputFile &File = R.traceFile();
  if (const int Problem =
          File.open(R.wanted().Trace, R.isChild(), &R.reportFile()))
    return Problem;
  TextSink To(File.descriptor(), R.traceRoom());
  writeTrace(R, To);
  To.flush();
  const int Error = File.close();
  return To.error() ? To.error() : Error;
}
