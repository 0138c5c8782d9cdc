//===- data_file.cpp - atoms from a LAMMPS data file ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comment goes from # to the end of its line; empty lines mean nothing.
//
//===----------------------------------------------------------------------===//
#include "data_file.h"
#include "base/error.h"
#include "numbers.h"

#include <limits>

namespace minimd {
namespace {

constexpr int largest = 1 << 30;

class DataFile {
  gap::LineReader reader_;
  std::string_view line_; ///< without its comment
  bool at_end_ = false;
  bool has_atoms_ = false, has_velocities_ = false;
  Atoms atoms_;

  void next_line() {
    while (reader_.next(line_)) {
      line_ = line_.substr(0, line_.find('#'));
      if (line_.find_first_not_of(" \t") != line_.npos)
        return;
    }
    at_end_ = true;
  }

  [[noreturn]] void fail_at_end(const std::string &expected) {
    reader_.fail_at(reader_.line_number() + 1,
                    "the file ends here; expected " + expected);
  }

  gap::Fields fields(const char *layout) {
    return gap::Fields(reader_, line_, layout);
  }

  bool line_has(std::string_view words) {
    return line_.find(words) != line_.npos;
  }

  /// "0 33.59 xlo xhi"
  void read_side(double &side) {
    gap::Fields f = fields("0, then the length of a side of the box");
    real(reader_, f, {"the origin, 0,", 0, 0});
    side = real(reader_, f, {"a side of the box", 0, 1e9, true});
  }

  /// Up to the first section's name.
  void read_header() {
    std::int64_t count = 0;
    if (!reader_.next(line_)) // a title
      fail_at_end("a title");
    for (next_line(); !at_end_; next_line()) {
      if (line_has("atom types"))
        fields("1 atom types").integer({"a number of atom types", 1, largest});
      else if (line_has("atoms"))
        count = fields("a number, then atoms")
                    .integer({"a number of atoms", 1, largest});
      else if (line_has("xlo xhi"))
        read_side(atoms_.box.x);
      else if (line_has("ylo yhi"))
        read_side(atoms_.box.y);
      else if (line_has("zlo zhi"))
        read_side(atoms_.box.z);
      else
        break;
    }
    if (at_end_)
      fail_at_end("the section Atoms");
    if (count == 0 || atoms_.volume() == 0)
      reader_.fail("the header ends here; expected the number of atoms and the "
                   "box before: lines with atoms, xlo xhi, ylo yhi, zlo zhi");
    gap::require_memory(double(count) * (3 * sizeof(Vec3) + 100 * sizeof(int)),
                        std::to_string(count) + " atoms");
    const Vec3 unset = {std::numeric_limits<double>::quiet_NaN(), 0, 0};
    atoms_.position.assign(count, unset);
    atoms_.velocity.assign(count, {});
    atoms_.force.assign(count, {});
    for (int i = 0; i < count; ++i)
      atoms_.id.push_back(i);
  }

  /// The index of the atom that a line begins with.
  std::size_t index(gap::Fields &f) {
    return static_cast<std::size_t>(
        f.integer({"an atom's number", 1, atoms_.num_owned()}) - 1);
  }

  double coordinate(gap::Fields &f, double side) {
    const double x = real(reader_, f, {"a coordinate in the box", 0, side});
    return x < side ? x : 0; // the box is periodic
  }

  void read_atoms() {
    for (int read = 0; read < atoms_.num_owned(); ++read) {
      next_line();
      if (at_end_)
        fail_at_end(std::to_string(atoms_.num_owned()) + " atoms, not " +
                    std::to_string(read));
      gap::Fields f = fields("number, type, x, y, z");
      Vec3 &p = atoms_.position[index(f)];
      if (p.x == p.x)
        reader_.fail("this atom was there before; expected each atom once");
      f.integer({"an atom's type", 1, largest});
      p.x = coordinate(f, atoms_.box.x);
      p.y = coordinate(f, atoms_.box.y);
      p.z = coordinate(f, atoms_.box.z);
    }
    has_atoms_ = true;
  }

  void read_velocities() {
    for (int read = 0; read < atoms_.num_owned(); ++read) {
      next_line();
      if (at_end_)
        fail_at_end(std::to_string(atoms_.num_owned()) + " velocities, not " +
                    std::to_string(read));
      gap::Fields f = fields("number, vx, vy, vz");
      Vec3 &v = atoms_.velocity[index(f)];
      v.x = real(reader_, f, {"a velocity"});
      v.y = real(reader_, f, {"a velocity"});
      v.z = real(reader_, f, {"a velocity"});
    }
    has_velocities_ = true;
  }

  void read_masses() {
    next_line();
    if (at_end_)
      fail_at_end("the mass of type 1");
    gap::Fields f = fields("a type, then its mass");
    f.integer({"an atom's type", 1, largest});
    real(reader_, f, {"the unit of mass, 1,", 1, 1});
  }

public:
  explicit DataFile(const std::string &path) : reader_(path) {}

  Atoms read() {
    read_header();
    for (; !at_end_; next_line()) {
      const std::string section(fields("Masses, Atoms or Velocities").word());
      const bool again = (section == "Atoms" && has_atoms_) ||
                         (section == "Velocities" && has_velocities_);
      if (again)
        reader_.fail("the section " + section +
                     " was there before; expected it once");
      if (section == "Atoms")
        read_atoms();
      else if (section == "Velocities")
        read_velocities();
      else if (section == "Masses")
        read_masses();
      else
        reader_.fail(gap::quoted(section) +
                     " begins no section that this program reads; expected "
                     "Masses, Atoms or Velocities");
    }
    if (!has_atoms_)
      fail_at_end("the section Atoms");
    return std::move(atoms_);
  }
};

} // namespace

Atoms read_data_file(const std::string &path) { return DataFile(path).read(); }

} // namespace minimd
