//===- LoopBlocks.h - the reduction blocks of an execution ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_LOOP_BLOCKS_H
#define USERSCHED_LOOP_BLOCKS_H

#include "plan/ReductionBlocks.h"
#include "usersched_abi.h"

namespace usersched {

/// Returns the most bytes that the values of all blocks of an execution may
/// take.
uint64_t mostValueBytes();

/// Returns true if the reductions of Loop are reproducible, as the settings
/// say.
bool isReproducible(const usersched_loop &Loop);

/// Returns the reduction blocks of an execution of Loop with TripCount
/// iterations, if the values of one block have Bytes bytes. Ends the program in
/// words if there is no room for them.
ReductionBlocks blocksOf(const usersched_loop &Loop, uint64_t TripCount,
                         uint64_t Bytes);

/// Writes the fields of R that say what its blocks are. A loop that was
/// compiled for an older interface has room for them; it is refused later.
void tellBlocks(usersched_reduction &R, const ReductionBlocks &Blocks);
/// Returns what they say.
ReductionBlocks toldBlocks(const usersched_reduction &R);

/// Returns the load of a chunk of Loop, which the pragma says is Chunk, as the
/// settings change it, and as a loop over numbers of blocks of Size iterations
/// needs it.
uint64_t chunkOfBlocks(const usersched_loop &Loop, uint64_t Chunk,
                       uint64_t Size);

/// Returns how many bytes a value of Size bytes takes among those of a block.
constexpr uint64_t alignedValue(uint64_t Size) {
  constexpr uint64_t Mask = USERSCHED_VALUE_ALIGNMENT - 1;
  return (Size + Mask) & ~Mask;
}

} // namespace usersched

#endif
