//===- lattice.cpp - systems to start from --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a site is taken is decided by a hash of its number, not by a stream
// of random numbers: it does not depend on the order of the sites.
//
//===----------------------------------------------------------------------===//
#include "lattice.h"
#include "base/error.h"

#include <cmath>
#include <limits>
#include <utility>

namespace minimd {
namespace {

constexpr std::pair<const char *, System> names[] = {
    {"uniform", System::Uniform},
    {"droplet", System::Droplet},
    {"slab", System::Slab},
    {"gradient", System::Gradient},
};

/// Of the sites that vapour takes.
constexpr double vapour_share = 0.06;

/// `at` is the place in the box, from 0 to 1 in each direction.
double share_of_sites(const Lattice &lattice, const Vec3 &at) {
  switch (lattice.system) {
  case System::Uniform:
    break;
  case System::Droplet: {
    const Vec3 d = at - lattice.droplet_center;
    const double radius = lattice.droplet_radius;
    return dot(d, d) < radius * radius ? 1 : vapour_share;
  }
  case System::Slab:
    return at.z < 0.2 ? 1 : vapour_share;
  case System::Gradient:
    return std::pow(0.01, 1 - at.z);
  }
  return 1;
}

/// SplitMix64 of the site, as a number from 0 to 1, 1 excluded.
double uniform_hash(std::uint64_t site, std::uint64_t seed) {
  std::uint64_t h = (site + seed * 0x632be59bd9b4e019) * 0x9e3779b97f4a7c15;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9;
  h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
  return double((h ^ (h >> 31)) >> 11) * 0x1p-53;
}

void require_size(const Lattice &lattice) {
  double sites = 4;
  for (int cells : lattice.cells)
    sites *= cells;
  if (sites > std::numeric_limits<int>::max() / 2)
    throw gap::InputError(
        "the box has more lattice sites than can be numbered; expected at most "
        "268435455 unit cells");
  // Atoms, about as many ghosts, and lists of 100 neighbours.
  gap::require_memory(sites * (4 * sizeof(Vec3) + 100 * sizeof(int)),
                      "a box of this size");
}

} // namespace

System parse_system(const std::string &name) {
  for (const auto &[known, system] : names)
    if (name == known)
      return system;
  throw gap::InputError("'" + name +
                        "' is not a system; expected uniform, droplet, slab "
                        "or gradient");
}

const char *system_name(System system) {
  for (const auto &[name, known] : names)
    if (system == known)
      return name;
  return "";
}

Crystal make_crystal(const Lattice &lattice) {
  require_size(lattice);
  const double constant = std::cbrt(4 / lattice.density);
  const int nx = 2 * lattice.cells[0], ny = 2 * lattice.cells[1],
            nz = 2 * lattice.cells[2];
  Crystal crystal;
  Atoms &atoms = crystal.atoms;
  atoms.box = {constant * lattice.cells[0], constant * lattice.cells[1],
               constant * lattice.cells[2]};

  const auto fill = [&](bool liquid) {
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = (j + k) % 2; i < nx; i += 2) {
          const double share = share_of_sites(
              lattice, {double(i) / nx, double(j) / ny, double(k) / nz});
          // A gradient has no two phases.
          if (lattice.system != System::Gradient && (share == 1) != liquid)
            continue;
          const std::int64_t site = (std::int64_t{k} * ny + j) * nx + i + 1;
          if (uniform_hash(site, lattice.seed) >= share)
            continue;
          atoms.position.push_back(Vec3{double(i), double(j), double(k)} *
                                   (0.5 * constant));
          crystal.site.push_back(site);
        }
  };
  fill(true);
  if (lattice.system == System::Droplet || lattice.system == System::Slab)
    fill(false);

  const std::size_t count = atoms.position.size();
  atoms.velocity.resize(count);
  atoms.force.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    atoms.id.push_back(static_cast<int>(i));
  return crystal;
}

} // namespace minimd
