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
#include <vector>

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

/// Returns the first of the blocks of equally many iterations that are dealt to
/// Thread: one of each thread in turn, as by `schedule(static, c)`. So heavy
/// iterations that stand side by side belong to several threads. The block is
/// empty if TripCount is not above Thread.
inline IterationRange firstBlock(uint64_t TripCount, uint32_t Thread,
                                 uint32_t Threads) {
  const uint64_t Size =
      std::max<uint64_t>(TripCount / (threshold::BlocksPerThread * Threads), 1);
  const uint64_t Begin = std::min(Thread * Size, TripCount);
  return {Begin, Begin + std::min(Size, TripCount - Begin)};
}

/// Chunks of equally many iterations, for an execution whose loads nobody
/// evaluates. There are enough chunks that no chunk is much of a share. A
/// value, which costs one division.
class EvenChunks {
  uint64_t Length = 0; ///< iterations of the shares that are not longer
  uint32_t Longer = 0; ///< the first so many shares have one iteration more
  uint32_t LogPerThread = 0; ///< log2 of the chunks of a thread

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

  EvenChunks() = default;
  /// Called only if arePossible().
  EvenChunks(uint64_t TripCount, uint32_t Threads)
      : Length(TripCount / Threads),
        Longer(static_cast<uint32_t>(TripCount - Length * Threads)),
        LogPerThread(log2(std::min(Length, threshold::EvenChunksPerThread))) {}

  /// Returns the chunks of Thread's share; for the thread after the last one, a
  /// range that begins with the chunk after the last one.
  ChunkRange group(uint32_t Thread) const {
    return {Thread << LogPerThread, (Thread + 1) << LogPerThread};
  }
  /// Returns the iterations of Range, which is not empty, and part of one
  /// thread's share. A call, so that those whose chunks are in tables need not
  /// save registers.
  __attribute__((noinline)) IterationRange iterations(ChunkRange Range) const {
    const uint32_t Thread = Range.Begin >> LogPerThread;
    const uint32_t First = Range.Begin & ((1u << LogPerThread) - 1);
    const uint64_t Size = Length + (Thread < Longer);
    const uint64_t Begin = Length * Thread + std::min(Thread, Longer);
    return {Begin + (Size * First >> LogPerThread),
            Begin + (Size * (First + Range.size()) >> LogPerThread)};
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
  /// Returns the iterations of Range. If chunks are even, see EvenChunks.
  IterationRange iterations(ChunkRange Range) const {
    if (__builtin_expect(isEven(), 0))
      return Even.iterations(Range);
    return {Bound[Range.Begin], Bound[Range.End]};
  }

  double load(ChunkRange Range) const {
    return isEven() ? static_cast<double>(Even.iterations(Range).size())
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

/// The chunks of an iteration space from 0 on, with the memory that they take.
struct Chunks {
  /// See ChunkTable. Each has one place more than there are chunks.
  std::vector<uint64_t> Bound{0};
  std::vector<double> Cumulative{0};

  uint32_t size() const { return static_cast<uint32_t>(Bound.size() - 1); }
  ChunkTable table() const { return {Bound.data(), Cumulative.data()}; }
  void reserve(std::size_t Count) {
    Bound.reserve(Count + 1);
    Cumulative.reserve(Count + 1);
  }
  void shrinkToFit() {
    Bound.shrink_to_fit();
    Cumulative.shrink_to_fit();
  }
  /// Appends a chunk that ends at End, behind all others; LoadBefore is the
  /// load of all iterations before End. Rounding must not make sums fall.
  void append(uint64_t End, double LoadBefore) {
    Bound.push_back(End);
    Cumulative.push_back(std::max(LoadBefore, Cumulative.back()));
  }
  void removeLast() {
    Bound.pop_back();
    Cumulative.pop_back();
  }
};

} // namespace usersched

#endif
