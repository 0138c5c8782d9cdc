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

#include "base/Thresholds.h"
#include "plan/Technique.h"

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

/// Chunks of equally many iterations, for an execution whose loads nobody
/// evaluates. There are enough chunks that no chunk is much of a share. The
/// iterations are cut into blocks: one for each thread, or some for each
/// (Technique::Cyclic), which are dealt out in turn as by schedule(static, c).
/// Then heavy iterations that stand side by side belong to several threads. A
/// block is cut into chunks. The chunks of a thread are numbered one after the
/// other. A value, which costs one division.
class EvenChunks {
  uint64_t Length = 0; ///< iterations of the blocks that are not longer
  uint32_t Longer = 0; ///< the first so many blocks have one iteration more
  uint32_t Threads : 24;
  uint32_t LogPerThread : 4; ///< log2 of the chunks of a thread
  uint32_t LogPerBlock : 4;  ///< log2 of the chunks of a block

  static uint32_t log2(uint64_t X) {
    return 63u - static_cast<uint32_t>(__builtin_clzll(X));
  }

public:
  /// Returns true if each thread has an iteration, and neither the numbers of
  /// chunks nor the products in iterations() are too large.
  static bool arePossible(uint64_t TripCount, uint32_t Threads) {
    return TripCount >= Threads && TripCount >> 57 == 0 &&
           Threads <= MaxChunkNumber / threshold::EvenChunksPerThread;
  }

  EvenChunks() : Threads(0), LogPerThread(0), LogPerBlock(0) {}
  /// Called only if arePossible(). As has even chunks.
  EvenChunks(uint64_t TripCount, uint32_t Team, Technique As)
      : Threads(Team & 0xffffff) {
    const uint64_t Share = TripCount / Team;
    const uint32_t LogChunks =
        log2(std::min(Share, threshold::EvenChunksPerThread));
    const uint32_t LogBlocks =
        As == Technique::Cyclic
            ? std::min(log2(threshold::BlocksPerThread), LogChunks)
            : 0;
    LogPerThread = LogChunks & 15;
    LogPerBlock = (LogChunks - LogBlocks) & 15;
    Length = Share >> LogBlocks;
    Longer = static_cast<uint32_t>(TripCount - (Length << LogBlocks) * Team);
  }

  /// Returns the chunks of Thread's share; for the thread after the last one, a
  /// range that begins with the chunk after the last one.
  ChunkRange group(uint32_t Thread) const {
    return {Thread << LogPerThread, (Thread + 1) << LogPerThread};
  }
  /// Returns how many chunks from Chunk on are in the block of Chunk.
  uint32_t leftOfBlock(uint32_t Chunk) const {
    const uint32_t PerBlock = 1u << LogPerBlock;
    return PerBlock - (Chunk & (PerBlock - 1));
  }

  /// Returns the iterations of Range, which is in one block. A call, so that
  /// those whose chunks are in tables need not save registers.
  __attribute__((noinline)) IterationRange iterations(ChunkRange Range) const {
    const uint32_t Thread = Range.Begin >> LogPerThread;
    const uint32_t Part = Range.Begin & ((1u << LogPerThread) - 1);
    const uint32_t Block = (Part >> LogPerBlock) * Threads + Thread;
    const uint32_t First = Part & ((1u << LogPerBlock) - 1);
    const uint64_t Size = Length + (Block < Longer);
    const uint64_t Begin = Length * Block + std::min(Block, Longer);
    return {Begin + (Size * First >> LogPerBlock),
            Begin + (Size * (First + Range.size()) >> LogPerBlock)};
  }
  /// Returns the number of iterations of Range, whose chunks are one thread's.
  uint64_t count(ChunkRange Range) const {
    uint64_t Iterations = 0;
    while (!Range.empty()) {
      const uint32_t Chunks = std::min(Range.size(), leftOfBlock(Range.Begin));
      Iterations += iterations({Range.Begin, Range.Begin + Chunks}).size();
      Range.Begin += Chunks;
    }
    return Iterations;
  }
};

struct ChunkTable {
  /// The range [B, E) is the iterations [Bound[B], Bound[E]) with the load
  /// Cumulative[E] - Cumulative[B]. Null if chunks are even: then the load is
  /// the number of iterations.
  const uint64_t *Bound;
  const double *Cumulative;
  EvenChunks Even = {};

  bool isEven() const { return !Bound; }
  /// Returns how many of the first Most chunks of Range, which is not empty,
  /// have neighbouring iterations.
  uint32_t adjacent(ChunkRange Range, uint32_t Most) const {
    return isEven() ? std::min(Most, Even.leftOfBlock(Range.Begin)) : Most;
  }
  /// Returns the iterations of Range. If chunks are even, it is not empty, and
  /// in one block.
  IterationRange iterations(ChunkRange Range) const {
    if (__builtin_expect(isEven(), 0))
      return Even.iterations(Range);
    return {Bound[Range.Begin], Bound[Range.End]};
  }
  /// Returns the number of iterations of Range, whose chunks are one thread's.
  uint64_t count(ChunkRange Range) const {
    return isEven() ? Even.count(Range) : iterations(Range).size();
  }

  double load(ChunkRange Range) const {
    return isEven() ? static_cast<double>(Even.count(Range))
                    : Cumulative[Range.End] - Cumulative[Range.Begin];
  }

  /// Returns the load of all iterations before Iteration, which is in Chunk or
  /// at its end, as if all iterations of Chunk had the same. Not called if
  /// chunks are even.
  double loadBefore(uint64_t Iteration, uint32_t Chunk) const {
    const IterationRange All = iterations({Chunk, Chunk + 1});
    if (Iteration == All.End)
      return Cumulative[Chunk + 1];
    const double Part = static_cast<double>(Iteration - All.Begin) /
                        static_cast<double>(All.size());
    return std::min(Cumulative[Chunk] + Part * load({Chunk, Chunk + 1}),
                    Cumulative[Chunk + 1]);
  }

  /// Returns where to cut Range, which is not empty, so that the back has half
  /// the load, or half the chunks if there is no load. The back has at least
  /// one chunk, the front too if Range has two.
  uint32_t middle(ChunkRange Range) const {
    if (Range.size() == 1)
      return Range.Begin;
    if (isEven())
      return Range.Begin + Range.size() / 2;
    const double *First = Cumulative + Range.Begin;
    const double *Last = Cumulative + Range.End;
    if (!(*First < *Last))
      return Range.Begin + Range.size() / 2;
    double Half = *First + (*Last - *First) / 2;
    const double *Middle = std::lower_bound(First + 1, Last - 1, Half);
    return static_cast<uint32_t>(Middle - Cumulative);
  }

  /// Returns how many of the first Most chunks of Range, which is not empty,
  /// have together no more of its load than Most of its chunks have on average.
  /// At least one.
  uint32_t light(ChunkRange Range, uint32_t Most) const {
    if (isEven())
      return Most;
    const double *First = Cumulative + Range.Begin;
    const double Share = static_cast<double>(Most) / Range.size();
    const double Limit = *First + load(Range) * Share;
    if (First[Most] <= Limit || Most == Range.size())
      return Most;
    const double *Heavy = std::upper_bound(First + 1, First + Most, Limit);
    return std::max(static_cast<uint32_t>(Heavy - First) - 1, 1u);
  }
};

} // namespace usersched

#endif
