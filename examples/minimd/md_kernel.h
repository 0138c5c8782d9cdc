//===- md_kernel.h - a simulation as the schedule comparison sees it ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its scheduled loop is that over the forces on atoms; the loop that searches
// neighbours runs under the same schedule and counts as the rest of the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_MD_KERNEL_H
#define MINIMD_MD_KERNEL_H

#include "comparison/kernel.h"
#include "input.h"

namespace minimd {

/// How groups that were balanced for one neighbour list give way to those for
/// the next.
enum class PlanPolicy {
  Detect, ///< the runtime notices by itself
  Forget  ///< the program says so: usersched_reset()
};

class MdKernel final : public gap::Kernel {
  const Input input_;
  const Atoms initial_;
  const PlanPolicy policy_;
  Simulation simulation_;
  Thermo first_, last_;
  std::string miscount_; ///< what the last instrumented run found, or ""
  Atoms reference_;

  gap::KernelRun simulate(const gap::Schedule &schedule, int max_executions);

public:
  /// Called after each step, and once before the first.
  std::function<void()> on_step;

  MdKernel(const Input &input, PlanPolicy policy);

  const char *name() const override { return "force"; }
  gap::KernelRun run(const gap::Schedule &schedule,
                     int max_executions) override;
  std::vector<gap::ThreadLoads>
  count_loads(const gap::Schedule &schedule) override;
  /// Energy, momentum, and the reference's positions and velocities: with a
  /// full list bit for bit.
  std::string verify() const override;
  void make_reference() override { reference_ = simulation_.atoms(); }
  bool has_usersched() const override;
  void forget_plans() override;

  const Simulation &simulation() const { return simulation_; }
  Simulation &simulation() { return simulation_; }
  /// Change of the last run's total energy per atom from start to end.
  double energy_drift() const { return last_.total - first_.total; }
};

} // namespace minimd
#endif
