//===- md_kernel.cpp - a simulation as the schedule comparison sees it ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice, with the plugin and without. Every run starts from the same
// atoms, in the same memory.
//
//===----------------------------------------------------------------------===//
#include "md_kernel.h"
#include "schedules/usersched_api.h"

#include <cmath>
#include <cstdio>
#include <omp.h>

namespace minimd {
namespace {

std::string text(const char *format, double a, double b) {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, format, a, b);
  return buffer;
}

/// Half lists' forces have the last bits of chance, and these grow.
constexpr double tolerance = 1e-6;

bool same(const Vec3 &a, const Vec3 &b, double apart) {
  return std::fabs(a.x - b.x) <= apart && std::fabs(a.y - b.y) <= apart &&
         std::fabs(a.z - b.z) <= apart;
}

} // namespace

MdKernel::MdKernel(const Input &input, PlanPolicy policy)
    : input_(input), initial_(make_atoms(input)), policy_(policy),
      simulation_(input.settings, initial_.box) {}

bool MdKernel::has_usersched() const { return usersched_enabled; }
void MdKernel::forget_plans() { forget_usersched_plans(); }

gap::KernelRun MdKernel::simulate(const gap::Schedule &schedule,
                                  int max_executions) {
  gap::KernelRun run;
  miscount_.clear();
  const double start = omp_get_wtime();
  simulation_.on_new_list = [this, schedule] {
    if (policy_ == PlanPolicy::Forget && schedule.is_usersched())
      forget_usersched_plans();
  };
  simulation_.start(initial_, schedule);
  first_ = last_ = simulation_.thermo();
  if (on_step)
    on_step();
  const int steps = max_executions > 0
                        ? std::min(max_executions - 1, input_.steps)
                        : input_.steps;
  for (int step = 1; step <= steps; ++step) {
    const bool wanted = step == steps || (input_.thermo_every &&
                                          step % input_.thermo_every == 0);
    simulation_.step(wanted);
    if (wanted)
      last_ = simulation_.thermo();
    if (on_step)
      on_step();
  }
  run.seconds = omp_get_wtime() - start;
  run.loop_seconds = simulation_.force_log.seconds;
  run.outcome = std::to_string(steps) + (steps == 1 ? " step" : " steps") +
                text(", energy drift %.2g", energy_drift(), 0);
  return run;
}

gap::KernelRun MdKernel::run(const gap::Schedule &schedule,
                             int max_executions) {
  return simulate(schedule, max_executions);
}

std::vector<gap::ThreadLoads>
MdKernel::count_loads(const gap::Schedule &schedule) {
  Trace trace;
  simulation_.force_log.trace = &trace;
  simulate(schedule, 0);
  simulation_.force_log.trace = nullptr;
  std::vector<gap::ThreadLoads> result;
  for (const Execution &execution : trace.executions()) {
    result.push_back(thread_loads(execution));
    std::int64_t iterations = 0;
    for (std::int64_t count : result.back().iterations)
      iterations += count;
    if (iterations != initial_.num_owned())
      miscount_ = std::to_string(iterations) +
                  " iterations of the loop ran instead of " +
                  std::to_string(initial_.num_owned());
  }
  return result;
}

std::string MdKernel::verify() const {
  if (!miscount_.empty())
    return miscount_;
  const Atoms &atoms = simulation_.atoms();
  const int n = atoms.num_owned();
  const Vec3 momentum = total_momentum(atoms);
  const double per_atom = std::sqrt(dot(momentum, momentum)) / n;
  if (!(per_atom < 1e-9))
    return text("the momentum per atom is %.3g; expected 0", per_atom, 0);
  if (!std::isfinite(last_.total))
    return "the energy is not a number";
  const double apart =
      input_.settings.force_kind == ForceKind::Full ? 0 : tolerance;
  for (int i = 0; i < reference_.num_owned(); ++i)
    if (atoms.id[i] != reference_.id[i] ||
        !same(atoms.position[i], reference_.position[i], apart) ||
        !same(atoms.velocity[i], reference_.velocity[i], apart))
      return "atom " + std::to_string(reference_.id[i] + 1) +
             text(" is at x = %.17g; expected %.17g", atoms.position[i].x,
                  reference_.position[i].x);
  return "";
}

} // namespace minimd
