//===- TaskReduction.cpp - reproducible reductions of a taskloop ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/TaskReduction.h"

#include "entry/Division.h"
#include "entry/LoopBlocks.h"
#include "entry/OpenMP.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

extern "C" {
void *__kmpc_taskred_init(int32_t Thread, int32_t Count, void *Variables);
void *__kmpc_task_reduction_get_th_data(int32_t Thread, void *Reductions,
                                        void *Shared);
}

static uint64_t bytesOfBlock(const usersched_task_variable *Told,
                             uint64_t Count) {
  uint64_t Bytes = 0;
  for (uint64_t I = 0; I < Count; ++I)
    Bytes += alignedValue(Told[I].bytes);
  return Bytes;
}

TaskReduction::TaskReduction(const usersched_loop &Loop,
                             const usersched_reduction &R,
                             const usersched_task_variable *Told)
    : Loop(Loop),
      Blocks(blocksOf(Loop, R.trip_count, bytesOfBlock(Told, R.entries))),
      Bytes(bytesOfBlock(Told, R.entries)),
      Values(BlockValues::alone(Blocks.Count, Bytes)) {
  uint64_t Offset = 0;
  for (uint64_t I = 0; I < R.entries; ++I) {
    Variables.push_back({Told[I], Offset});
    Offset += alignedValue(Told[I].bytes);
  }
}

const TaskReduction::Variable &TaskReduction::find(const void *Shared) const {
  for (const Variable &V : Variables)
    if (V.Told.shared == Shared)
      return V;
  std::fprintf(stderr,
               "usersched: the loop at %s:%u asks for a reduction variable at "
               "another address than before its tasks began; do not change in "
               "the loop what the 'reduction' clause names\n",
               Loop.file ? Loop.file : "?", Loop.line);
  std::abort();
}

void *TaskReduction::begin(const void *Shared, uint64_t Block) const {
  const Variable &V = find(Shared);
  char *const Value = place(V, Block);
  if (V.Told.init)
    V.Told.init(Value, V.Told.original ? V.Told.original : V.Told.shared);
  else
    std::memset(Value, 0, V.Told.bytes);
  return Value;
}

void TaskReduction::combine(const Variable &V, uint64_t To,
                            uint64_t From) const {
  V.Told.combine(place(V, To), place(V, From));
}

void *TaskReduction::combineRange(const void *Shared, uint64_t First,
                                  uint64_t End) const {
  const Variable &V = find(Shared);
  ReductionTree(Blocks.Count)
      .combineRange(First, End, [&](uint64_t Left, uint64_t Right) {
        combine(V, Left, Right);
      });
  return place(V, First);
}

void *TaskReduction::combineAll(void *Shared) const {
  const Variable &V = find(Shared);
  auto Combine = [&](uint64_t Left, uint64_t Right) {
    combine(V, Left, Right);
  };
  ReductionTree(Blocks.Count).combineRest(Values.ends(), Combine);
  V.Told.combine(Shared, place(V, 0));
  return place(V, 0);
}

bool TaskReduction::arrive(uint64_t First, uint64_t End, uint64_t Count,
                           uint64_t Parts) const {
  std::fill(Values.ends() + First, Values.ends() + End, End);
  bool IsLast = false;
  while (Count-- > 0)
    IsLast |= Values.arrive(static_cast<uint32_t>(Parts));
  return IsLast;
}

namespace {

/// See TaskReduction.h.
enum Step : uint64_t { Begin, Block, Own, All, Whole, Done };

/// The runtime's part of usersched_task: the block that runs, and the end of
/// the task's blocks.
enum Field { Current, End };

uint64_t firstBlock(const usersched_task &Task) {
  return Task.division->Tasks.Bound[Task.first];
}

/// Names no iterations: from 0 to -1 would be all, in an unsigned type.
int32_t nameNothing(usersched_task &Task, Step Next) {
  Task.step = Next;
  Task.lower = 1;
  Task.upper = 0;
  Task.is_end = 0;
  return 1;
}

int32_t nameWhole(usersched_task &Task, const TaskList &Tasks) {
  Task.step = Whole;
  Task.lower = Tasks.Bound[Task.first];
  Task.upper = Tasks.Bound[Task.last + 1] - 1;
  Task.is_end = 1;
  return 1;
}

/// Names the iterations of the block Current.
int32_t nameBlock(usersched_task &Task, const TaskReduction &R) {
  const uint64_t Number = Task.runtime[Current];
  Task.step = Block;
  Task.lower = R.blocks().begin(Number);
  Task.upper = R.blocks().begin(Number + 1) - 1;
  Task.is_end = Number + 1 == Task.runtime[End];
  return 1;
}

} // namespace

extern "C" {

USERSCHED_EXPORT void *
__usersched_taskred_init(int32_t Thread, int32_t Count,
                         usersched_task_variable *Variables,
                         usersched_loop *Loop) {
  if (isReproducible(*Loop))
    return nullptr;
  return __kmpc_taskred_init(Thread, Count, Variables);
}

USERSCHED_EXPORT int32_t __usersched_task_next(int32_t Thread,
                                               usersched_task *Task) {
  const usersched_division &Division = *Task->division;
  const TaskReduction *R = Division.Reduction.get();
  switch (Task->step) {
  case Begin:
    if (!R)
      return nameWhole(*Task, Division.Tasks);
    Task->runtime[Current] = firstBlock(*Task);
    Task->runtime[End] = Division.Tasks.Bound[Task->last + 1];
    return nameBlock(*Task, *R);
  case Block:
    if (openmp::isTaskgroupCancelled(Thread))
      break;
    if (++Task->runtime[Current] < Task->runtime[End])
      return nameBlock(*Task, *R);
    return nameNothing(*Task, Own);
  case Own:
    if (R->arrive(firstBlock(*Task), Task->runtime[End],
                  Task->last - Task->first + 1, Division.Tasks.size()))
      return nameNothing(*Task, All);
    break;
  default:
    break;
  }
  Task->step = Done;
  return 0;
}

USERSCHED_EXPORT void *
__usersched_task_value(int32_t Thread, usersched_task *Task, void *Shared) {
  const TaskReduction *R = Task->division->Reduction.get();
  switch (Task->step) {
  case Block:
    return R->begin(Shared, Task->runtime[Current]);
  case Own:
    return R->combineRange(Shared, firstBlock(*Task), Task->runtime[End]);
  case All:
    return R->combineAll(Shared);
  default:
    return __kmpc_task_reduction_get_th_data(Thread, Task->reductions, Shared);
  }
}

} // extern "C"
