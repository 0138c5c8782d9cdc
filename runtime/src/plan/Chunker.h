//===- Chunker.h - cuts a subspace into chunks of about equal load --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// About one pass, bounded memory, no tuning. Invariant: the chunks cover the
// subspace from its first to its last iteration without a gap, whatever the
// loads.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_CHUNKER_H
#define USERSCHED_CHUNKER_H

#include "plan/ChunkTable.h"
#include "plan/Inspector.h"

namespace usersched {

/// Where the chunks go: chunk J is the iterations [Bound[J], Bound[J + 1]), and
/// Cumulative[J] the load of all chunks before it. Both have Capacity + 1
/// places.
struct ChunkBuffer {
  uint64_t *Bound;
  double *Cumulative;
  uint32_t Capacity;
};

/// The smallest capacity with which chunkSubspace can always make room; a
/// buffer may be smaller if it has a place for each iteration.
constexpr uint32_t MinChunkCapacity = 16;

/// Cuts [Begin, End), which must not be empty, into chunks of the load Chunk;
/// 0 chooses it, so that a long subspace fills about half the buffer. A Chunk
/// with which the buffer overflows is doubled until it does not. Returns the
/// number of chunks. Calls the inspector a few times per chunk, never per
/// iteration of a long subspace.
uint32_t chunkSubspace(Inspector &Loads, uint64_t Begin, uint64_t End,
                       double Chunk, const ChunkBuffer &Buffer);

/// As chunkSubspace(), for all iterations, with up to Most chunks; TripCount is
/// at least 1. Throws std::bad_alloc.
Chunks chunkAll(Inspector &Loads, uint64_t TripCount, double Chunk,
                uint64_t Most);

} // namespace usersched

#endif
