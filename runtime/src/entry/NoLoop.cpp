//===- NoLoop.cpp - says why there is no report ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that was compiled without the plugin ignores the pragma and never
// calls the library. If the user wants a report or a trace of such a program,
// the library says at the end that no annotated loop ran, and how to compile
// the program.
//
// Invariant: a process says so only if it loaded the library itself and a
// variable was set then. This costs loops nothing: it reads the counters.
//
//===----------------------------------------------------------------------===//
#include "entry/NoLoop.h"

#include "base/Statistics.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <unistd.h>

const char usersched::NoLoopIsSaid = 0;
std::atomic<bool> usersched::TaskloopRan{false};

namespace {

/// The name of the variable that asks for a file; null if none does.
const char *Wanted = nullptr;
/// The process that loaded the library; 0 if no file is wanted. Children of
/// fork() say nothing.
pid_t LoadedBy = 0;

/// Reads the variables as Options does.
__attribute__((constructor)) void readWishes() {
  for (const char *Name : {"USERSCHED_REPORT", "USERSCHED_TRACE"})
    if (const char *Text = secure_getenv(Name); Text && *Text && !Wanted)
      Wanted = Name;
  if (Wanted)
    LoadedBy = getpid();
}

__attribute__((destructor)) void sayIfNoLoopRan() {
  if (!Wanted || LoadedBy != getpid() ||
      usersched::Counters::sum().executions > 0)
    return;
  if (usersched::TaskloopRan) {
    std::fprintf(stderr,
                 "usersched: %s is set, but of the annotated loops only "
                 "taskloops ran in this process, which are not recorded\n",
                 Wanted);
    return;
  }
  std::fprintf(stderr,
               "usersched: %s is set, but no annotated loop ran in this "
               "process; compile files that have such loops with\n"
               "  $(usersched-config --cxx) $(usersched-config --cflags) "
               "FILE.cpp $(usersched-config --libs)\n",
               Wanted);
}

} // namespace
