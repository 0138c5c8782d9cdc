//===- sweep_block.cpp - the zones of a rank, and one sweep through some -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upwind differences; the cross-section grows with the flux, so that each zone
// solves an equation by iteration. Where it is hot, that takes longer.
//
//===----------------------------------------------------------------------===//
#include "sweep_block.h"

#include <algorithm>
#include <omp.h>

namespace ranks {
namespace {

/// Between the sums of two threads, which share no cache line.
constexpr std::size_t padding = 16;

/// How fast a particle flies along each axis; they differ by direction.
std::array<double, 3> speeds(int direction, int directions) {
  const double share = (direction + 0.5) / directions;
  return {0.2 + 0.6 * share, 0.8 - 0.6 * share, 0.5};
}

} // namespace

SweepBlock::SweepBlock(const ZoneRange &zones, int groups, int directions)
    : zones_(zones), groups_(groups), directions_(directions),
      flux_(at(groups, 0, 0, 0)), iterations_(flux_.size()),
      loads_(std::size_t(groups)),
      thread_loads_(std::size_t(omp_get_max_threads()) * padding) {}

void SweepBlock::heat(const std::array<double, 3> &place, double radius) {
  std::fill(flux_.begin(), flux_.end(), 0.0);
  for (int group = 0; group < groups_; ++group)
    for (int z = 0; z < zones_.size[2]; ++z)
      for (int y = 0; y < zones_.size[1]; ++y)
        for (int x = 0; x < zones_.size[0]; ++x) {
          const double dx = zones_.first[0] + x - place[0];
          const double dy = zones_.first[1] + y - place[1];
          const double dz = zones_.first[2] + z - place[2];
          const bool hot = dx * dx + dy * dy + dz * dz < radius * radius;
          iterations_[at(group, x, y, z)] = !hot                  ? 2
                                            : 4 * group < groups_ ? 96
                                                                  : 6;
        }
}

void SweepBlock::resize_faces(int size_z, Faces &faces) const {
  const std::size_t rays = std::size_t(groups_) * std::size_t(directions_);
  const std::size_t layers = std::size_t(size_z);
  faces.x.resize(rays * layers * std::size_t(zones_.size[1]));
  faces.y.resize(rays * layers * std::size_t(zones_.size[0]));
}

void SweepBlock::clear_z(Faces &faces) const {
  faces.z.assign(std::size_t(groups_) * std::size_t(directions_) *
                     std::size_t(zones_.size[0]) * std::size_t(zones_.size[1]),
                 0.0);
}

void SweepBlock::sweep_group(int group, int first_z, int size_z,
                             const std::array<int, 3> &sign, Faces &faces) {
  const int size_x = zones_.size[0], size_y = zones_.size[1];
  for (int direction = 0; direction < directions_; ++direction) {
    const std::array<double, 3> v = speeds(direction, directions_);
    const auto ray = std::size_t(group * directions_ + direction);
    double *const in_x = &faces.x[ray * std::size_t(size_z * size_y)];
    double *const in_y = &faces.y[ray * std::size_t(size_z * size_x)];
    double *const in_z = &faces.z[ray * std::size_t(size_x * size_y)];
    for (int k = 0; k < size_z; ++k)
      for (int j = 0; j < size_y; ++j)
        for (int i = 0; i < size_x; ++i) {
          const int x = sign[0] > 0 ? i : size_x - 1 - i;
          const int y = sign[1] > 0 ? j : size_y - 1 - j;
          const int layer = sign[2] > 0 ? k : size_z - 1 - k;
          const std::size_t zone = at(group, x, y, first_z + layer);
          double &from_x = in_x[layer * size_y + y];
          double &from_y = in_y[layer * size_x + x];
          double &from_z = in_z[y * size_x + x];
          const double all = 1 + v[0] * from_x + v[1] * from_y + v[2] * from_z;
          const double loss = v[0] + v[1] + v[2] + 1;
          double psi = all / loss;
          for (int n = int(iterations_[zone]); n > 0; --n)
            psi = all / (loss + psi / (1 + psi));
          flux_[zone] += psi / directions_;
          from_x = from_y = from_z = psi;
        }
  }
}

void SweepBlock::sweep(int first_z, int size_z, const std::array<int, 3> &sign,
                       Threads threads, Faces &faces) {
  const std::size_t zones =
      std::size_t(size_z) * std::size_t(zones_.size[0] * zones_.size[1]);
  double *const loads = loads_.data();
  for (int group = 0; group < groups_; ++group) {
    const double *const of_group = &iterations_[at(group, 0, 0, first_z)];
    loads[group] = 0;
    for (std::size_t zone = 0; zone < zones; ++zone)
      loads[group] += of_group[zone] + 2; // beside the iterations
  }
  const auto body = [&](int group) {
    sweep_group(group, first_z, size_z, sign, faces);
    thread_loads_[std::size_t(omp_get_thread_num()) * padding] += loads[group];
  };
  const int groups = groups_;
  if (threads == Threads::Usersched) {
#pragma ompx usersched(load : loads[group])
#pragma omp parallel for
    for (int group = 0; group < groups; ++group)
      body(group);
  } else {
#pragma omp parallel for schedule(static)
    for (int group = 0; group < groups; ++group)
      body(group);
  }
  note_threads();
}

void SweepBlock::note_threads() {
  double largest = 0, sum = 0;
  for (std::size_t i = 0; i < thread_loads_.size(); i += padding) {
    largest = std::max(largest, thread_loads_[i]);
    sum += thread_loads_[i];
    thread_loads_[i] = 0;
  }
  thread_work_.largest += largest;
  thread_work_.mean += sum / omp_get_max_threads();
}

double SweepBlock::total_flux() const {
  double total = 0;
  for (double flux : flux_)
    total += flux;
  return total;
}

double SweepBlock::column_work(int x, int y) const {
  double work = 0;
  for (int group = 0; group < groups_; ++group)
    for (int z = 0; z < zones_.size[2]; ++z)
      work += iterations_[at(group, x, y, z)] + 2;
  return work;
}

} // namespace ranks
