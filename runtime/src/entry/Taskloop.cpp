//===- Taskloop.cpp - the functions that compiled taskloops call ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariant: a division lives exactly as long as some task has it. libomp
// destroys every task that it makes, those that are cancelled, too.
//
//===----------------------------------------------------------------------===//
#include "base/FloatingPoint.h"
#include "base/Memory.h"
#include "base/Statistics.h"
#include "entry/Division.h"
#include "entry/LoopBlocks.h"
#include "entry/NoLoop.h"
#include "entry/OpenMP.h"
#include "entry/Version.h"

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

namespace {

Call callFor(usersched_loop &Loop, void *Captures, uint64_t Chunk,
             uint64_t TripCount) {
  Call Entered = {};
  Entered.Loop = &Loop;
  Entered.Captures = Captures;
  Entered.Chunk = Chunk;
  Entered.TripCount = TripCount;
  Entered.Threads = openmp::teamSize();
  Entered.Flags = Loop.flags;
  Entered.apply(Overrides(Options::get()));
  return Entered;
}

usersched_parts
divide(const Call &Entered,
       std::unique_ptr<TaskReduction> Reduction = nullptr) noexcept {
  auto *Division = need("the tasks of a loop", [&] {
    const QuietFloatingPoint Quiet;
    return new usersched_division{cutIntoTasks(Entered), std::move(Reduction)};
  });
  Counters::mine().add(Count::InspectedIterations, Division->Tasks.Inspected);
  TaskloopRan.store(true, std::memory_order_relaxed);
  return {Division, Division->Tasks.size()};
}

} // namespace

extern "C" {

USERSCHED_EXPORT usersched_parts __usersched_taskloop_divide(
    usersched_loop *Loop, void *Captures, uint64_t Chunk, uint64_t TripCount) {
  if (!isOurVersion(*Loop))
    refuse(*Loop);
  if (TripCount == 0)
    return {nullptr, 0};
  return divide(callFor(*Loop, Captures, Chunk, TripCount));
}

USERSCHED_EXPORT usersched_parts __usersched_taskloop_divide_blocks(
    usersched_loop *Loop, void *Captures, uint64_t Chunk,
    usersched_reduction *R, const usersched_task_variable *Variables) {
  tellBlocks(*R, ReductionBlocks::single(R->trip_count));
  if (!isOurVersion(*Loop) || R->trip_count == 0 || !isReproducible(*Loop))
    return __usersched_taskloop_divide(Loop, Captures, Chunk, R->trip_count);
  auto Reduction = need("the reductions of a loop", [&] {
    return std::make_unique<TaskReduction>(*Loop, *R, Variables);
  });
  tellBlocks(*R, Reduction->blocks());
  return divide(callFor(*Loop, Captures,
                        chunkOfBlocks(*Loop, Chunk, R->trip_count / R->count),
                        R->count),
                std::move(Reduction));
}

USERSCHED_EXPORT usersched_range __usersched_task_range(
    usersched_division *Division, uint64_t First, uint64_t Last) {
  const std::vector<uint64_t> &Bound = Division->Tasks.Bound;
  return {Bound[First], Bound[Last + 1] - Bound[First]};
}

USERSCHED_EXPORT void __usersched_task_copied(usersched_division *Division) {
  Division->Owners.fetch_add(1, std::memory_order_relaxed);
}

USERSCHED_EXPORT void __usersched_task_destroyed(usersched_division *Division) {
  if (Division && Division->Owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete Division;
}

} // extern "C"
