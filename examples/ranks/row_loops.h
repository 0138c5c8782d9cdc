//===- row_loops.h - the loops of PageRank on a rank ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with the plugin: the threads of a rank share what is uneven among
// its rows.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_ROW_LOOPS_H
#define RANKS_ROW_LOOPS_H

#include "rows.h"

namespace ranks {

/// Sets contributions[i] to what row i gives to each of its out-neighbours.
/// Returns the sum of the ranks of rows without out-neighbours.
double contribute(const Rows &rows, std::vector<double> &contributions);

/// Sets each row's rank to base + damping * the contributions of its
/// in-neighbours, which stand where `slots` says. Returns the L1 norm of the
/// change.
double pull(Rows &rows, const NodeID *slots, const double *contributions,
            double base, double damping);

} // namespace ranks
#endif
