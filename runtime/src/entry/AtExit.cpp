//===- AtExit.cpp - what is written when the process ends -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are written when the library is unloaded, which is after the program's
// static objects have been destroyed, since those may execute loops; exit()
// from inside a loop comes there, too. A trace is also written when a signal
// ends the program that it would not have handled: it is kept in memory until
// then, since files that grow while loops run would disturb them.
//
//===----------------------------------------------------------------------===//
#include "entry/AtExit.h"

#include "base/FloatingPoint.h"
#include "record/Recorder.h"
#include "report/Report.h"

#include <cerrno>
#include <csignal>
#include <cstdio>

using namespace usersched;

namespace {

/// Signals that end a program that does not handle them, because something is
/// wrong or somebody does not want to wait.
constexpr int FatalSignals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                SIGILL,  SIGTERM, SIGINT};

/// Writes the trace, unless that was done before. A signal handler calls this,
/// too, on a stack of SIGSTKSZ bytes. Returns a problem (see OutputFile.h), or
/// 0.
int writeTraceOnce(Recorder &R) {
  return R.claimTrace() ? writeTraceFile(R) : 0;
}

/// Handles a fatal signal: writes the trace and raises the signal again. It
/// ends the process when this returns, because SA_RESETHAND has put the default
/// back.
void writeTraceAndEnd(int Signal) {
  if (Recorder *R = Recorder::known())
    writeTraceOnce(*R);
  raise(Signal);
}

/// Handles the fatal signals that the program leaves to the system.
void catchSignals() {
  struct sigaction Ours = {};
  Ours.sa_handler = writeTraceAndEnd;
  Ours.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
  for (const int Signal : FatalSignals) {
    struct sigaction Theirs;
    if (sigaction(Signal, nullptr, &Theirs) == 0 &&
        !(Theirs.sa_flags & SA_SIGINFO) && Theirs.sa_handler == SIG_DFL)
      sigaction(Signal, &Ours, nullptr);
  }
}

/// Leaves signals to the system again, before this library is unloaded.
void releaseSignals() {
  for (const int Signal : FatalSignals) {
    struct sigaction Theirs;
    if (sigaction(Signal, nullptr, &Theirs) == 0 &&
        Theirs.sa_handler == writeTraceAndEnd)
      std::signal(Signal, SIG_DFL);
  }
}

void complain(const char *What, const char *Where, int Problem) {
  if (Problem != 0)
    std::fprintf(stderr, "usersched: the %s could not be written to '%s': %s\n",
                 What, Where, problemText(Problem));
}

__attribute__((destructor)) void write() {
  Recorder *R = Recorder::known();
  if (!R)
    return;
  const QuietFloatingPoint Quiet;
  if (R->traces())
    releaseSignals();
  {
    std::lock_guard<Recorder> Held(*R);
    int Problem = ENOMEM;
    attempt([&] { Problem = writeReport(*R); });
    complain("report", R->reportFile().path(), Problem);
  }
  complain("trace", R->traceFile().path(), writeTraceOnce(*R));
}

} // namespace

void usersched::writeAtExit() {
  if (*Options::get().Trace)
    catchSignals();
}
