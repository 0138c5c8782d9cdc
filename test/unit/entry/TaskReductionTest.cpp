//===- TaskReductionTest.cpp - reproducible reductions of taskloops -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread makes the calls of all tasks of a taskloop, in any order. The
// reduction is neither associative nor commutative: another order, or a block
// that is cut elsewhere, gives another number.
//
//===----------------------------------------------------------------------===//
#include "usersched.h"
#include "usersched_abi.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

constexpr uint64_t Identity = 7;

void addIterations(uint64_t First, uint64_t End, uint64_t &Value) {
  for (; First < End; ++First)
    Value = Value * 3 + First;
}

void combine(void *Left, void *Right) {
  auto &To = *static_cast<uint64_t *>(Left);
  To = To * 31 - *static_cast<uint64_t *>(Right);
}

/// Returns what the loop makes of Value.
uint64_t serial(uint64_t TripCount, uint64_t Value) {
  uint64_t Sum = 0;
  usersched_reduce(
      TripCount, sizeof Sum,
      [](uint64_t First, uint64_t End, void *Block, void *) {
        *static_cast<uint64_t *>(Block) = Identity;
        addIterations(First, End, *static_cast<uint64_t *>(Block));
      },
      [](void *Left, const void *Right, void *) {
        combine(Left, const_cast<void *>(Right));
      },
      &Sum, nullptr);
  combine(&Value, &Sum);
  return Value;
}

struct TaskReduction : testing::Test {
  usersched_loop Loop = {};
  uint64_t Sum = 5, Other = 6;
  usersched_task_variable Variables[2] = {};
  usersched_parts Parts = {};
  uint64_t BlockSize = 0;
  std::vector<usersched_task> Tasks;
  const int32_t Thread = 0;

  TaskReduction() {
    Loop.abi_version = USERSCHED_ABI_VERSION;
    Loop.flags = USERSCHED_HAS_BLOCKS | USERSCHED_REPRODUCIBLE;
    Loop.file = "some/file.cpp";
    Loop.line = 42;
    Loop.each.integer = 1;
    for (auto &V : Variables) {
      V.shared = &V == Variables ? &Sum : &Other;
      V.bytes = sizeof Sum;
      V.init = [](void *Copy, void *) {
        *static_cast<uint64_t *>(Copy) = Identity;
      };
      V.combine = combine;
    }
  }

  /// Makes a task for each PartsOfTask parts of the loop.
  void divide(uint64_t TripCount, uint64_t PartsOfTask = 1) {
    usersched_reduction R = {};
    R.trip_count = TripCount;
    R.entries = 2;
    EXPECT_EQ(__usersched_taskred_init(Thread, 2, Variables, &Loop), nullptr);
    Parts =
        __usersched_taskloop_divide_blocks(&Loop, nullptr, 0, &R, Variables);
    BlockSize = (R.step >> R.shift) - R.mask; // with a unit more
    Tasks.clear();
    for (uint64_t P = 0; P < Parts.count; P += PartsOfTask) {
      usersched_task Task = {};
      Task.division = Parts.division;
      Task.first = P;
      Task.last = std::min(P + PartsOfTask, Parts.count) - 1;
      Tasks.push_back(Task);
    }
  }

  /// Calls the function of the loop once, for Task. Returns false if the task
  /// has no more to do.
  bool run(usersched_task &Task) {
    if (!__usersched_task_next(Thread, &Task))
      return false;
    auto &First = value(Task, Sum), &Second = value(Task, Other);
    if (Task.upper < Task.lower)
      return true;
    EXPECT_LE(Task.upper - Task.lower, BlockSize - 1);
    addIterations(Task.lower, Task.upper + 1, First);
    addIterations(Task.lower, Task.upper + 1, Second);
    return true;
  }
  uint64_t &value(usersched_task &Task, uint64_t &Variable) {
    return *static_cast<uint64_t *>(
        __usersched_task_value(Thread, &Task, &Variable));
  }

  void runInAnyOrder(unsigned Seed) {
    std::mt19937 R(Seed);
    while (!Tasks.empty()) {
      const std::size_t Next = R() % Tasks.size();
      if (!run(Tasks[Next]))
        Tasks.erase(Tasks.begin() + static_cast<std::ptrdiff_t>(Next));
    }
  }
  void destroy() { __usersched_task_destroyed(Parts.division); }
};

TEST_F(TaskReduction, EveryOrderOfTasksGivesTheSameValue) {
  for (const uint64_t TripCount : {1, 2, 9, 700, 5000})
    for (unsigned Seed = 0; Seed < 8; ++Seed) {
      divide(TripCount, 1 + Seed % 3);
      Sum = 5, Other = 6;
      runInAnyOrder(Seed);
      EXPECT_EQ(Sum, serial(TripCount, 5));
      EXPECT_EQ(Other, serial(TripCount, 6));
      destroy();
    }
}

TEST_F(TaskReduction, TheLastBlockOfATaskIsMarked) {
  divide(9);
  for (usersched_task &Task : Tasks) {
    int32_t Ends = 0;
    while (run(Task))
      Ends += Task.is_end;
    EXPECT_EQ(Ends, 1);
  }
  destroy();
}

TEST_F(TaskReduction, AVariableKeepsItsValueIfATaskDoesNotEnd) {
  divide(700);
  run(Tasks.back());
  Tasks.pop_back();
  runInAnyOrder(1);
  EXPECT_EQ(Sum, 5u);
  EXPECT_EQ(Other, 6u);
  destroy();
}

TEST_F(TaskReduction, WithoutIterationsThereAreNoTasks) {
  divide(0);
  EXPECT_EQ(Parts.division, nullptr);
  EXPECT_EQ(Parts.count, 0u);
  destroy();
}

TEST_F(TaskReduction, NotReproducibleATaskRunsAllIterationsAtOnce) {
  Loop.flags = USERSCHED_HAS_BLOCKS;
  usersched_reduction R = {};
  R.trip_count = 5000;
  R.entries = 2;
  Parts = __usersched_taskloop_divide_blocks(&Loop, nullptr, 0, &R, Variables);
  EXPECT_EQ(R.step >> R.shift, 1u);
  usersched_task Task = {};
  Task.division = Parts.division;
  Task.last = Parts.count - 1;
  EXPECT_EQ(__usersched_task_next(Thread, &Task), 1);
  EXPECT_EQ(Task.lower, 0u);
  EXPECT_EQ(Task.upper, 4999u);
  EXPECT_EQ(Task.is_end, 1);
  EXPECT_EQ(__usersched_task_next(Thread, &Task), 0);
  destroy();
}

using TaskReductionDeathTest = TaskReduction;

TEST_F(TaskReductionDeathTest, AVariableElsewhereEndsTheProgram) {
  divide(9);
  EXPECT_EQ(__usersched_task_next(Thread, &Tasks[0]), 1);
  EXPECT_DEATH(value(Tasks[0], BlockSize),
               "the loop at some/file.cpp:42 asks for a reduction variable at "
               "another address");
  destroy();
}

} // namespace
