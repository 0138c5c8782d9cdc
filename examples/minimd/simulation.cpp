//===- simulation.cpp - velocity Verlet in a periodic box -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here is balanced: these loops cost the same for every atom.
//
//===----------------------------------------------------------------------===//
#include "simulation.h"
#include "base/error.h"
#include "busy_clock.h"

#include <cmath>
#include <cstdio>

namespace minimd {
namespace {

std::string text(const char *format, double a, double b) {
  char buffer[240];
  std::snprintf(buffer, sizeof buffer, format, a, b);
  return buffer;
}

const Vec3 &checked(const Vec3 &box, const Settings &settings) {
  const double least = 2 * settings.reach();
  for (double side : {box.x, box.y, box.z})
    if (!(side >= least && std::isfinite(side)))
      throw gap::InputError(text(
          "a side of the box is %.4g long; expected at least %.4g, twice the "
          "sum of cut-off and skin: take more unit cells, a lower density or a "
          "smaller cut-off",
          side, least));
  return box;
}

/// Closer than this, in units of sigma, no two atoms ever come by themselves.
constexpr double overlap = 0.5;

void require_no_overlap(const Atoms &atoms, const NeighborList &list,
                        double sigma) {
  const AtomPair pair = closest_pair(atoms, list);
  if (pair.distance >= overlap * sigma)
    return;
  const std::string other =
      pair.b < 0 ? "one of another rank" : std::to_string(atoms.id[pair.b] + 1);
  throw gap::InputError(
      "atoms " + std::to_string(atoms.id[pair.a] + 1) + " and " + other +
      text(" overlap: they are %.4g apart; expected at least %.4g, half of "
           "sigma",
           pair.distance, overlap * sigma));
}

} // namespace

Simulation::Simulation(const Settings &settings, const Vec3 &box,
                       std::unique_ptr<Surroundings> surroundings)
    : settings_(settings), surroundings_(std::move(surroundings)),
      cells_({{}, checked(box, settings)}, settings.reach()),
      force_field_(settings.potential, settings.force_kind) {
  atoms_.box = box;
}

/// What the surroundings take is no time in which this process computes: most
/// of it is waiting for others.
template <class Call> void Simulation::ask_surroundings(const Call &call) {
  const double start = busy_clock();
  call();
  away_ += busy_clock() - start;
}

void Simulation::start(const Atoms &atoms, const gap::Schedule &schedule) {
  // Assignment in place: the addresses stay those of the last run.
  atoms_ = atoms;
  schedule_ = schedule;
  step_ = 0;
  times = {};
  force_log.seconds.clear();
  list_log.seconds.clear();
  make_list();
  if (on_new_list)
    on_new_list();
  require_no_overlap(atoms_, list_, settings_.potential.sigma);
  compute_forces(true);
}

void Simulation::step(bool with_sums) {
  const double start = omp_get_wtime();
  const double counted = times.force + times.list;
  const double busy_start = busy_clock();
  away_ = 0;
  kick_and_drift();
  ++step_;
  if (has_new_list()) {
    make_list();
    if (on_new_list)
      on_new_list();
  } else {
    ask_surroundings([&] { surroundings_->update(atoms_); });
  }
  compute_forces(with_sums);
  kick();
  times.other += omp_get_wtime() - start - (times.force + times.list - counted);
  times.busy += busy_clock() - busy_start - away_;
}

void Simulation::make_list() {
  const double start = omp_get_wtime();
  ask_surroundings(
      [&] { surroundings_->settle(atoms_, list_.num_neighbors()); });
  const Region region = surroundings_->region(atoms_);
  if (region != cells_.region())
    cells_ = Cells(region, settings_.reach());
  if (settings_.sort)
    sort_atoms();
  ask_surroundings([&] { surroundings_->make(atoms_, settings_.reach()); });
  cells_.bin(atoms_);
  list_.build(list_kind(settings_.force_kind), atoms_, *surroundings_, cells_,
              settings_.reach(), schedule_, list_log);
  times.list += omp_get_wtime() - start;
}

void Simulation::compute_forces(bool with_sums) {
  const double start = omp_get_wtime();
  sums_ = force_field_.compute(atoms_, list_, schedule_, with_sums, force_log);
  times.force += omp_get_wtime() - start;
}

void Simulation::kick_and_drift() {
  const int n = atoms_.num_owned();
  const double dt = settings_.time_step;
  // No atom moves by half its diameter in one step, unless the step is so long
  // that nothing of what it computes is true.
  const double farthest = 0.5 * settings_.potential.sigma;
  const double fastest_squared = farthest * farthest / (dt * dt);
  bool exploded = false;
#pragma omp parallel for schedule(static) reduction(| : exploded)
  for (int i = 0; i < n; ++i) {
    Vec3 &v = atoms_.velocity[i];
    v += atoms_.force[i] * (0.5 * dt);
    atoms_.position[i] += v * dt;
    // True for what is not a number, too.
    exploded |= !(dot(v, v) <= fastest_squared);
  }
  if (exploded)
    report_explosion();
}

void Simulation::kick() {
  const int n = atoms_.num_owned();
  const double half = 0.5 * settings_.time_step;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    atoms_.velocity[i] += atoms_.force[i] * half;
}

void Simulation::report_explosion() const {
  int fastest = 0;
  double most = -1;
  for (int i = 0; i < atoms_.num_owned(); ++i) {
    const double speed = std::sqrt(dot(atoms_.velocity[i], atoms_.velocity[i]));
    if (speed > most || !std::isfinite(speed)) {
      fastest = i;
      most = speed;
      if (!std::isfinite(speed))
        break;
    }
  }
  throw gap::InputError(
      "the simulation has exploded: in step " + std::to_string(step_ + 1) +
      ", atom " + std::to_string(atoms_.id[fastest] + 1) +
      text(" would move by %.3g; expected at most %.3g, half of sigma: take a "
           "smaller time step",
           most * settings_.time_step, 0.5 * settings_.potential.sigma) +
      text(" (now %g) or a lower temperature", settings_.time_step, 0));
}

void Simulation::sort_atoms() {
  const std::size_t n = atoms_.velocity.size();
  atoms_.position.resize(n); // no ghosts
  cells_.bin(atoms_);
  const std::vector<int> order = cells_.by_cell();
  const Atoms old = atoms_;
  for (std::size_t i = 0; i < n; ++i) {
    atoms_.position[i] = old.position[order[i]];
    atoms_.velocity[i] = old.velocity[order[i]];
    atoms_.id[i] = old.id[order[i]];
  }
  list_.reorder(order);
}

} // namespace minimd
