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
#include <ctime>

using namespace usersched;

namespace {

/// Signals that end a program that does not handle them, because something is
/// wrong or somebody does not want to wait.
constexpr int FatalSignals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                SIGILL,  SIGTERM, SIGINT};

/// Threads that are in writeTraceOnce(). One of them may write.
std::atomic<int> Writers{0};

/// Writes the trace, unless that was done before. A signal handler calls this,
/// too, on a stack of SIGSTKSZ bytes. Returns a problem (see OutputFile.h), or
/// 0.
int writeTraceOnce(Recorder &R) {
  ++Writers;
  const int Problem = R.claimTrace() ? writeTraceFile(R) : 0;
  --Writers;
  return Problem;
}

/// Waits until no thread writes the trace, 10 s at most.
void awaitTrace() {
  constexpr timespec Millisecond = {0, 1000000};
  for (int Times = 0; Times < 10000 && Writers > 0; ++Times)
    nanosleep(&Millisecond, nullptr);
}

/// Handles a fatal signal: writes the trace and raises the signal again, which
/// ends the process when this returns. Another fatal signal may come to another
/// thread meanwhile, as timeout(1) sends two of them: it must not end the
/// process before the trace is written.
void writeTraceAndEnd(int Signal) {
  if (Recorder *R = Recorder::known())
    writeTraceOnce(*R);
  awaitTrace();
  std::signal(Signal, SIG_DFL);
  raise(Signal);
}

sigset_t fatalSignals() {
  sigset_t Result;
  sigemptyset(&Result);
  for (const int Signal : FatalSignals)
    sigaddset(&Result, Signal);
  return Result;
}

/// Handles the fatal signals that the program leaves to the system. In the
/// thread that handles one, the others wait; if it makes one itself meanwhile,
/// the system ends the process.
void catchSignals() {
  struct sigaction Ours = {};
  Ours.sa_handler = writeTraceAndEnd;
  Ours.sa_flags = SA_ONSTACK;
  Ours.sa_mask = fatalSignals();
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

void writeTraceAtExit(Recorder &R) {
  // A fatal signal that comes to this thread waits until the trace is written.
  const sigset_t Fatal = fatalSignals();
  sigset_t Before;
  pthread_sigmask(SIG_BLOCK, &Fatal, &Before);
  complain("trace", R.traceFile().path(), writeTraceOnce(R));
  releaseSignals();
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

__attribute__((destructor)) void write() {
  Recorder *R = Recorder::known();
  if (!R)
    return;
  const QuietFloatingPoint Quiet;
  {
    std::lock_guard<Recorder> Held(*R);
    int Problem = ENOMEM;
    attempt([&] { Problem = writeReport(*R); });
    complain("report", R->reportFile().path(), Problem);
  }
  if (R->traces())
    writeTraceAtExit(*R);
}

} // namespace

void usersched::writeAtExit() {
  if (*Options::get().Trace)
    catchSignals();
}
