//===- run_once.cpp - one run with thermodynamic output -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of output are miniMD's, with the total energy in front of the time.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "run.h"
#include "trace_file.h"

#include <cmath>
#include <cstdio>
#include <fstream>

namespace minimd {
namespace {

void print_settings(const MdKernel &kernel, const Options &o) {
  const Atoms &atoms = kernel.simulation().atoms();
  const Settings &s = o.input.settings;
  std::printf("# %s: %d atoms, box %.2f x %.2f x %.2f, density %.4f, cut-off "
              "%g, skin %g, time step %g\n",
              o.input_name.c_str(), atoms.num_owned(), atoms.box.x, atoms.box.y,
              atoms.box.z, atoms.num_owned() / atoms.volume(),
              s.potential.cutoff, s.skin, s.time_step);
}

void print_thermo(int step, const Thermo &t, double seconds) {
  std::printf("%d %.6e %.6e %.6e %.6e %.3f\n", step, t.temperature, t.potential,
              t.pressure, t.total, seconds);
}

void print_summary(const MdKernel &kernel, const Options &o,
                   const gap::KernelRun &run) {
  const Simulation &simulation = kernel.simulation();
  const PhaseTimes &times = simulation.times;
  const Vec3 p = total_momentum(simulation.atoms());
  const int threads = omp_get_max_threads();
  std::printf("# %d steps in %.3f s: %.3f s force, %.3f s neighbour lists, "
              "%.3f s other (%d %s, schedule: %s)\n",
              simulation.steps_done(), run.seconds, times.force, times.list,
              times.other, threads, threads == 1 ? "thread" : "threads",
              schedule_name(kernel, o.schedule).c_str());
  std::printf("# energy drift per atom: %.3e; momentum per atom: %.1e\n",
              kernel.energy_drift(),
              std::sqrt(dot(p, p)) / simulation.atoms().num_owned());
}

void write_loads(const Simulation &simulation, const std::string &path) {
  std::ofstream file(path);
  for (int load : simulation.list().num_neighbors())
    file << load << '\n';
  file.close();
  if (!file)
    throw gap::InputError(path + ": cannot be written; expected the name of a "
                                 "file for the loads");
}

} // namespace

int run_once(MdKernel &kernel, const Options &o) {
  if (!is_available(o.schedule))
    throw gap::InputError(o.schedule.name() +
                          " is not a schedule of this OpenMP runtime; expected "
                          "another, or a program made by clang");
  const double start = omp_get_wtime();
  const int every = o.input.thermo_every, steps = o.input.steps;
  TraceFile trace(kernel, o);
  kernel.on_step = [&] {
    const int step = kernel.simulation().steps_done();
    if (step == 0) {
      print_settings(kernel, o);
      std::printf("# step temperature potential pressure total seconds\n");
    }
    if (step == 0 || step == steps || (every && step % every == 0))
      print_thermo(step, kernel.simulation().thermo(), omp_get_wtime() - start);
    trace.note_step();
  };
  const gap::KernelRun run = kernel.run(o.schedule, 0);
  print_summary(kernel, o, run);
  if (!o.trace.empty())
    trace.write();
  if (!o.dump_loads.empty())
    write_loads(kernel.simulation(), o.dump_loads);
  const std::string problem = kernel.verify();
  if (!problem.empty())
    throw gap::InputError("the result is wrong: " + problem);
  return 0;
}

} // namespace minimd
