//===- Processors.cpp - how many processors there are ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Processors.h.
//
//===----------------------------------------------------------------------===//
#include "base/Processors.h"

#include <sched.h>

using namespace usersched;

static const unsigned Usable = [] {
  cpu_set_t Set;
  return sched_getaffinity(0, sizeof Set, &Set) == 0
             ? static_cast<unsigned>(CPU_COUNT(&Set))
             : 0;
}();

unsigned usersched::usableProcessors() { return Usable; }
