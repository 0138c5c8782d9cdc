//===- atoms.h - atoms and the box that they are in -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions of owned atoms come first, then those of their periodic images, the
// ghosts. A neighbour list's indices go into this array of positions, so atoms
// are reordered only when a new list is made.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_ATOMS_H
#define MINIMD_ATOMS_H

#include <vector>

namespace minimd {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  Vec3 &operator+=(const Vec3 &o) {
    x += o.x, y += o.y, z += o.z;
    return *this;
  }
  Vec3 &operator-=(const Vec3 &o) {
    x -= o.x, y -= o.y, z -= o.z;
    return *this;
  }
  friend Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
  friend Vec3 operator-(Vec3 a, const Vec3 &b) { return a -= b; }
  friend Vec3 operator*(const Vec3 &a, double s) {
    return {a.x * s, a.y * s, a.z * s};
  }
  friend bool operator!=(const Vec3 &a, const Vec3 &b) {
    return a.x != b.x || a.y != b.y || a.z != b.z;
  }
  friend double dot(const Vec3 &a, const Vec3 &b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  }
};

struct Atoms {
  Vec3 box;                   ///< periodic, from the origin
  std::vector<Vec3> position; ///< owned atoms, then ghosts
  std::vector<Vec3> velocity; ///< owned
  std::vector<Vec3> force;    ///< owned
  std::vector<int> id;        ///< owned: number in order of creation, from 0

  int num_owned() const { return static_cast<int>(velocity.size()); }
  int num_all() const { return static_cast<int>(position.size()); }
  double volume() const { return box.x * box.y * box.z; }
};

} // namespace minimd
#endif
