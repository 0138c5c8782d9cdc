//===- NoLoop.cpp - says why there is no report ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled without the plugin, a program ignores the pragma and never calls the
// library. If a report or a trace is wanted then, the library says at the end
// that no annotated loop ran, and how programs are compiled.
//
// Invariant: a process says so only if it loaded the library itself and a
// variable was set then. Loops pay nothing: what is asked is the counters.
//
//===----------------------------------------------------------------------===//
#include "entry/NoLoop.h"

#include "base/Statistics.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <unistd.h>

const char usersched::NoLoopIsSaid = 0;

namespace {

/// The variable that asks for a file; null: none does.
const char *Wanted = nullptr;
/// The process that loaded the library; a child of its forks says nothing. 0 if
/// nothing is wanted.
pid_t LoadedBy = 0;

/// The variables are read as Options reads names of files.
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
  std::fprintf(stderr,
               "usersched: %s is set, but no annotated loop ran in this "
               "process; compile files that have such loops with\n"
               "  $(usersched-config --cxx) $(usersched-config --cflags) "
               "FILE.cpp $(usersched-config --libs)\n",
               Wanted);
}

} // namespace
