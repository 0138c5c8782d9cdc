//===- Inspector.cpp - asks the user's code for loads ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call per chunk, not per iteration, so an inspection runs at the speed of
// the load expression. Prefix sums are searched by galloping from where the
// last cut was: neighbouring reads, and about 2 log2(length) of them.
//
//===----------------------------------------------------------------------===//
#include "plan/Inspector.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace usersched;

namespace {

constexpr uint64_t MaxIntegerThreshold = USERSCHED_MAX_INTEGER_THRESHOLD;
constexpr double MaxRealThreshold = USERSCHED_MAX_REAL_THRESHOLD;
/// Keeps the sum of 2^24 chunks finite, so that no difference of sums is NaN.
constexpr double MaxLoad = 1e290;
/// Less is no load: programs may run with subnormal numbers switched off.
constexpr double MinLoad = std::numeric_limits<double>::min();

uint64_t integerThreshold(double Threshold) {
  if (!(Threshold > 1))
    return 1;
  if (Threshold >= static_cast<double>(MaxIntegerThreshold))
    return MaxIntegerThreshold;
  return static_cast<uint64_t>(std::ceil(Threshold));
}

double realThreshold(double Threshold) {
  // Not 0: an iteration without load must not fill a chunk.
  return Threshold > MinLoad ? std::min(Threshold, MaxRealThreshold) : MinLoad;
}

double saneLoad(double Load) {
  return Load >= MinLoad ? std::min(Load, MaxLoad) : 0.0;
}

/// A prefix that falls counts as flat.
uint64_t rise(uint64_t From, uint64_t To) { return To > From ? To - From : 0; }

} // namespace

uint64_t Inspector::prefixAt(uint64_t Iteration) const {
  if (KnownEnds.Begin < KnownEnds.End) {
    if (Iteration == KnownEnds.Begin)
      return KnownEnds.AtBegin;
    if (Iteration == KnownEnds.End)
      return KnownEnds.AtEnd;
  }
  return Loop.prefix(Iteration, Captures);
}

double Inspector::loadOf(usersched_load Load) const {
  return Loop.flags & USERSCHED_LOAD_IS_FLOAT
             ? Load.real
             : static_cast<double>(Load.integer);
}

Cut Inspector::cutByInspection(uint64_t Begin, uint64_t End, double Threshold) {
  bool IsReal = Loop.flags & USERSCHED_LOAD_IS_FLOAT;
  usersched_inspection Inspection = {};
  if (IsReal)
    Inspection.threshold.real = realThreshold(Threshold);
  else
    Inspection.threshold.integer = integerThreshold(Threshold);
  Inspection.captures = Captures;

  uint64_t AssignedStart = Begin;
  uint64_t AssignedEnd = End;
  Loop.inspect(Begin, End, &AssignedStart, &AssignedEnd, &Inspection);

  AssignedEnd = std::clamp(AssignedEnd, Begin + 1, End);
  Inspected += AssignedEnd - Begin;
  return {AssignedEnd, saneLoad(loadOf(Inspection.load))};
}

Cut Inspector::cutByPrefix(uint64_t Begin, uint64_t End,
                           double Threshold) const {
  const uint64_t Wanted = integerThreshold(Threshold);
  const uint64_t Before = prefixAt(Begin);

  // [Begin, Short) is too little, [Begin, Enough) is enough or everything.
  uint64_t Short = Begin;
  uint64_t Enough = Begin;
  uint64_t Load = 0;
  for (uint64_t Step = 1; Load < Wanted && Enough < End;) {
    Short = Enough;
    Enough = End - Short <= Step ? End : Short + Step;
    Load = rise(Before, prefixAt(Enough));
    if (Step < uint64_t(1) << 62)
      Step *= 2;
  }
  if (Load < Wanted)
    return {End, static_cast<double>(Load)};
  while (Enough - Short > 1) {
    uint64_t Middle = Short + (Enough - Short) / 2;
    uint64_t MiddleLoad = rise(Before, prefixAt(Middle));
    if (MiddleLoad >= Wanted) {
      Enough = Middle;
      Load = MiddleLoad;
    } else {
      Short = Middle;
    }
  }
  return {Enough, static_cast<double>(Load)};
}

Cut Inspector::cutByCount(uint64_t Begin, uint64_t End,
                          double Threshold) const {
  const double Each = loadOf(Loop.each);
  const double Wanted = std::ceil(Threshold / Each);
  uint64_t Length = End - Begin;
  if (Wanted < static_cast<double>(Length))
    Length = std::max(static_cast<uint64_t>(Wanted), uint64_t(1));
  return {Begin + Length, saneLoad(static_cast<double>(Length) * Each)};
}

double Inspector::total(uint64_t Begin, uint64_t End) {
  const uint64_t Before = Begin == LastEnd ? AtLastEnd : prefixAt(Begin);
  LastEnd = End;
  AtLastEnd = prefixAt(End);
  return static_cast<double>(rise(Before, AtLastEnd));
}

double Inspector::sum(uint64_t Begin, uint64_t End) {
  if (knowsTotals())
    return total(Begin, End);
  constexpr double Most = std::numeric_limits<double>::max();
  if (isFlat())
    return cutByCount(Begin, End, Most).Load;
  Cut Next = cutByInspection(Begin, End, Most);
  double Load = Next.Load;
  // The loads are so huge that the sum stopped. Asked with the largest
  // threshold again, the loop would sum up all that is left first, in vain.
  while (Next.End < End) {
    Next = cutByInspection(Next.End, End, MaxIntegerThreshold / 2);
    Load += Next.Load;
  }
  return Load;
}

double Inspector::chunkLoad(uint64_t FrameChunk) const {
  if (!(Loop.flags & USERSCHED_LOAD_IS_FLOAT))
    return static_cast<double>(FrameChunk);
  double Chunk;
  static_assert(sizeof Chunk == sizeof FrameChunk, "a double's bits");
  std::memcpy(&Chunk, &FrameChunk, sizeof Chunk);
  return saneLoad(Chunk);
}
