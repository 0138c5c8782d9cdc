//===- input.h - miniMD's input file --------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the program runs: the values of an input file, or without one of
// miniMD's own in.lj, changed by options. Where the file asks for what is not
// there (metal units, embedded atoms), it is refused.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_INPUT_H
#define MINIMD_INPUT_H

#include "lattice.h"
#include "simulation.h"
#include "velocities.h"

#include <string>

namespace minimd {

struct Input {
  Lattice lattice;
  Settings settings;
  std::string data_file; ///< atoms to start from, instead of a lattice; or ""
  double temperature = 1.44;
  VelocityKind velocities = VelocityKind::Maxwell;
  std::uint64_t seed = 1; ///< of velocities
  int steps = 100;
  int thermo_every = 100; ///< steps; 0: at the start and the end
};

/// Reads a file in the form of miniMD's in.lj: two lines of title, then one
/// line per value or values, which anything may follow. Throws gap::InputError
/// "FILE:LINE: what is wrong; expected what".
Input read_input(const std::string &path);

/// The atoms to start from. Throws gap::InputError.
Atoms make_atoms(const Input &input);

} // namespace minimd
#endif
