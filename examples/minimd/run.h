//===- run.h - what the program does with a simulation --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run with thermodynamic output, or a comparison of schedules. Both return
// the program's exit status.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RUN_H
#define MINIMD_RUN_H

#include "options.h"

namespace minimd {

/// Prints what miniMD prints, and the times. Writes the trace and the loads, if
/// asked for.
int run_once(MdKernel &kernel, const Options &options);

/// Compares schedules; prints a table and writes the JSON, if asked for: of
/// each schedule one result for the force loop (kernel "force") and one for
/// whole time steps (kernel "total").
int run_comparison(MdKernel &kernel, const Options &options);

} // namespace minimd
#endif
