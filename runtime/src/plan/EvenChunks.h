//===- EvenChunks.h - chunks of equally many iterations -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of an execution at whose loads nobody looks: each thread's even share, as its
// group. The list of them must cost nothing, and yet no chunk may be much of a
// share.
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
  std::vector<double> Cumulative; ///< for ChunkTable: as Bound
  uint32_t PerThread = 1;

public:
  /// Returns true if each thread has an iteration, and chunk numbers are not
  /// too large.
  static bool arePossible(const Call &By) {
    return By.TripCount >= By.Threads &&
           By.Threads <= MaxChunkNumber / threshold::MostEvenChunks;
  }

  /// For the execution that By enters, if arePossible(By); nobody else may be
  /// using this.
  void cut(const Call &By) {
    const uint64_t Shortest = By.TripCount / By.Threads;
    PerThread = static_cast<uint32_t>(std::min(
        std::clamp(Shortest / threshold::EvenChunk, threshold::FewestEvenChunks,
                   threshold::MostEvenChunks),
        Shortest));
    Bound.resize(std::size_t(PerThread) * By.Threads + 1);
    Cumulative.resize(Bound.size());
    auto *Next = Bound.data();
    for (uint32_t T = 0; T < By.Threads; ++T) {
      const IterationRange Share = evenShare(By.TripCount, T, By.Threads);
      for (uint32_t C = 0; C < PerThread; ++C)
        *Next++ = Share.Begin + evenShare(Share.size(), C, PerThread).Begin;
    }
    *Next = By.TripCount;
    std::copy(Bound.begin(), Bound.end(), Cumulative.begin());
  }

  ChunkTable chunks() const { return {Bound.data(), Cumulative.data()}; }
  ChunkRange group(uint32_t Thread) const {
    return {Thread * PerThread, (Thread + 1) * PerThread};
  }
  /// The chunk with the last iteration.
  uint32_t lastChunk() const { return static_cast<uint32_t>(Bound.size() - 2); }
};

} // namespace usersched

#endif
