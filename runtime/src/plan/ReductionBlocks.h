//===- ReductionBlocks.h - where the sums of a reduction are cut ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction block is a range of iterations whose contribution to the
// reduction variables is computed from the identity. The values of the blocks
// are combined in a fixed order. Invariant: blocks and order depend on the trip
// count, the size of the variables and the memory that may be used, on nothing
// else. So the result has the same bits in every team.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REDUCTION_BLOCKS_H
#define USERSCHED_REDUCTION_BLOCKS_H

#include <algorithm>
#include <cstdint>

namespace usersched {

struct ReductionBlocks {
  uint64_t Size;  ///< iterations in each block but the last, at least 1
  uint64_t Count; ///< blocks; 0 if there are no iterations

  /// Returns the blocks of a loop with TripCount iterations, whose reduction
  /// variables have Bytes bytes in all, if the values of all blocks may take
  /// MostBytes bytes. MostBytes must be at least Bytes.
  ///
  /// A loop with few iterations has a block for each, other loops have at least
  /// FewBlocks blocks: a heavy block must not hold the other threads up. From
  /// there on a block has MinSize iterations, so that short iterations outweigh
  /// what it takes to store and combine its value.
  static ReductionBlocks of(uint64_t TripCount, uint64_t Bytes,
                            uint64_t MostBytes) {
    if (TripCount == 0)
      return {1, 0};
    constexpr uint64_t FewBlocks = 512, MostBlocks = 16384, MinSize = 512;
    const uint64_t Fitting =
        std::max<uint64_t>(MostBytes / std::max<uint64_t>(Bytes, 1), 1);
    const uint64_t Wanted = std::min(
        std::clamp(TripCount / MinSize, FewBlocks, MostBlocks), Fitting);
    const uint64_t Size = (TripCount - 1) / Wanted + 1;
    return {Size, (TripCount - 1) / Size + 1};
  }
};

/// The order in which the values of Count blocks are combined: a tree.
/// Neighbours are combined first, then neighbouring pairs, and so on. A node
/// (Left, Step), Step being a power of two, combines the value of Left, which
/// is that of Step blocks, with that of Left + Step, which is that of at most
/// Step blocks.
///
/// Every function calls Combine(Left, Right), which combines the value of block
/// Right into that of block Left.
class ReductionTree {
  uint64_t Count;

  uint64_t endOf(uint64_t Left, uint64_t Step) const {
    return std::min(Left + 2 * Step, Count);
  }
  template <typename Function>
  void combineRest(const uint64_t *EndOfRange, uint64_t Left, uint64_t Step,
                   Function &Combine) const {
    if (Step == 0 || EndOfRange[Left] >= endOf(Left, Step))
      return;
    combineRest(EndOfRange, Left, Step / 2, Combine);
    if (Left + Step >= Count)
      return;
    combineRest(EndOfRange, Left + Step, Step / 2, Combine);
    Combine(Left, Left + Step);
  }

public:
  explicit ReductionTree(uint64_t Count) : Count(Count) {}

  /// Combines the nodes whose blocks are all from First to End - 1.
  template <typename Function>
  void combineRange(uint64_t First, uint64_t End, Function Combine) const {
    for (uint64_t Step = 1; First + Step < End; Step *= 2)
      for (uint64_t Left = (First + 2 * Step - 1) & -(2 * Step);
           Left + Step < End && endOf(Left, Step) <= End; Left += 2 * Step)
        Combine(Left, Left + Step);
  }

  /// Combines the nodes that combineRange() has left, if it was called for
  /// ranges that together are all blocks: EndOfRange[B] is the end of the range
  /// that block B is in. Block 0 then has the value of all.
  template <typename Function>
  void combineRest(const uint64_t *EndOfRange, Function Combine) const {
    uint64_t Step = 1;
    while (2 * Step < Count)
      Step *= 2;
    combineRest(EndOfRange, 0, Step, Combine);
  }
};

} // namespace usersched

#endif
