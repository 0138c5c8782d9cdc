//===- Chunker.cpp - cuts a subspace into chunks of about equal load ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The right chunk load is known only after the whole subspace has been seen. So
// first sum up windows of equally many iterations, the quickest way to look at
// them all; then merge light windows, and cut only the heavy ones by load. A
// chunk load that the user gave is cut by at once, and doubled when the buffer
// is full.
//
// Iterations without load take time too: a merged chunk is at most four windows
// long.
//
//===----------------------------------------------------------------------===//
#include "plan/Chunker.h"

#include "base/Thresholds.h"

#include <algorithm>
#include <cassert>

using namespace usersched;

namespace {

/// Turns loads into sums. Before the call, Cumulative[J + 1] is the load of
/// chunk J alone. Returns Count.
uint32_t accumulate(const ChunkBuffer &Buffer, uint32_t Count) {
  Buffer.Cumulative[0] = 0;
  for (uint32_t J = 0; J < Count; ++J)
    Buffer.Cumulative[J + 1] += Buffer.Cumulative[J];
  return Count;
}

/// The buffer as it fills with chunks of a given load.
class ChunkList {
  const ChunkBuffer &Buffer;
  uint32_t Count = 0;
  double Sum = 0;

  /// Merges neighbours, each result ending as soon as its load reaches
  /// Threshold. With a threshold of at least 2 Sum / Capacity, at most Capacity
  /// / 2 results end so. So half of the buffer becomes free, less one place.
  void merge(double Threshold) {
    uint32_t Kept = 0;
    for (uint32_t J = 1; J < Count; ++J) {
      double Load = Buffer.Cumulative[J + 1];
      uint64_t End = Buffer.Bound[J + 1];
      double Gathered = Buffer.Cumulative[Kept + 1];
      if (Gathered > 0 && Gathered >= Threshold) {
        ++Kept;
        Buffer.Cumulative[Kept + 1] = Load;
      } else {
        Buffer.Cumulative[Kept + 1] += Load;
      }
      Buffer.Bound[Kept + 1] = End;
    }
    Count = Kept + 1;
  }

public:
  ChunkList(const ChunkBuffer &Buffer, uint64_t Begin) : Buffer(Buffer) {
    Buffer.Bound[0] = Begin;
  }

  /// Makes room if there is none; returns the threshold to go on with.
  double makeRoom(double Threshold) {
    if (Count < Buffer.Capacity)
      return Threshold;
    Threshold = std::max(2 * Threshold, 2 * Sum / Buffer.Capacity);
    merge(Threshold);
    assert(Count < Buffer.Capacity && "merging must make room");
    return Threshold;
  }

  void append(Cut Chunk) {
    ++Count;
    Buffer.Bound[Count] = Chunk.End;
    Buffer.Cumulative[Count] = Chunk.Load;
    Sum += Chunk.Load;
  }

  uint32_t finish() { return accumulate(Buffer, Count); }
};

uint32_t chunkByLoad(Inspector &Loads, uint64_t Begin, uint64_t End,
                     double Chunk, const ChunkBuffer &Buffer) {
  // The chunk load that the doublings below would end with.
  if (Loads.isFlat())
    for (double Load = Loads.sum(Begin, End); Load > Chunk * Buffer.Capacity;)
      Chunk *= 2;
  ChunkList Chunks(Buffer, Begin);
  while (Begin < End) {
    Chunk = Chunks.makeRoom(Chunk);
    Cut Next = Loads.cut(Begin, End, Chunk);
    Chunks.append(Next);
    Begin = Next.End;
  }
  return Chunks.finish();
}

uint32_t chunkSingly(Inspector &Loads, uint64_t Begin, uint64_t End,
                     const ChunkBuffer &Buffer) {
  uint32_t Count = 0;
  for (Buffer.Bound[0] = Begin; Begin < End; ++Begin) {
    ++Count;
    Buffer.Bound[Count] = Begin + 1;
    Buffer.Cumulative[Count] = Loads.cut(Begin, Begin + 1, 1).Load;
  }
  return accumulate(Buffer, Count);
}

/// Iterations of a window, at least.
constexpr uint64_t FewestInAWindow = 4;

/// Sums windows into the back of the buffer, then moves them to the front,
/// merged or cut. The front never catches up with the back: the front starts
/// Back places behind, with Back at least Windows, and cuts add at most Total /
/// Target = Windows chunks, one for each Target of load.
class WindowChunker {
  Inspector &Loads;
  const ChunkBuffer &Buffer;
  const uint64_t Begin, Length;
  const uint32_t Windows, Back;
  uint32_t Count = 0;
  /// Chunks before this one were cut by load and are not merged.
  uint32_t FirstMergeable = 0;
  double Target = 0;

  uint64_t windowBegin(uint32_t W) const {
    return Begin + Length / Windows * W +
           std::min<uint64_t>(W, Length % Windows);
  }

  void append(uint64_t End, double Load) {
    ++Count;
    Buffer.Bound[Count] = End;
    Buffer.Cumulative[Count] = Load;
  }

  void sumWindows() {
    double Total = 0;
    for (uint32_t W = 0; W < Windows; ++W) {
      double Load = Loads.sum(windowBegin(W), windowBegin(W + 1));
      Buffer.Cumulative[Back + W + 1] = Load;
      Total += Load;
    }
    Target = Total / Windows;
  }

  /// Cuts window W by load. Loads may have changed since they were summed: the
  /// iterations that are left when no load should be left become one chunk.
  void cut(uint32_t W, double Load) {
    uint64_t From = windowBegin(W);
    const uint64_t To = windowBegin(W + 1);
    for (double Pieces = Load / Target;
         From < To && Pieces >= 1 && Count < Back + W; --Pieces) {
      Cut Next = Loads.cut(From, To, Target);
      append(Next.End, Next.Load);
      Load = std::max(Load - Next.Load, 0.0);
      From = Next.End;
    }
    if (From < To)
      append(To, Load);
    FirstMergeable = Count;
  }

  bool joinsLast(uint64_t To, double Load) const {
    return Count > FirstMergeable &&
           Buffer.Cumulative[Count] + Load <= Target &&
           To - Buffer.Bound[Count - 1] <= Length / Windows * 4;
  }

public:
  WindowChunker(Inspector &Loads, uint64_t Begin, uint64_t End,
                const ChunkBuffer &Buffer)
      : Loads(Loads), Buffer(Buffer), Begin(Begin), Length(End - Begin),
        Windows(static_cast<uint32_t>(
            std::min<uint64_t>(Length / FewestInAWindow, Buffer.Capacity / 2))),
        Back(Buffer.Capacity - Windows) {}

  uint32_t run() {
    sumWindows();
    Buffer.Bound[0] = Begin;
    for (uint32_t W = 0; W < Windows; ++W) {
      const double Load = Buffer.Cumulative[Back + W + 1];
      const uint64_t To = windowBegin(W + 1);
      if (Load > 1.5 * Target && To - windowBegin(W) > 1) {
        cut(W, Load);
      } else if (joinsLast(To, Load)) {
        Buffer.Bound[Count] = To;
        Buffer.Cumulative[Count] += Load;
      } else {
        append(To, Load);
      }
    }
    return accumulate(Buffer, Count);
  }
};

} // namespace

uint32_t usersched::chunkSubspace(Inspector &Loads, uint64_t Begin,
                                  uint64_t End, double Chunk,
                                  const ChunkBuffer &Buffer) {
  const uint64_t Length = End - Begin;
  assert(Length > 0 &&
         (Buffer.Capacity >= MinChunkCapacity || Buffer.Capacity >= Length));
  if (Chunk > 0)
    return chunkByLoad(Loads, Begin, End, Chunk, Buffer);
  if (Length <= Buffer.Capacity && Length <= threshold::SingleIterations)
    return chunkSingly(Loads, Begin, End, Buffer);
  return WindowChunker(Loads, Begin, End, Buffer).run();
}

Chunks usersched::chunkAll(Inspector &Loads, uint64_t TripCount, double Chunk,
                           uint64_t Most) {
  Chunks Result;
  const auto Capacity = static_cast<uint32_t>(std::min(TripCount, Most));
  Result.Bound.resize(Capacity + 1);
  Result.Cumulative.resize(Capacity + 1);
  const uint32_t Count =
      chunkSubspace(Loads, 0, TripCount, Chunk,
                    {Result.Bound.data(), Result.Cumulative.data(), Capacity});
  Result.Bound.resize(Count + 1);
  Result.Cumulative.resize(Count + 1);
  return Result;
}
