//===- OrphanedTest.cpp - orphaned loops of one function, without libomp --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread plays both threads of a team that no annotated region made. The
// functions of libomp by which these threads find each other are defined here.
//
//===----------------------------------------------------------------------===//
#include "TestClock.h"
#include "TestLoop.h"
#include "team/TeamPool.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

static constexpr uint32_t TeamSize = 2;
/// The number of the thread that is played.
static uint32_t Played = 0;
/// What the first thread of a team tells the others.
static void *Told = nullptr;

extern "C" {
int omp_get_thread_num(void) { return static_cast<int>(Played); }
int omp_get_num_threads(void) { return TeamSize; }
int32_t __kmpc_single(void *, int32_t) { return Played == 0; }
void __kmpc_end_single(void *, int32_t) {}
void *__kmpc_copyprivate_light(void *, int32_t, void *Data) {
  if (Data)
    Told = Data;
  return Told;
}
}

namespace {

struct OrphanedTest : testing::Test {
  static constexpr uint64_t N = TeamSize;
  const StepOf Time{10};
  TestLoop Loop{[](uint64_t) { return 1; }};
  alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame Frames[TeamSize] = {};
  int32_t Last = 0;

  /// Calls Do(frame) as each thread of the team.
  template <typename Function> void asEach(Function Do) {
    for (Played = 0; Played < TeamSize; ++Played)
      Do(Frames[Played]);
    Played = 0;
  }

  uint64_t next(usersched_frame &Frame) {
    return __usersched_loop_next(&Frame, &Last).count;
  }

  /// Each thread gets one iteration, which takes 1 ms, and leaves: after it has
  /// asked for more, or at once, as after `cancel`.
  void execute(uint64_t Data, bool AsksForMore) {
    asEach([&](usersched_frame &Frame) {
      Frame.captures = &Loop;
      Frame.data = Data;
      Frame.chunk = 1;
      __usersched_loop_init_8u(nullptr, 0, &Frame, &Loop.Descriptor, nullptr, 0,
                               N - 1);
    });
    asEach([&](usersched_frame &Frame) { EXPECT_EQ(next(Frame), 1u); });
    setTime(clock::ticks() + 1000 * clock::ticksPerMicrosecond());
    if (AsksForMore)
      asEach([&](usersched_frame &Frame) { EXPECT_EQ(next(Frame), 0u); });
    asEach([](usersched_frame &Frame) { __usersched_loop_deinit(&Frame); });
  }

  void executeNothing() {
    asEach([&](usersched_frame &Frame) {
      __usersched_loop_init_8u(nullptr, 0, &Frame, &Loop.Descriptor, nullptr, 1,
                               0);
      EXPECT_EQ(next(Frame), 0u);
      __usersched_loop_deinit(&Frame);
    });
  }

  /// The instances of the last executions of the team in the pool.
  std::vector<const Instance *> lastInstances() {
    Team &Pooled = takeTeam(false);
    const Instance *Next = &Pooled.advance(Loop.call(N, 0, TeamSize));
    std::vector<const Instance *> Result;
    for (int I = 0; I < 3; ++I) {
      Next = Next->Next;
      Result.push_back(Next);
    }
    return Result;
  }
};

// Its slots would look as if this thread had run out of work there.
TEST_F(OrphanedTest, AnEmptyLoopLooksAtNoSlotOfTheTeamBefore) {
  // With other data each time, each execution is set up in the ring.
  uint64_t Data = 1;
  for (int E = 0; E < 200; ++E)
    execute(Data = 3 - Data, /*AsksForMore=*/true);
  for (int E = 0; E < 8; ++E) {
    execute(Data = 3 - Data, /*AsksForMore=*/false);
    executeNothing();
  }
  for (const Instance *Before : lastInstances())
    EXPECT_FALSE(Before->someoneIsIdle(Before->Execution));
}

} // namespace
