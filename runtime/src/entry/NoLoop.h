//===- NoLoop.h - brings in what NoLoop.cpp does --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared library always has NoLoop.cpp. A linker takes NoLoop.o from the
// archive only if another object that it takes refers to it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_NO_LOOP_H
#define USERSCHED_NO_LOOP_H

#include <atomic>

namespace usersched {

/// A reference to this links NoLoop.cpp: whoever includes this file has one,
/// which nobody reads.
extern const char NoLoopIsSaid;
__attribute__((used)) static const char *const LinksNoLoop = &NoLoopIsSaid;

/// True once a taskloop has run, which neither a report nor a trace has.
extern std::atomic<bool> TaskloopRan;

} // namespace usersched

#endif
