//===- AtExit.cpp - what is written when the process ends -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are written when the program ends, after its static objects have been
// destroyed, since those may execute loops; exit() from inside a loop comes
// there, too. A trace is also written when a signal ends the program that it
// would not have handled: it is kept in memory until then, since files that grow
// while loops run would disturb them.
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
#include <dlfcn.h>
#include <link.h>

#pragma weak dladdr1
#pragma weak dlopen

using namespace usersched;

namespace {

/// Signals that end a program that does not handle them, because something is
/// wrong or somebody does not want to wait.
constexpr int FatalSignals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                SIGILL,  SIGTERM, SIGINT};

/// Threads that may be writing the trace. The handler of a signal stays one:
/// the process ends with it.
std::atomic<int> Writers{0};

/// Waits until no thread writes the trace or has written it and ends the
/// process by a signal, 10 s at most.
void awaitWriter() {
  constexpr timespec Millisecond = {0, 1000000};
  for (int Times = 0; Times < 10000 && Writers > 0; ++Times)
    nanosleep(&Millisecond, nullptr);
}

/// Handles a fatal signal, on a stack of SIGSTKSZ bytes: writes the trace and
/// raises the signal again, which ends the process when this returns. Another
/// fatal signal may come to another thread meanwhile, as timeout(1) sends two
/// of them: it must not end the process before the trace is written.
void writeTraceAndEnd(int Signal) {
  ++Writers;
  Recorder *R = Recorder::known();
  if (R && R->claimTrace()) {
    writeTraceFile(*R);
  } else {
    --Writers;
    awaitWriter();
  }
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

/// Leaves signals to the system again.
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
  ++Writers;
  const int Problem = R.claimTrace() ? writeTraceFile(R) : 0;
  --Writers;
  awaitWriter();
  complain("trace", R.traceFile().path(), Problem);
  releaseSignals();
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

/// Keeps the library that has this code loaded until the process ends: threads
/// that have executed its loops may end at any time, fatal signals come, and a
/// report is of the whole process. Called when it is loaded, by a thread that
/// may wait for the loader's lock.
__attribute__((constructor)) void stayLoaded() {
  if (!&dladdr1 || !&dlopen) // in a static program
    return;
  Dl_info Info;
  link_map *Own = nullptr;
  if (dladdr1(reinterpret_cast<void *>(writeTraceAndEnd), &Info,
              reinterpret_cast<void **>(&Own), RTLD_DL_LINKMAP) &&
      Own && *Own->l_name) // else it is the program
    dlopen(Own->l_name, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
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
