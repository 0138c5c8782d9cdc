//===- EvenChunks.h - chunks of equally many iterations -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For an execution whose loads nobody evaluates. A thread's group is its even
// share of the iterations, in chunks. There are few chunks, so that making them
// costs little, but enough that no chunk is much of a share.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_EVEN_CHUNKS_H
#define USERSCHED_EVEN_CHUNKS_H

#include "base/Thresholds.h"
#include "plan/Call.h"

#include <vector>

namespace usersched {

class EvenChunks {
  std::vector<uint64_t> Bound;
  std::vector<double> Cumulative; ///< the same numbers as Bound, for ChunkTable
  uint32_t PerThread = 1;

public:
  /// Returns true if each thread has an iteration, and chunk numbers are not
  /// too large.
  static bool arePossible(const Call &Entered) {
    return Entered.TripCount >= Entered.Threads &&
           Entered.Threads <= MaxChunkNumber / threshold::EvenChunksPerThread;
  }

  /// Cuts the iterations into chunks, if arePossible(Entered). Nobody else may
  /// be using this.
  void cut(const Call &Entered) {
    const uint64_t Shortest = Entered.TripCount / Entered.Threads;
    PerThread = static_cast<uint32_t>(
        std::min(Shortest, threshold::EvenChunksPerThread));
    Bound.resize(std::size_t(PerThread) * Entered.Threads + 1);
    Cumulative.resize(Bound.size());
    auto *Next = Bound.data();
    for (uint32_t T = 0; T < Entered.Threads; ++T) {
      const IterationRange Share =
          evenShare(Entered.TripCount, T, Entered.Threads);
      for (uint32_t C = 0; C < PerThread; ++C)
        *Next++ = Share.Begin + evenShare(Share.size(), C, PerThread).Begin;
    }
    *Next = Entered.TripCount;
    std::copy(Bound.begin(), Bound.end(), Cumulative.begin());
  }

  ChunkTable chunks() const { return {Bound.data(), Cumulative.data()}; }
  ChunkRange group(uint32_t Thread) const {
    return {Thread * PerThread, (Thread + 1) * PerThread};
  }
  /// Returns the chunk with the last iteration.
  uint32_t lastChunk() const { return static_cast<uint32_t>(Bound.size() - 2); }
};

} // namespace usersched

#endif
