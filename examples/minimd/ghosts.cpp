//===- ghosts.cpp - periodic images of atoms near the faces of the box ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One direction after the other, where ghosts of earlier ones have images too:
// edges and corners come by themselves.
//
//===----------------------------------------------------------------------===//
#include "ghosts.h"

#include <cmath>

namespace minimd {
namespace {

double wrapped(double x, double side) {
  x -= side * std::floor(x / side);
  // What was just below 0 rounds up to the side.
  return x < side ? x : 0;
}

} // namespace

void Ghosts::wrap(Atoms &atoms) {
  const int n = atoms.num_owned();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    Vec3 &p = atoms.position[i];
    p = {wrapped(p.x, atoms.box.x), wrapped(p.y, atoms.box.y),
         wrapped(p.z, atoms.box.z)};
  }
}

void Ghosts::make(Atoms &atoms, double reach) {
  owner_.clear();
  shift_.clear();
  const int num_owned = atoms.num_owned();
  atoms.position.resize(num_owned);
  for (double Vec3::*side : {&Vec3::x, &Vec3::y, &Vec3::z}) {
    const double length = atoms.box.*side;
    const int count = atoms.num_all();
    const auto add = [&](int i, double distance) {
      Vec3 shift = i < num_owned ? Vec3{} : shift_[i - num_owned];
      const int owner = i < num_owned ? i : owner_[i - num_owned];
      shift.*side = distance;
      owner_.push_back(owner);
      shift_.push_back(shift);
      atoms.position.push_back(atoms.position[owner] + shift);
    };
    for (int i = 0; i < count; ++i) {
      const double x = atoms.position[i].*side;
      if (x <= reach)
        add(i, length);
      if (x >= length - reach)
        add(i, -length);
    }
  }
}

void Ghosts::update(Atoms &atoms) {
  const int num_owned = atoms.num_owned();
  const int count = static_cast<int>(owner_.size());
#pragma omp parallel for schedule(static)
  for (int g = 0; g < count; ++g)
    atoms.position[num_owned + g] = atoms.position[owner_[g]] + shift_[g];
}

} // namespace minimd
