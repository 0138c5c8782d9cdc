//===- input.cpp - miniMD's input file ------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the lines is the format.
//
//===----------------------------------------------------------------------===//
#include "input.h"
#include "base/error.h"
#include "data_file.h"
#include "numbers.h"

namespace minimd {
namespace {

/// One line after the other; the text behind the values is not looked at.
class Lines {
  gap::LineReader reader_;
  std::string_view line_;

public:
  explicit Lines(const std::string &path) : reader_(path) {}

  gap::Fields next(const char *expected) {
    if (!reader_.next(line_))
      reader_.fail_at(reader_.line_number() + 1,
                      std::string("the file ends here; expected ") + expected);
    return gap::Fields(reader_, line_, expected);
  }
  std::string word(const char *expected) {
    gap::Fields fields = next(expected);
    if (fields.at_end())
      reader_.fail(std::string("the line is empty; expected ") + expected);
    return std::string(fields.word());
  }
  double real(const RealField &field) {
    gap::Fields fields = next(field.name);
    return minimd::real(reader_, fields, field);
  }
  void reals(const RealField &first, double &a, const RealField &second,
             double &b) {
    gap::Fields fields = next(first.name);
    a = minimd::real(reader_, fields, first);
    b = minimd::real(reader_, fields, second);
  }
  int integer(const gap::IntegerField &field) {
    return static_cast<int>(next(field.name).integer(field));
  }
  void require(const std::string &found, const char *only, const char *what) {
    if (found != only)
      reader_.fail(gap::quoted(found) + " is not a " + what +
                   " of this program; expected " + only);
  }
};

constexpr int most_steps = 1 << 30;

} // namespace

Input read_input(const std::string &path) {
  Input input;
  Settings &settings = input.settings;
  Lines lines(path);
  lines.next("a title");
  lines.next("an empty line");
  lines.require(lines.word("the units, lj"), "lj", "system of units");
  const std::string data = lines.word("a data file, or none");
  if (data != "none")
    input.data_file = data;
  lines.require(lines.word("the force style, lj"), "lj", "force style");
  lines.reals({"an epsilon", 0, 1e6, true}, settings.potential.epsilon,
              {"a sigma", 0, 1e6, true}, settings.potential.sigma);
  gap::Fields size = lines.next("three numbers of unit cells");
  for (int &cells : input.lattice.cells)
    cells =
        static_cast<int>(size.integer({"a number of unit cells", 1, 100000}));
  input.steps = lines.integer({"a number of time steps", 0, most_steps});
  settings.time_step = lines.real({"a time step", 0, 1e6, true});
  input.temperature = lines.real({"a temperature", 0, 1e6});
  input.lattice.density = lines.real({"a density", 0, 1e6, true});
  settings.list_every =
      lines.integer({"a number of steps between lists", 1, most_steps});
  lines.reals({"a cut-off", 0, 1e6, true}, settings.potential.cutoff,
              {"a skin", 0, 1e6}, settings.skin);
  input.thermo_every =
      lines.integer({"a number of steps between outputs", 0, most_steps});
  return input;
}

Atoms make_atoms(const Input &input) {
  if (!input.data_file.empty())
    return read_data_file(input.data_file);
  Crystal crystal = make_crystal(input.lattice);
  if (crystal.atoms.num_owned() == 0)
    throw gap::InputError("the system has no atom; expected a larger box");
  set_velocities(crystal.atoms, crystal.site, input.velocities, input.seed,
                 input.temperature);
  return std::move(crystal.atoms);
}

} // namespace minimd
