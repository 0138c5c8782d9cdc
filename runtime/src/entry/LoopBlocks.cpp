//===- LoopBlocks.cpp - the reduction blocks of an execution --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/LoopBlocks.h"

#include "base/FloatingPoint.h"
#include "base/Options.h"
#include "plan/Call.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace usersched;

bool usersched::isReproducible(const usersched_loop &Loop) {
  return areReproducible(Overrides(Options::get()).flagsOf(Loop));
}

uint64_t usersched::mostValueBytes() {
  return Options::get().ReproducibleMiB << 20;
}

ReductionBlocks usersched::blocksOf(const usersched_loop &Loop,
                                    uint64_t TripCount, uint64_t Bytes) {
  if (Bytes <= mostValueBytes())
    return ReductionBlocks::of(TripCount, Bytes, mostValueBytes());
  std::fprintf(
      stderr,
      "usersched: the reduction variables of the loop at %s:%u have %llu "
      "bytes, but with 'reproducible: on' they may have %llu; set "
      "USERSCHED_REPRODUCIBLE_MIB to the MiB that the blocks may take, or "
      "remove 'reproducible'\n",
      Loop.file ? Loop.file : "?", Loop.line,
      static_cast<unsigned long long>(Bytes),
      static_cast<unsigned long long>(mostValueBytes()));
  std::abort();
}

void usersched::tellBlocks(usersched_reduction &R,
                           const ReductionBlocks &Blocks) {
  R.step = Blocks.Step;
  R.shift = Blocks.Shift;
  R.mask = -Blocks.Unit;
  R.count = Blocks.Count;
}

ReductionBlocks usersched::toldBlocks(const usersched_reduction &R) {
  return {R.trip_count, R.count, -R.mask, R.step,
          static_cast<uint32_t>(R.shift)};
}

/// Returns the bits of a chunk in blocks of Size iterations, from those of a
/// chunk in iterations. A function of its own, as QuietFloatingPoint asks.
[[gnu::noinline]] static uint64_t inBlocks(uint64_t Chunk, uint64_t Size) {
  double Real;
  std::memcpy(&Real, &Chunk, sizeof Real);
  Real /= static_cast<double>(Size);
  std::memcpy(&Chunk, &Real, sizeof Real);
  return Chunk;
}

uint64_t usersched::chunkOfBlocks(const usersched_loop &Loop, uint64_t Chunk,
                                  uint64_t Size) {
  Chunk = Overrides(Options::get()).chunkOf(Loop, Chunk);
  // The functions of the loop say the loads of blocks. Without them, every
  // number has the same load: that of an iteration.
  if (Loop.inspect || Loop.prefix)
    return Chunk;
  if (!(Loop.flags & USERSCHED_LOAD_IS_FLOAT))
    return Chunk / Size + (Chunk % Size != 0);
  const QuietFloatingPoint Quiet;
  return inBlocks(Chunk, Size);
}
