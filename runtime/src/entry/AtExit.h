//===- AtExit.h - what is written when the process ends -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_AT_EXIT_H
#define USERSCHED_AT_EXIT_H

namespace usersched {

/// Arranges that the report and the trace that the settings ask for are written
/// when the process ends. The trace is also written when a signal ends the
/// process that the program leaves to the system. Called before the first loop
/// is executed. Thread-safe.
void writeAtExit();

} // namespace usersched

#endif
