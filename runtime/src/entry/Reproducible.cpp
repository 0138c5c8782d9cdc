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
#include "base/Options.h"
#include "entry/LoopBlocks.h"
#include "entry/ThreadFrame.h"
#include "record/Recording.h"
#include "usersched.h"

#include <algorithm>
#include <cstring>

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

/// Combines so many pairs of values, Step blocks apart; the first is Left's.
void combine(const usersched_reduction &R, uint64_t Left, uint64_t Step,
             uint64_t Pairs) {
  R.combine(&R, R.values + Left * R.bytes, Step * R.bytes, Pairs);
}

/// Combines what can be combined of the range that the thread has run.
void endRange(usersched_reduction &R) {
  if (R.first == R.end)
    return;
  uint64_t *const Ends = static_cast<BlockValues *>(R.team_values)->ends();
  std::fill(Ends + R.first, Ends + R.end, R.end);
  ReductionTree(R.count).forEachRow(
      R.first, R.end, [&R](uint64_t Left, uint64_t Step, uint64_t Pairs) {
        combine(R, Left, Step, Pairs);
      });
}

/// Stores the value of all blocks in the copies that List points to.
void combineAll(const usersched_reduction &R, uint64_t *Ends,
                void *const *List) {
  ReductionTree(R.count).combineRest(Ends, [&R](uint64_t Left, uint64_t Right) {
    combine(R, Left, Right - Left, 1);
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
  // The thread left the execution before by `cancel`, and its function goes on.
  __usersched_reduction_cancel(R);
  const bool IsOn = isReproducible(*Loop) && R->trip_count > 0;
  R->values = R->place = nullptr;
  tellBlocks(*R, ReductionBlocks::single(R->trip_count));
  if (IsOn) {
    tellBlocks(*R, blocksOf(*Loop, R->trip_count, R->bytes));
    R->step_in_range = R->step;
    Frame->chunk = chunkOfBlocks(*Loop, Frame->chunk, R->trip_count / R->count);
    // As many blocks of another trip count have other loads.
    Frame->data += R->trip_count;
  }
  // No iterations are the range from 1 to 0.
  __usersched_loop_init_8u(Location, Thread, Frame, Loop, Region, R->count == 0,
                           R->count == 0 ? 0 : R->count - 1);
  if (!IsOn)
    return;
  ThreadFrame &F = ThreadFrame::of(Frame);
  if (Recording *Notes = F.Loop->notes())
    Notes->countsBlocks(F.Loop->call().Thread, R->trip_count);
  BlockValues &Values = joinBlocks(F, *R);
  R->values = Values.memory();
  R->first = R->end = 0;
  R->team_values = &Values;
  R->threads = F.Loop->threads();
}

USERSCHED_EXPORT usersched_range __usersched_reduction_next(
    usersched_frame *Frame, int32_t *Last, usersched_reduction *R) {
  if (R->values)
    endRange(*R);
  const usersched_range Range = __usersched_loop_next(Frame, Last);
  if (!R->values) {
    R->position = Range.first;
    R->step_in_range = Range.count;
    return Range;
  }
  R->first = Range.first;
  R->end = Range.first + Range.count;
  R->place = R->values + R->first * R->bytes;
  R->position = R->first * R->step;
  const ReductionBlocks Blocks = toldBlocks(*R);
  const uint64_t Begin = Blocks.begin(R->first);
  return {Begin, Blocks.begin(R->end) - Begin};
}

USERSCHED_EXPORT int32_t __usersched_reduce(void *Location, int32_t Thread,
                                            int32_t Count, uint64_t Size,
                                            void *List, CombineFunction Combine,
                                            void *Lock,
                                            usersched_reduction *R) {
  // Clang emits a barrier behind what this begins, and a thread that leaves the
  // loop by `cancel` goes there. So a barrier here would wait for that thread.
  if (!R->values)
    return __kmpc_reduce(Location, Thread, Count, Size, List, Combine, Lock);
  return isLast(*R, List);
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
  if (!R->values)
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

USERSCHED_EXPORT uint64_t usersched_reduction_begin(uint64_t TripCount,
                                                    uint64_t Bytes,
                                                    uint64_t Block) {
  const ReductionBlocks Blocks =
      ReductionBlocks::of(TripCount, Bytes, mostValueBytes());
  return Blocks.begin(std::min(Block, Blocks.Count));
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
    Block(Blocks.begin(B), Blocks.begin(B + 1), Memory + B * Stride, Data);
  ReductionTree(Blocks.Count)
      .combineRange(0, Blocks.Count, [&](uint64_t Left, uint64_t Right) {
        Combine(Memory + Left * Stride, Memory + Right * Stride, Data);
      });
  std::memcpy(Result, Memory, Bytes);
  Values.release();
}

} // extern "C"
