//===- simulation.h - velocity Verlet in a periodic box -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step: half a kick, drift, new forces (from a new list every few steps),
// the other half of the kick. What a run computes does not depend on the
// schedule: with a full list not in a single bit.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_SIMULATION_H
#define MINIMD_SIMULATION_H

#include "force.h"
#include "ghosts.h"
#include "thermo.h"

#include <functional>
#include <memory>

namespace minimd {

/// What the physics depends on, beside the initial atoms.
struct Settings {
  Potential potential;
  double skin = 0.3;
  double time_step = 0.005;
  int list_every = 20; ///< steps from one list to the next
  ForceKind force_kind = ForceKind::Full;
  /// Atoms are sorted by cell before each list, so that neighbours are close in
  /// memory, too.
  bool sort = false;

  double reach() const { return potential.cutoff + skin; }
};

/// Seconds by what they were spent on.
struct PhaseTimes {
  double force = 0, list = 0, other = 0;
  /// By busy_clock(), of all that steps did but settle atoms and bring ghosts.
  double busy = 0;
};

class Simulation {
  const Settings settings_;
  Atoms atoms_;
  gap::Schedule schedule_;
  const std::unique_ptr<Surroundings> surroundings_;
  Cells cells_;
  NeighborList list_;
  ForceField force_field_;
  PairSums sums_;
  int step_ = 0;
  double away_ = 0; ///< by busy_clock(), what this step's surroundings took

  template <class Call> void ask_surroundings(const Call &call);
  void make_list();
  void compute_forces(bool with_sums);
  void kick_and_drift();
  void kick();
  void sort_atoms();
  [[noreturn]] void report_explosion() const;

public:
  LoopLog force_log, list_log;
  PhaseTimes times;
  /// Called after each new list.
  std::function<void()> on_new_list;

  /// Throws gap::InputError if the box is too small for the cut-off.
  Simulation(
      const Settings &settings, const Vec3 &box,
      std::unique_ptr<Surroundings> surroundings = std::make_unique<Ghosts>());

  /// Begins a run with these atoms, in that box. The logs and times are those
  /// of this run. Throws gap::InputError if atoms overlap.
  void start(const Atoms &atoms, const gap::Schedule &schedule);

  /// Does a time step. With sums, thermo() may be asked for afterwards. Throws
  /// gap::InputError if an atom moves too far to be believed.
  void step(bool with_sums);

  /// Whether the last step began with a new list.
  bool has_new_list() const { return step_ % settings_.list_every == 0; }

  int steps_done() const { return step_; }
  const Atoms &atoms() const { return atoms_; }
  const NeighborList &list() const { return list_; }
  Totals totals() const { return total(atoms_, sums_); }
  Thermo thermo() const { return measure(atoms_, sums_); }
};

} // namespace minimd
#endif
