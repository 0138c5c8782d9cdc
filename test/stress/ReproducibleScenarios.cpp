//===- ReproducibleScenarios.cpp - the same bits, whoever runs what -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reduction is neither associative nor commutative: another order, or a
// block that is cut elsewhere, gives another number.
//
//===----------------------------------------------------------------------===//
#include "Compiled.h"

#include "usersched.h"

#include <cstring>

namespace {

constexpr uint64_t Identity = 7;

void addIterations(uint64_t First, uint64_t End, uint64_t &Value) {
  for (; First < End; ++First)
    Value = Value * 3 + First;
}

void combine(void *Left, const void *Right) {
  uint64_t &To = *static_cast<uint64_t *>(Left);
  To = (To << 5) - To - *static_cast<const uint64_t *>(Right);
}
void combinePairs(const usersched_reduction *, char *Left, uint64_t Distance,
                  uint64_t Pairs) {
  for (; Pairs > 0; --Pairs, Left += 2 * Distance)
    combine(Left, Left + Distance);
}
void combineLists(void *, void *) { fail("the library combines copies"); }

uint64_t serial(uint64_t N) {
  uint64_t Result = 0;
  usersched_reduce(
      N, sizeof Result,
      [](uint64_t First, uint64_t End, void *Value, void *) {
        uint64_t Sum = Identity;
        addIterations(First, End, Sum);
        std::memcpy(Value, &Sum, sizeof Sum);
      },
      [](void *Left, const void *Right, void *) { combine(Left, Right); },
      &Result, nullptr);
  return Result;
}

/// The inspect function of blocks: any loads.
void inspectBlocks(uint64_t Start, uint64_t End, uint64_t *From, uint64_t *To,
                   void *UserData) {
  auto &Inspection = *static_cast<usersched_inspection *>(UserData);
  uint64_t Load = 0;
  *From = Start;
  do
    Load += Start * Start % 97;
  while (++Start < End && Load < Inspection.threshold.integer);
  *To = Start;
  Inspection.load.integer = Load;
}

/// One activation of a function with a loop whose reduction is reproducible.
class ReducingFunction {
  alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame Frame = {};
  usersched_reduction Reduction = {};
  const int32_t Thread = __kmpc_global_thread_num(&Location);

public:
  ReducingFunction() {
    Frame.thread = static_cast<uint64_t>(omp_get_thread_num());
  }
  ~ReducingFunction() {
    __usersched_loop_deinit(&Frame);
    __usersched_reduction_cancel(&Reduction);
  }

  /// Runs the loop of N iterations; leaves it by `cancel` at iteration Leaves.
  /// Returns false if it has left. Calls Use with the result in one thread.
  template <typename Function>
  bool run(usersched_loop &Loop, usersched_team *Team, uint64_t N,
           uint64_t Leaves, Function Use) {
    uint64_t Copy = Identity;
    void *List[] = {&Copy}, *const Lengths[] = {nullptr};
    const uint64_t Sizes[] = {sizeof Copy};
    Frame.data = 0;
    Reduction = {};
    Reduction.trip_count = N;
    Reduction.bytes = 16;
    Reduction.entries = 1;
    Reduction.sizes = Sizes;
    Reduction.lengths = Lengths;
    Reduction.combine = combinePairs;
    __usersched_reduction_init(&Location, Thread, &Frame, &Loop, Team,
                               &Reduction);
    int32_t Last = 0;
    for (;;) {
      const usersched_range Range =
          __usersched_reduction_next(&Frame, &Last, &Reduction);
      char *Place = Reduction.place;
      uint64_t Position = Reduction.position, First = Range.first;
      for (const uint64_t AtEnd = First + Range.count; First < AtEnd;) {
        Position += Reduction.step_in_range;
        const uint64_t End =
            std::min((Position >> Reduction.shift) & Reduction.mask, AtEnd);
        if (First <= Leaves && Leaves < End)
          return false;
        addIterations(First, End, Copy);
        std::memcpy(Place, &Copy, sizeof Copy);
        Place += Reduction.bytes;
        Copy = Identity;
        First = End;
      }
      if (Range.count == 0)
        break;
    }
    __usersched_loop_deinit(&Frame);
    if (__usersched_reduce_nowait(&Location, Thread, 1, sizeof Copy, List,
                                  combineLists, nullptr, &Reduction) == 1) {
      Use(Copy);
      __usersched_end_reduce_nowait(&Location, Thread, nullptr, &Reduction);
    }
    return true;
  }
};

/// Runs part P of a taskloop that reduces Sum.
void runTask(usersched_division *Division, uint64_t P, uint64_t &Sum) {
  const int32_t Thread = __kmpc_global_thread_num(&Location);
  usersched_task Task = {};
  Task.division = Division;
  Task.first = Task.last = P;
  while (__usersched_task_next(Thread, &Task)) {
    void *Value = __usersched_task_value(Thread, &Task, &Sum);
    if (Task.lower <= Task.upper)
      addIterations(Task.lower, Task.upper + 1,
                    *static_cast<uint64_t *>(Value));
  }
  __usersched_task_destroyed(Division);
}

/// Runs Loop, of N iterations, as a taskloop.
void runTaskloop(usersched_loop &Loop, uint64_t N, int Threads) {
  uint64_t Sum = 0;
  usersched_task_variable Variable = {};
  Variable.shared = &Sum;
  Variable.bytes = sizeof Sum;
  Variable.init = [](void *Copy, void *) {
    std::memcpy(Copy, &Identity, sizeof Identity);
  };
  Variable.combine = [](void *Left, void *Right) { combine(Left, Right); };
#pragma omp parallel num_threads(Threads)
#pragma omp single
  {
    usersched_reduction Reduction = {};
    Reduction.trip_count = N;
    Reduction.entries = 1;
    const usersched_parts Parts = __usersched_taskloop_divide_blocks(
        &Loop, nullptr, 0, &Reduction, &Variable);
#pragma omp taskgroup
    {
      for (uint64_t P = 0; P < Parts.count; ++P) {
        __usersched_task_copied(Parts.division);
#pragma omp task
        runTask(Parts.division, P, Sum);
      }
      __usersched_task_destroyed(Parts.division);
    }
  }
  uint64_t Expected = 0, All = serial(N);
  combine(&Expected, &All);
  if (Sum != Expected)
    fail("a reproducible taskloop has another result");
}

uint64_t anyTripCount(Random &R) {
  const uint64_t Sizes[] = {1, 2, 100, 960, 1000, 5000, 20000};
  return Sizes[R() % 7];
}

int anyTeam(Random &R) {
  return 1 + static_cast<int>(R() % (R() % 8 ? 8 : 64));
}

usersched_loop reproducibleLoop(Random &R) {
  usersched_loop Loop = {};
  Loop.abi_version = USERSCHED_ABI_VERSION;
  Loop.flags = USERSCHED_HAS_BLOCKS | USERSCHED_REPRODUCIBLE |
               USERSCHED_SUBSPACE_IS_THREAD;
  if (R() % 3)
    Loop.inspect = inspectBlocks;
  else
    Loop.each.integer = 1 + R() % 5;
  return Loop;
}

} // namespace

void reproducibleTasks(Random &R) {
  usersched_loop Loop = reproducibleLoop(R);
  runTaskloop(Loop, anyTripCount(R), anyTeam(R));
}

void reproducible(Random &R) {
  usersched_loop Loop = reproducibleLoop(R);
  if (R() % 4 == 0)
    Loop.flags |= USERSCHED_NO_STEAL;
  if (R() % 4 == 0)
    Loop.flags |= USERSCHED_NO_PROFILE;
  const bool IsNowait = R() % 2, IsOrphaned = R() % 4 == 0;
  if (IsNowait)
    Loop.flags |= USERSCHED_NOWAIT;
  constexpr int Executions = 30;
  const int Threads = anyTeam(R);
  const uint64_t N = anyTripCount(R);
  // The last execution is cancelled, unless it ends before.
  const uint64_t Leaves = R() % 3 ? N : R() % N;
  std::atomic<uint64_t> Results[Executions] = {};
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(Threads)
  {
    ReducingFunction F;
    for (int E = 0; E < Executions; ++E) {
      const bool IsLast = E + 1 == Executions;
      if (!F.run(Loop, IsOrphaned ? nullptr : Team, N, IsLast ? Leaves : N,
                 [&](uint64_t Value) { Results[E] += Value; }))
        break;
      if (!IsNowait && !IsLast) {
#pragma omp barrier
      }
    }
  }
  __usersched_team_end(Team);
  const uint64_t Expected = serial(N);
  for (int E = 0; E < Executions; ++E) {
    const bool IsCancelled = E + 1 == Executions && Leaves < N;
    if (Results[E] != (IsCancelled ? 0 : Expected))
      fail("a reproducible reduction has another result");
  }
}
