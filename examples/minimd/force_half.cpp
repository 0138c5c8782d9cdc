//===- force_half.cpp - every pair is computed once -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice, with the plugin and without. The whole of a pair's energy and
// virial is the lower atom's.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "force.h"
#include "loops.h"

namespace minimd {
namespace {

void add_atomically(Vec3 &to, const Vec3 &what) {
#pragma omp atomic
  to.x += what.x;
#pragma omp atomic
  to.y += what.y;
#pragma omp atomic
  to.z += what.z;
}

} // namespace

template <bool WithSums, bool Buffers>
void ForceField::half(Atoms &atoms, const NeighborList &list,
                      const gap::Schedule &schedule, LoopLog &log) {
  const int n = atoms.num_owned();
  const Vec3 *const position = atoms.position.data();
  Vec3 *const forces = Buffers ? buffers_.data() : atoms.force.data();
  const int *const num_neighbors = list.num_neighbors().data();
  const int *const owner = list.owner().data();
  double *const energies = energies_.data();
  double *const virials = virials_.data();
  const Potential potential = potential_;
  const double cutoff_squared = potential.cutoff * potential.cutoff;
  for_atoms(schedule, n, num_neighbors, log, [=, &list](int i) {
    const auto add = [](Vec3 &to, const Vec3 &what) {
      if (Buffers)
        to += what;
      else
        add_atomically(to, what);
    };
    Vec3 *const mine =
        Buffers ? forces + std::size_t(omp_get_thread_num()) * n : forces;
    const Vec3 here = position[i];
    const int *const neighbors = list.neighbors(i);
    Vec3 sum;
    double energy = 0, virial = 0;
    for (int k = 0; k < num_neighbors[i]; ++k) {
      const int j = neighbors[k];
      const Vec3 d = here - position[j];
      const double distance_squared = dot(d, d);
      if (distance_squared >= cutoff_squared)
        continue;
      const Potential::Pair pair = potential.at(distance_squared);
      const Vec3 force = d * pair.force_over_distance;
      sum += force;
      add(mine[owner[j]], force * -1);
      if (WithSums) {
        energy += pair.energy;
        virial += distance_squared * pair.force_over_distance;
      }
    }
    add(mine[i], sum);
    if (WithSums) {
      energies[i] = energy;
      virials[i] = virial;
    }
  });
}

void ForceField::clear(Atoms &atoms) {
  std::vector<Vec3> &forces =
      kind_ == ForceKind::HalfBuffers ? buffers_ : atoms.force;
  if (kind_ == ForceKind::HalfBuffers) {
    const std::size_t count = atoms.velocity.size() * omp_get_max_threads();
    gap::require_memory(double(count) * sizeof(Vec3),
                        "a buffer of forces for each thread");
    forces.resize(count);
  }
  const std::int64_t count = static_cast<std::int64_t>(forces.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < count; ++i)
    forces[i] = {};
}

/// Sums the buffers.
void ForceField::collect(Atoms &atoms) {
  const int n = atoms.num_owned();
  const std::size_t num_buffers = buffers_.size() / atoms.velocity.size();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    Vec3 sum;
    for (std::size_t buffer = 0; buffer < num_buffers; ++buffer)
      sum += buffers_[buffer * n + i];
    atoms.force[i] = sum;
  }
}

void ForceField::compute_half(Atoms &atoms, const NeighborList &list,
                              const gap::Schedule &schedule, bool with_sums,
                              LoopLog &log) {
  clear(atoms);
  if (kind_ == ForceKind::HalfAtomic) {
    if (with_sums)
      half<true, false>(atoms, list, schedule, log);
    else
      half<false, false>(atoms, list, schedule, log);
    return;
  }
  if (with_sums)
    half<true, true>(atoms, list, schedule, log);
  else
    half<false, true>(atoms, list, schedule, log);
  collect(atoms);
}

} // namespace minimd
