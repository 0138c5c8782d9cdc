//===- Memory.cpp - what happens when memory runs out ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Memory.h.
//
//===----------------------------------------------------------------------===//
#include "base/Memory.h"

#include <cstdio>
#include <cstdlib>

void usersched::endWithoutMemory(const char *What) {
  std::fprintf(stderr,
               "usersched: memory ran out for %s, without which no annotated "
               "loop can run; the program ends\n",
               What);
  std::abort();
}
