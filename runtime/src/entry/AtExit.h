//===- AtExit.h - what is written when the process ends -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_AT_EXIT_H
#define USERSCHED_AT_EXIT_H

namespace usersched {

/// To be called before the first loop is executed. The report and the trace
/// that the settings ask for are written when the process ends; the trace also
/// when a signal ends it that the program leaves to the system. Thread-safe.
void writeAtExit();

} // namespace usersched

#endif
