//===- Partition.h - groups of which the heaviest is light ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts that are nearest to even can leave one group far too heavy: that with a
// heavy chunk at its end. The heaviest group is what the loop takes, so it
// counts, not how near each cut is. (The "chains on chains" problem.) Where
// heavy chunks stand next to each other, the best contiguous groups are still
// uneven; with stealing, they need not be contiguous to the end.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PARTITION_H
#define USERSCHED_PARTITION_H

#include <cstdint>
#include <vector>

namespace usersched {

/// Sums[J] is the load of all chunks before chunk J, from 0, never falling;
/// group K is the chunks [Begin[K], Begin[K + 1]), and Begin ends with the
/// number of chunks. Returns the Begin of so many Groups of which each ends
/// where Sums is nearest to its even share of the total.
std::vector<uint32_t> cutEvenly(const std::vector<double> &Sums,
                                uint32_t Groups);

/// Moves the beginnings of groups, no further than needed, so
/// that the heaviest group is as light as contiguous groups can be, to about
/// 0.1 % of a share. Groups that are even already stay as they are.
void lightenHeaviest(const std::vector<double> &Sums,
                     std::vector<uint32_t> &Begin);

/// The heaviest of those groups.
double heaviestGroup(const std::vector<double> &Sums,
                     const std::vector<uint32_t> &Begin);

/// What no way to give chunks to Groups threads can beat: an even share, or the
/// heaviest chunk.
double leastWeight(const std::vector<double> &Sums, uint32_t Groups);

/// Groups for threads that steal: no heavy chunk comes later in its group than
/// leastWeight() allows, and what groups weigh beyond that is chunks so light
/// that thieves can even it out. Threads with heavy chunks may get less than a
/// share; they are those thieves. Saved is how much lighter than now the
/// heaviest group shall become; no lighter chunk is heavy. False, and nothing
/// is changed, if there are too many heavy chunks, or much would have to be
/// stolen.
bool leaveToThieves(const std::vector<double> &Sums,
                    std::vector<uint32_t> &Begin, double Saved);

} // namespace usersched

#endif
