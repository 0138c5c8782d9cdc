//===- velocities.cpp - initial velocities --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generator is the minimal standard one of Park and Miller (Comm. ACM 31,
// 1988), seeded with the site and run on between components: with it and
// Uniform, a crystal starts as miniMD's does.
//
//===----------------------------------------------------------------------===//
#include "velocities.h"
#include "thermo.h"

#include <cmath>

namespace minimd {
namespace {

class ParkMiller {
  static constexpr std::int64_t modulus = 2147483647;
  std::int64_t state_;

public:
  explicit ParkMiller(std::uint64_t seed)
      : state_(static_cast<std::int64_t>(seed % modulus)) {
    // The one state that the generator never leaves.
    if (state_ == 0)
      state_ = 1;
  }
  /// From 0 to 1, both excluded.
  double next() {
    state_ = state_ * 16807 % modulus;
    return double(state_) * (1.0 / modulus);
  }
  /// Neighbouring seeds have similar first numbers.
  double next_independent() {
    for (int skipped = 0; skipped < 5; ++skipped)
      next();
    return next();
  }
};

/// By the method of Box and Muller.
double gaussian(ParkMiller &random) {
  constexpr double two_pi = 6.283185307179586;
  const double radius = std::sqrt(-2 * std::log(random.next_independent()));
  return radius * std::cos(two_pi * random.next_independent());
}

} // namespace

void set_velocities(Atoms &atoms, const std::vector<std::int64_t> &site,
                    VelocityKind kind, std::uint64_t seed, double temperature) {
  for (int i = 0; i < atoms.num_owned(); ++i) {
    const auto number = static_cast<std::uint64_t>(site[i]);
    Vec3 &v = atoms.velocity[i];
    if (kind == VelocityKind::Uniform) {
      ParkMiller random(number);
      v.x = random.next_independent();
      v.y = random.next_independent();
      v.z = random.next_independent();
    } else {
      ParkMiller random(number * 0x9e3779b97f4a7c15 + seed);
      v.x = gaussian(random);
      v.y = gaussian(random);
      v.z = gaussian(random);
    }
  }
  scale_velocities(atoms, temperature);
}

void scale_velocities(Atoms &atoms, double temperature) {
  const Vec3 drift = total_momentum(atoms) * (1.0 / atoms.num_owned());
  for (Vec3 &v : atoms.velocity)
    v -= drift;
  const double now = kinetic_temperature(atoms);
  const double factor = now > 0 ? std::sqrt(temperature / now) : 0;
  for (Vec3 &v : atoms.velocity)
    v = v * factor;
}

} // namespace minimd
