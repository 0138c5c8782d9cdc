//===- data_file.h - atoms from a LAMMPS data file ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the format that miniMD reads: a header with the number of atoms
// and the box, which begins at the origin, then Masses (1, in Lennard-Jones
// units), Atoms and Velocities.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_DATA_FILE_H
#define MINIMD_DATA_FILE_H

#include "atoms.h"

#include <string>

namespace minimd {

/// Every atom once, in the box; at rest where the file has no velocities.
/// Throws gap::InputError "FILE:LINE: what is wrong; expected what".
Atoms read_data_file(const std::string &path);

} // namespace minimd
#endif
