//===- costs.h - what an atom costs ---------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that says so.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_COSTS_H
#define MINIMD_RANKS_COSTS_H

#include <vector>

namespace minimd {

/// The seconds of each atom in a step, from the busy seconds of this rank in
/// one step and the numbers of neighbours of its atoms. So a rank whose
/// processor is slower has dearer atoms.
std::vector<double> costs_of_atoms(double busy_seconds,
                                   const std::vector<int> &num_neighbors);

} // namespace minimd
#endif
