//===- Partition.h - groups of which the heaviest is light ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If each cut is as near to even as possible, a group with a heavy chunk at its
// end can be far too heavy. The loop takes as long as its heaviest group, so
// what counts is that group, not how near each cut is (the "chains on chains"
// problem). Where heavy chunks are neighbours, even the best contiguous groups
// are uneven. With stealing, a thread may run chunks that are not contiguous.
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

/// Moves the beginnings of groups, no further than needed, so that the heaviest
/// group is as light as contiguous groups can be, to about
/// 0.1 % of a share. Groups that are even already stay as they are.
void lightenHeaviest(const std::vector<double> &Sums,
                     std::vector<uint32_t> &Begin);

/// Returns the load of the heaviest group.
double heaviestGroup(const std::vector<double> &Sums,
                     const std::vector<uint32_t> &Begin);

/// Returns a bound that the heaviest of Groups groups cannot be below: an even
/// share, or the heaviest chunk.
double leastWeight(const std::vector<double> &Sums, uint32_t Groups);

/// Returns what an execution weighs in which threads run their groups in order
/// and idle threads steal. Light chunks even out, as in leastWeight(). A chunk
/// of more than an eighth of a share is heavy: it begins after what is before
/// it in its group, but after no more than a share, when other threads are
/// idle.
double weightWithThieves(const std::vector<double> &Sums,
                         const std::vector<uint32_t> &Begin);

/// Makes groups for threads that steal. A heavy chunk ends within the first
/// leastWeight() of its group. The rest of a group is chunks so light that
/// thieves can even them out. A thread with heavy chunks may get less than a
/// share, and becomes such a thief. Saved is how much lighter the heaviest
/// group shall become; chunks lighter than Saved are not heavy. Returns false
/// and changes nothing if there are too many heavy chunks, or if too much would
/// have to be stolen.
bool leaveToThieves(const std::vector<double> &Sums,
                    std::vector<uint32_t> &Begin, double Saved);

} // namespace usersched

#endif
