//===- recorded_kernel.h - what all kernels do alike ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is written once, as a template over the recorder: with a NoRecorder
// it is timed, with a LoopRecorder its loads are counted. For kernel sources
// only, which are compiled with the plugin and without.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_RECORDED_KERNEL_H
#define GAP_RECORDED_KERNEL_H

#include "comparison/kernel.h"
#include "schedules/sleeping_team.h"
#include "schedules/usersched_api.h"

#include <omp.h>
#include <string>
#include <vector>

namespace gap {

/// Derived has
///   template <class Recorder>
///   void execute(const Schedule &, int max_executions, Recorder &,
///                KernelRun &);
///   std::string check() const;
/// for run() and verify(). Execute times each execution of the scheduled loop
/// with timed().
template <class Derived> class RecordedKernel : public Kernel {
public:
  bool has_usersched() const final { return usersched_enabled; }
  void forget_plans() final { forget_usersched_plans(); }
  void make_reference() override {}

  KernelRun run(const Schedule &schedule, int max_executions = 0) final {
    NoRecorder recorder;
    return run_with(recorder, schedule, max_executions);
  }

  std::vector<ThreadLoads> count_loads(const Schedule &schedule) final {
    LoopRecorder recorder(omp_get_max_threads());
    run_with(recorder, schedule, 0);
    miscount_ = recorder.miscount();
    return recorder.executions();
  }

  std::string verify() const final {
    if (!miscount_.empty())
      return miscount_;
    return static_cast<const Derived *>(this)->check();
  }

protected:
  /// loop(watch) executes the scheduled loop once.
  template <class Recorder, class Loop>
  auto timed(KernelRun &run, Recorder &recorder, std::int64_t num_iterations,
             const Loop &loop) {
    recorder.begin_execution(num_iterations);
    const double start = omp_get_wtime();
    const auto result = loop(recorder.watch());
    run.loop_seconds.push_back(omp_get_wtime() - start);
    recorder.end_execution();
    return result;
  }

private:
  template <class Recorder>
  KernelRun run_with(Recorder &recorder, const Schedule &schedule,
                     int max_executions) {
    KernelRun run;
    const SleepingTeam team(schedule);
    miscount_.clear();
    const double start = omp_get_wtime();
    static_cast<Derived *>(this)->execute(schedule, max_executions, recorder,
                                          run);
    run.seconds = omp_get_wtime() - start;
    return run;
  }

  std::string miscount_; ///< what the last instrumented run found, or ""
};

} // namespace gap
#endif
