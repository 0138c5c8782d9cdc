//===- Partition.h - groups of which the heaviest is light ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts that are nearest to even can leave one group far too heavy: that with a
// heavy chunk at its end. The heaviest group is what the loop takes, so it
// counts, not how near each cut is. (The "chains on chains" problem.)
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PARTITION_H
#define USERSCHED_PARTITION_H

#include <cstdint>
#include <vector>

namespace usersched {

/// Sums[J] is the load of all chunks before chunk J, from 0, never falling;
/// group K is the chunks [Begin[K], Begin[K + 1]), and Begin ends with the
/// number of chunks. Moves the beginnings of groups, no further than needed, so
/// that the heaviest group is as light as contiguous groups can be, to about
/// 0.1 % of a share. Groups that are even already stay as they are.
void lightenHeaviest(const std::vector<double> &Sums,
                     std::vector<uint32_t> &Begin);

} // namespace usersched

#endif
