//===- trace_file.h - which thread did what, and when ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run with --trace runs the traced copy of the force loop. Of every execution
// the file has time and balance, of one step every segment.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_TRACE_FILE_H
#define MINIMD_TRACE_FILE_H

#include "options.h"
#include "plans.h"

namespace minimd {

class TraceFile {
  /// After one step.
  struct Step {
    double end;
    bool new_list;
    PlanCounts plans;
  };

  MdKernel &kernel_;
  const Options &options_;
  Trace trace_;
  std::vector<Step> steps_;

public:
  /// Traces the kernel's runs during its lifetime, if the options ask for it.
  TraceFile(MdKernel &kernel, const Options &options);
  ~TraceFile() { kernel_.simulation().force_log.trace = nullptr; }
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;

  /// To be called after every step, and before the first.
  void note_step();

  /// Throws gap::InputError if the file cannot be written.
  void write() const;
};

} // namespace minimd
#endif
