//===- kernel.h - a graph kernel as the benchmarks see it -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel (pr, ...) implements this interface once, and gets trials,
// verification, comparison of schedules, tables and JSON from benchmark.h and
// compare.h. Its "scheduled loop" is the one with the usersched pragma; all
// times that are compared are of single executions of that loop.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_KERNEL_H
#define GAP_KERNEL_H

#include "schedules/schedule.h"
#include "schedules/thread_loads.h"

#include <string>
#include <vector>

namespace gap {

/// One run of a kernel.
struct KernelRun {
  double seconds = 0;               ///< the whole run
  std::vector<double> loop_seconds; ///< each execution of the scheduled loop
  std::string outcome;              ///< in words, as in "14 iterations"
};

/// Used by one thread, outside parallel regions; each run uses a team of
/// omp_get_max_threads().
class Kernel {
public:
  virtual ~Kernel() = default;

  /// "pr"
  virtual const char *name() const = 0;

  /// Whether all executions of the scheduled loop in one run do the same work.
  /// If not, as in a search level by level, the time of "one execution" is the
  /// mean of a run's.
  virtual bool executions_alike() const { return true; }

  /// Runs the kernel under a schedule that it can_run(). If max_executions
  /// is not 0, stops after as many executions of the scheduled loop; the
  /// result is then not one to verify.
  virtual KernelRun run(const Schedule &schedule, int max_executions = 0) = 0;

  /// Runs the instrumented kernel: per execution of the scheduled loop, who
  /// did what until when. That every iteration ran once is left to verify().
  virtual std::vector<ThreadLoads> count_loads(const Schedule &schedule) = 0;

  /// Checks the last complete run by an independent serial computation.
  /// Returns what is wrong with it, or "".
  virtual std::string verify() const = 0;

  /// Makes the last complete run the reference: from now on runs do the same
  /// amount of work, and verify() also compares their results with it.
  virtual void make_reference() = 0;

  /// Whether this program was compiled with the plugin; if not, the annotated
  /// loop is a plain `omp parallel for`.
  virtual bool has_usersched() const = 0;

  /// Whether the scheduled loop can run under oneTBB's partitioners.
  virtual bool has_tbb() const { return false; }

  /// Drops all that the usersched runtime has learnt: the next execution of a
  /// loop is a first one.
  virtual void forget_plans() = 0;
};

/// Whether the kernel's loop can run under the schedule in this program.
inline bool can_run(const Kernel &kernel, const Schedule &schedule) {
  return schedule.is_tbb() ? kernel.has_tbb() : is_available(schedule);
}

/// The schedule's name in this kernel: the annotated loop without the plugin
/// is not "usersched".
inline std::string schedule_name(const Kernel &kernel,
                                 const Schedule &schedule) {
  if (schedule.is_usersched() && !kernel.has_usersched())
    return "pragma ignored";
  return schedule.name();
}

} // namespace gap
#endif
