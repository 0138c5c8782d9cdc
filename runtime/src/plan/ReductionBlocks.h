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

/// Block B begins at iteration begin(B) and ends where block B + 1 begins.
/// Blocks begin at multiples of Unit iterations. They differ by one Unit at
/// most, and the longer ones are spread evenly.
struct ReductionBlocks {
  uint64_t TripCount;
  uint64_t Count; ///< blocks; 0 if there are no iterations
  uint64_t Unit;  ///< a power of two
  /// The mean iterations of a block, times 2^Shift, rounded up. Product of
  /// Count and Step does not overflow.
  uint64_t Step;
  uint32_t Shift;

  static constexpr uint64_t FewBlocks = 960, MostBlocks = 16 * FewBlocks,
                            MinSize = 512, MostUnit = 64;

  /// Returns the blocks of a loop with TripCount iterations, whose reduction
  /// variables have Bytes bytes in all, if the values of all blocks may take
  /// MostBytes bytes; if that is less than Bytes, one block.
  ///
  /// A loop with few iterations has a block for each, other loops have at least
  /// FewBlocks blocks: a heavy block must not hold the other threads up. From
  /// there on a block has at least MinSize iterations, so that short iterations
  /// outweigh what it takes to store and combine its value. FewBlocks has many
  /// divisors, and more blocks are a multiple of it: equal loads divide evenly
  /// among the threads of most teams. Unit is a quarter of a block at most; so
  /// vectorized loops leave few iterations over.
  static ReductionBlocks of(uint64_t TripCount, uint64_t Bytes,
                            uint64_t MostBytes) {
    // Without iterations; with so many that Count * Step might overflow.
    if (TripCount == 0 || TripCount > UINT64_MAX - 2 * MostBlocks)
      return {TripCount, TripCount > 0, 1, TripCount, 0};
    const uint64_t Fitting =
        std::max<uint64_t>(MostBytes / std::max<uint64_t>(Bytes, 1), 1);
    uint64_t Count = std::min(
        std::clamp(TripCount / MinSize, FewBlocks, MostBlocks), Fitting);
    if (Count > FewBlocks)
      Count -= Count % FewBlocks;
    return cut(TripCount, std::min(Count, TripCount));
  }

  /// Returns a block for each iteration.
  static ReductionBlocks single(uint64_t TripCount) {
    return {TripCount, TripCount, 1, 1, 0};
  }

  /// Cuts TripCount iterations into Count blocks, at least 1 and at most
  /// TripCount.
  static ReductionBlocks cut(uint64_t TripCount, uint64_t Count) {
    uint64_t Unit = 1;
    while (Unit < MostUnit && 8 * Unit <= TripCount / Count)
      Unit *= 2;
    uint64_t Units = (TripCount + (Unit - 1)) & -Unit; // in iterations
    uint32_t Shift = 0;
    for (; Units < UINT64_MAX / 4; Units *= 2)
      ++Shift;
    return {TripCount, Count, Unit, (Units - 1) / Count + 1, Shift};
  }

  /// Returns the first iteration of a block; of number Count, the trip count.
  uint64_t begin(uint64_t Block) const {
    return std::min(((Block * Step) >> Shift) & -Unit, TripCount);
  }
};

/// The order in which the values of Count blocks are combined: a tree.
/// Neighbours are combined first, then neighbouring pairs, and so on. A node
/// (Left, Step), Step being a power of two, combines the value of Left, which
/// is that of Step blocks, with that of Left + Step, which is that of at most
/// Step blocks.
///
/// Combine(Left, Right) combines the value of block Right into that of block
/// Left.
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

  /// Calls Use(Left, Step, Pairs) for the nodes whose blocks are all from First
  /// to End - 1: those with this Step are Left, Left + 2 * Step, and so on,
  /// Pairs of them. To be combined in the order of the calls.
  template <typename Function>
  void forEachRow(uint64_t First, uint64_t End, Function Use) const {
    for (uint64_t Step = 1; First + Step < End; Step *= 2) {
      const uint64_t Left = (First + 2 * Step - 1) & -(2 * Step);
      // The last node of all may have less than Step blocks at its right.
      const uint64_t Enough = End == Count ? Step + 1 : 2 * Step;
      if (Left + Enough <= End)
        Use(Left, Step, (End - Left - Enough) / (2 * Step) + 1);
    }
  }

  /// Combines these nodes.
  template <typename Function>
  void combineRange(uint64_t First, uint64_t End, Function Combine) const {
    forEachRow(First, End, [&](uint64_t Left, uint64_t Step, uint64_t Pairs) {
      for (; Pairs > 0; --Pairs, Left += 2 * Step)
        Combine(Left, Left + Step);
    });
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
