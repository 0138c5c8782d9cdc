//===- Tasks.cpp - cuts a taskloop into tasks of about equal load ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "plan/Tasks.h"

#include "plan/Balancer.h"
#include "plan/Chunker.h"

using namespace usersched;

namespace {

/// Places for chunks without a `chunk`, for each task: an end of a task that
/// lies inside a chunk is looked for in that chunk alone. Loads are summed up
/// in half as many windows.
constexpr uint64_t ChunksPerTask = 4;
constexpr uint64_t MostChunks = uint64_t(1) << 20;

std::vector<uint64_t> cutEqually(const Call &Entered, uint64_t Tasks) {
  std::vector<uint64_t> Bound;
  for (uint64_t T = 0; T < Tasks; ++T)
    Bound.push_back(evenShare(Entered.TripCount, static_cast<uint32_t>(T),
                              static_cast<uint32_t>(Tasks))
                        .Begin);
  Bound.push_back(Entered.TripCount);
  return Bound;
}

std::vector<uint64_t> cutByLoad(const Call &Entered, uint64_t Tasks,
                                Inspector &Loads) {
  const Chunks All = chunkAll(Loads, Entered.TripCount, /*Chunk=*/0,
                              std::min(ChunksPerTask * Tasks, MostChunks));
  Plan Division =
      balance({Entered.TripCount, /*Data=*/0, static_cast<uint32_t>(Tasks)},
              {{All.table(), All.size()}}, Granularity::Chosen);
  if (Division.State == PlanState::Rough)
    Division = sharpen(Division, Loads);
  std::vector<uint64_t> Bound = {0};
  for (const uint32_t Begin : Division.GroupBegin)
    // An iteration heavier than a task's share leaves some groups empty.
    if (Division.Bound[Begin] > Bound.back())
      Bound.push_back(Division.Bound[Begin]);
  return Bound;
}

} // namespace

TaskList usersched::cutIntoTasks(const Call &Entered) {
  Inspector Loads(*Entered.Loop, Entered.Captures);
  const double Chunk = Entered.IsOff ? 0 : Loads.chunkLoad(Entered.Chunk);
  const uint64_t Tasks = std::min(
      {Entered.TripCount, TasksPerThread * Entered.Threads, MostChunks / 2});
  TaskList Result;
  if (Chunk > 0)
    Result.Bound = chunkAll(Loads, Entered.TripCount, Chunk, MostTasks).Bound;
  else if (Entered.IsOff || Entered.Threads == 1 || Loads.isFlat())
    Result.Bound = cutEqually(Entered, Tasks);
  else
    Result.Bound = cutByLoad(Entered, Tasks, Loads);
  Result.Inspected = Loads.inspected();
  return Result;
}
