//===- Reproducible.cpp - loops whose reductions keep their bits ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler knows nothing of reductions: to it, such a loop is a loop over
// block numbers. This file chooses the blocks, gives the team memory for their
// values, and combines the values when the last thread has left the loop.
//
//===----------------------------------------------------------------------===//
#include "base/Memory.h"
#include "base/Options.h"
#include "entry/LoopBlocks.h"
#include "entry/ThreadFrame.h"
#include "usersched.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

using CombineFunction = void (*)(void *Left, void *Right);

extern "C" {
int32_t __kmpc_reduce(void *Location, int32_t Thread, int32_t Count,
                      std::size_t Size, void *List, CombineFunction Combine,
                      void *Lock);
int32_t __kmpc_reduce_nowait(void *Location, int32_t Thread, int32_t Count,
                             std::size_t Size, void *List,
                             CombineFunction Combine, void *Lock);
void __kmpc_end_reduce(void *Location, int32_t Thread, void *Lock);
void __kmpc_end_reduce_nowait(void *Location, int32_t Thread, void *Lock);
void __kmpc_barrier(void *Location, int32_t Thread);
}

namespace {

/// Returns the values of the execution that the thread of F has entered.
BlockValues &joinBlocks(ThreadFrame &F, const usersched_reduction &R) {
  const uint32_t Threads = F.Loop->threads();
  if (Threads == 1)
    return BlockValues::alone(R.count, R.bytes);
  Team::Member &Self =
      F.Asked.Region ? *F.Self : F.Shared->arrive(F.Loop->call());
  return F.Shared->joinBlocks(Self, Threads, R.count, R.bytes);
}

/// The combine function of a loop, for values of blocks.
class BlockCombiner {
  const usersched_reduction &R;
  std::vector<void *> Left, Right;

  void point(std::vector<void *> &List, uint64_t Block) const {
    char *Value = R.values + Block * R.bytes;
    for (uint64_t I = 0; I < R.entries; ++I)
      if (R.sizes[I] > 0) {
        List[I] = Value;
        Value += alignedValue(R.sizes[I]);
      }
  }

public:
  explicit BlockCombiner(const usersched_reduction &R)
      : R(R), Left(R.lengths, R.lengths + R.entries), Right(Left) {}

  void operator()(uint64_t To, uint64_t From) {
    point(Left, To);
    point(Right, From);
    R.combine(Left.data(), Right.data());
  }
};

/// The same for one variable of known size.
struct OneCombiner {
  const usersched_reduction &R;

  void operator()(uint64_t To, uint64_t From) const {
    void *Left = R.values + To * R.bytes, *Right = R.values + From * R.bytes;
    R.combine(&Left, &Right);
  }
};

/// Calls Use with a function that combines the value of one block of R into
/// that of another one.
template <typename Function>
void withCombiner(const usersched_reduction &R, Function Use) {
  if (R.entries == 1)
    return Use(OneCombiner{R});
  need("a list of reduction variables", [&] {
    BlockCombiner Combine(R);
    Use(std::ref(Combine));
  });
}

/// Combines what can be combined of the range that the thread has run.
void endRange(usersched_reduction &R) {
  if (R.first == R.end)
    return;
  uint64_t *const Ends = static_cast<BlockValues *>(R.team_values)->ends();
  std::fill(Ends + R.first, Ends + R.end, R.end);
  if (R.end - R.first > 1)
    withCombiner(R, [&](auto Combine) {
      ReductionTree(R.count).combineRange(R.first, R.end, Combine);
    });
}

/// Stores the value of all blocks in the copies that List points to.
void combineAll(const usersched_reduction &R, uint64_t *Ends,
                void *const *List) {
  withCombiner(R, [&](auto Combine) {
    ReductionTree(R.count).combineRest(Ends, Combine);
  });
  const char *Value = R.values;
  for (uint64_t I = 0; I < R.entries; ++I) {
    std::memcpy(List[I], Value, R.sizes[I]);
    Value += alignedValue(R.sizes[I]);
  }
}

/// Returns true if the calling thread is the last one. Then the copies that
/// List points to have the values of the whole loop.
bool isLast(usersched_reduction &R, void *List) {
  auto &Values = *static_cast<BlockValues *>(R.team_values);
  R.team_values = nullptr;
  if (!Values.arrive(static_cast<uint32_t>(R.threads)))
    return false;
  const bool IsWhole = !Values.isCancelled();
  if (IsWhole)
    combineAll(R, Values.ends(), static_cast<void *const *>(List));
  Values.release();
  return IsWhole;
}

} // namespace

extern "C" {

USERSCHED_EXPORT void __usersched_reduction_init(void *Location, int32_t Thread,
                                                 usersched_frame *Frame,
                                                 usersched_loop *Loop,
                                                 usersched_team *Region,
                                                 usersched_reduction *R) {
  const bool IsOn = isReproducible(*Loop) && R->trip_count > 0;
  R->values = nullptr;
  R->block_size = 1;
  R->together = UINT64_MAX;
  R->first = R->end = 0;
  uint64_t Numbers = R->trip_count;
  if (IsOn) {
    const ReductionBlocks Blocks = blocksOf(*Loop, R->trip_count, R->bytes);
    R->block_size = Blocks.Size;
    R->count = Blocks.Count;
    R->together = 1;
    Numbers = Blocks.Count;
    Frame->chunk = chunkOfBlocks(*Loop, Frame->chunk, Blocks.Size);
  }
  // No iterations are the range from 1 to 0.
  __usersched_loop_init_8u(Location, Thread, Frame, Loop, Region, Numbers == 0,
                           Numbers == 0 ? 0 : Numbers - 1);
  if (!IsOn)
    return;
  ThreadFrame &F = ThreadFrame::of(Frame);
  BlockValues &Values = joinBlocks(F, *R);
  R->values = Values.memory();
  R->team_values = &Values;
  R->threads = F.Loop->threads();
}

USERSCHED_EXPORT usersched_range __usersched_reduction_next(
    usersched_frame *Frame, int32_t *Last, usersched_reduction *R) {
  if (!R->values)
    return __usersched_loop_next(Frame, Last);
  endRange(*R);
  const usersched_range Range = __usersched_loop_next(Frame, Last);
  R->first = Range.first;
  R->end = Range.first + Range.count;
  return Range;
}

USERSCHED_EXPORT int32_t __usersched_reduce(void *Location, int32_t Thread,
                                            int32_t Count, uint64_t Size,
                                            void *List, CombineFunction Combine,
                                            void *Lock,
                                            usersched_reduction *R) {
  if (!R->values)
    return __kmpc_reduce(Location, Thread, Count, Size, List, Combine, Lock);
  if (isLast(*R, List))
    return 1;
  __kmpc_barrier(Location, Thread);
  return 0;
}

USERSCHED_EXPORT int32_t __usersched_reduce_nowait(
    void *Location, int32_t Thread, int32_t Count, uint64_t Size, void *List,
    CombineFunction Combine, void *Lock, usersched_reduction *R) {
  if (!R->values)
    return __kmpc_reduce_nowait(Location, Thread, Count, Size, List, Combine,
                                Lock);
  return isLast(*R, List);
}

USERSCHED_EXPORT void __usersched_end_reduce(void *Location, int32_t Thread,
                                             void *Lock,
                                             usersched_reduction *R) {
  if (R->values)
    __kmpc_barrier(Location, Thread);
  else
    __kmpc_end_reduce(Location, Thread, Lock);
}

USERSCHED_EXPORT void __usersched_end_reduce_nowait(void *Location,
                                                    int32_t Thread, void *Lock,
                                                    usersched_reduction *R) {
  if (!R->values)
    __kmpc_end_reduce_nowait(Location, Thread, Lock);
}

USERSCHED_EXPORT void __usersched_reduction_cancel(usersched_reduction *R) {
  if (!R->values || !R->team_values)
    return;
  auto &Values = *static_cast<BlockValues *>(R->team_values);
  R->team_values = nullptr;
  Values.cancel();
  if (Values.arrive(static_cast<uint32_t>(R->threads)))
    Values.release();
}

USERSCHED_EXPORT uint64_t usersched_reduction_block(uint64_t TripCount,
                                                    uint64_t Bytes) {
  return ReductionBlocks::of(TripCount, Bytes, mostValueBytes()).Size;
}

USERSCHED_EXPORT void usersched_reduce(
    uint64_t TripCount, uint64_t Bytes,
    void (*Block)(uint64_t First, uint64_t End, void *Value, void *Data),
    void (*Combine)(void *Left, const void *Right, void *Data), void *Result,
    void *Data) {
  const ReductionBlocks Blocks =
      ReductionBlocks::of(TripCount, alignedValue(Bytes), mostValueBytes());
  if (Blocks.Count == 0)
    return Block(0, 0, Result, Data);
  const uint64_t Stride = alignedValue(Bytes);
  BlockValues &Values = BlockValues::alone(Blocks.Count, Stride);
  char *const Memory = Values.memory();
  for (uint64_t B = 0; B < Blocks.Count; ++B)
    Block(B * Blocks.Size,
          B + 1 == Blocks.Count ? TripCount : (B + 1) * Blocks.Size,
          Memory + B * Stride, Data);
  ReductionTree(Blocks.Count)
      .combineRange(0, Blocks.Count, [&](uint64_t Left, uint64_t Right) {
        Combine(Memory + Left * Stride, Memory + Right * Stride, Data);
      });
  std::memcpy(Result, Memory, Bytes);
  Values.release();
}

} // extern "C"
