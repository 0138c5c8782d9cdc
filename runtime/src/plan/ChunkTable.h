//===- ChunkTable.h - chunk numbers, their iterations and loads -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads claim and steal ranges of chunk numbers. The table says which
// iterations a range of chunks has, and which load. Invariant: the table does
// not change while a thread can claim a chunk of it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_CHUNK_TABLE_H
#define USERSCHED_CHUNK_TABLE_H

#include <algorithm>
#include <cstdint>

namespace usersched {

/// The chunks with the numbers [Begin, End). Numbers are at most 2^24 - 1, so
/// that a range fits into a slot.
struct ChunkRange {
  uint32_t Begin = 0;
  uint32_t End = 0;

  bool empty() const { return Begin >= End; }
  uint32_t size() const { return End - Begin; }
};

constexpr uint32_t MaxChunkNumber = (1u << 24) - 1;

/// Logical iterations [Begin, End).
struct IterationRange {
  uint64_t Begin = 0;
  uint64_t End = 0;

  uint64_t size() const { return End - Begin; }
  bool operator==(const IterationRange &Other) const {
    return Begin == Other.Begin && End == Other.End;
  }
};

/// Divides Iterations into Parts of equally many iterations; the first parts
/// may have one more. Returns the part with the number Part.
inline IterationRange evenShare(uint64_t Iterations, uint32_t Part,
                                uint32_t Parts) {
  const uint64_t Length = Iterations / Parts, Longer = Iterations % Parts;
  const uint64_t Begin = Length * Part + std::min<uint64_t>(Part, Longer);
  return {Begin, Begin + Length + (Part < Longer)};
}

struct ChunkTable {
  /// The range [B, E) is the iterations [Bound[B], Bound[E]) with the load
  /// Cumulative[E] - Cumulative[B].
  const uint64_t *Bound;
  const double *Cumulative;

  IterationRange iterations(ChunkRange Range) const {
    return {Bound[Range.Begin], Bound[Range.End]};
  }

  double load(ChunkRange Range) const {
    return Cumulative[Range.End] - Cumulative[Range.Begin];
  }

  /// Returns where to cut Range, which is not empty, so that the back has half
  /// the load, or half the chunks if there is no load. The back has at least
  /// one chunk, the front too if Range has two.
  uint32_t middle(ChunkRange Range) const {
    if (Range.size() == 1)
      return Range.Begin;
    const double *First = Cumulative + Range.Begin;
    const double *Last = Cumulative + Range.End;
    if (!(*First < *Last))
      return Range.Begin + Range.size() / 2;
    double Half = *First + (*Last - *First) / 2;
    const double *Middle = std::lower_bound(First + 1, Last - 1, Half);
    return static_cast<uint32_t>(Middle - Cumulative);
  }
};

} // namespace usersched

#endif
