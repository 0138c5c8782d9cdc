//===- EntryTest.cpp - what compiled code sees of the library -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through the exported functions alone, by the initial thread. Also linked with
// the archive, to show that it is complete.
//
//===----------------------------------------------------------------------===//
#include "usersched.h"
#include "usersched_abi.h"

#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <thread>

namespace {

void inspect(uint64_t, uint64_t, uint64_t *, uint64_t *, void *) {
  ADD_FAILURE() << "a team of one needs no inspection";
}

int32_t subspace(int32_t, void *) { return 0; }

struct Entry : testing::Test {
  usersched_loop Loop = {};
  alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame Frame = {};
  int32_t Last = 0;

  Entry() {
    Loop.abi_version = USERSCHED_ABI_VERSION;
    Loop.file = "some/file.cpp";
    Loop.line = 42;
    Loop.inspect = inspect;
    Loop.subspace = subspace;
  }
  void deinit() { __usersched_loop_deinit(&Frame); }
};

TEST_F(Entry, ATeamOfOneGetsTheWholeLoop) {
  __usersched_loop_init_4(nullptr, 0, &Frame, &Loop, nullptr, -5, 7);
  const usersched_range Range = __usersched_loop_next(&Frame, &Last);
  EXPECT_EQ(static_cast<int32_t>(Range.first), -5);
  EXPECT_EQ(Range.count, 13u);
  EXPECT_EQ(Last, 1);
  EXPECT_EQ(__usersched_loop_next(&Frame, &Last).count, 0u);
  deinit();
}

TEST_F(Entry, TheWidestLoopsFit) {
  constexpr uint64_t Final = std::numeric_limits<uint64_t>::max() - 1;
  __usersched_loop_init_8u(nullptr, 0, &Frame, &Loop, nullptr, 0, Final);
  const usersched_range Range = __usersched_loop_next(&Frame, &Last);
  EXPECT_EQ(Range.first, 0u);
  EXPECT_EQ(Range.count, Final + 1);
  deinit();
}

TEST_F(Entry, ALoopWithoutIterationsGivesNone) {
  __usersched_loop_init_8(nullptr, 0, &Frame, &Loop, nullptr, 3, 2);
  EXPECT_EQ(__usersched_loop_next(&Frame, &Last).count, 0u);
  EXPECT_EQ(Last, 0);
  deinit();
}

TEST_F(Entry, ALeagueOfOneTeamHasTheWholeReproducibleLoop) {
  Loop.flags = USERSCHED_HAS_BLOCKS | USERSCHED_IN_LEAGUE;
  EXPECT_EQ(__usersched_whole_loop(&Loop), -1);
  Loop.flags |= USERSCHED_REPRODUCIBLE;
  EXPECT_EQ(__usersched_whole_loop(&Loop), 1);
}

// Clang's last number of a nest that is not rectangular and has none is -1.
TEST_F(Entry, ALoopWithoutIterationsNeedsNoSign) {
  __usersched_loop_init_8u(nullptr, 0, &Frame, &Loop, nullptr, 0,
                           std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(__usersched_loop_next(&Frame, &Last).count, 0u);
  deinit();
  __usersched_loop_init_4u(nullptr, 0, &Frame, &Loop, nullptr, 0,
                           std::numeric_limits<uint32_t>::max());
  EXPECT_EQ(__usersched_loop_next(&Frame, &Last).count, 0u);
  EXPECT_EQ(Last, 0);
  deinit();
}

TEST_F(Entry, DeinitWithoutALoopDoesNothing) {
  deinit();
  __usersched_loop_init_4u(nullptr, 0, &Frame, &Loop, nullptr, 0, 9);
  deinit();
  deinit();
}

TEST_F(Entry, AnExecutionThatWasCancelledGivesItsMemoryToTheNext) {
  Loop.flags = USERSCHED_HAS_BLOCKS | USERSCHED_REPRODUCIBLE;
  usersched_reduction Reduction = {};
  Reduction.trip_count = 10;
  Reduction.bytes = USERSCHED_VALUE_ALIGNMENT;
  __usersched_reduction_init(nullptr, 0, &Frame, &Loop, nullptr, &Reduction);
  const char *const Values = Reduction.values;
  __usersched_reduction_init(nullptr, 0, &Frame, &Loop, nullptr, &Reduction);
  EXPECT_EQ(Reduction.values, Values);
  deinit();
  __usersched_reduction_cancel(&Reduction);
}

TEST_F(Entry, TheCurrentTeamIsOfTheRegionEnteredLast) {
  usersched_scope Outer, Inner;
  usersched_team *First = __usersched_team_begin(),
                 *Second = __usersched_team_begin();
  EXPECT_EQ(__usersched_current_team(&Frame), nullptr);
  __usersched_region_enter(&Outer, First, 3);
  EXPECT_EQ(__usersched_current_team(&Frame), First);
  EXPECT_EQ(Frame.thread, 3u);
  __usersched_region_enter(&Inner, Second, 0);
  EXPECT_EQ(__usersched_current_team(&Frame), Second);
  EXPECT_EQ(Frame.thread, 0u);
  std::thread([this] {
    EXPECT_EQ(__usersched_current_team(&Frame), nullptr);
  }).join();
  __usersched_region_leave(&Inner);
  EXPECT_EQ(__usersched_current_team(&Frame), First);
  EXPECT_EQ(Frame.thread, 3u);
  __usersched_region_leave(&Outer);
  EXPECT_EQ(__usersched_current_team(&Frame), nullptr);
  __usersched_team_end(Second);
  __usersched_team_end(First);
}

TEST_F(Entry, ResetAndStatisticsWorkAtAnyTime) {
  usersched_statistics Before, After;
  usersched_get_statistics(&Before);
  usersched_reset();
  __usersched_loop_init_4u(nullptr, 0, &Frame, &Loop, nullptr, 0, 9);
  usersched_reset();
  deinit();
  usersched_get_statistics(&After);
  EXPECT_EQ(After.executions, Before.executions + 1);
  EXPECT_STREQ(usersched_version(), USERSCHED_EXPECTED_VERSION);
}

TEST_F(Entry, ALoopOfAnotherInterfaceVersionIsRefusedInWords) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Loop.abi_version = USERSCHED_ABI_VERSION + 1;
  const std::string Ours = std::to_string(USERSCHED_ABI_VERSION);
  EXPECT_DEATH(
      __usersched_loop_init_4(nullptr, 0, &Frame, &Loop, nullptr, 0, 9),
      "usersched: the loop at some/file.cpp:42 was compiled by a plugin of "
      "interface version " +
          std::to_string(Loop.abi_version) +
          ", but this libusersched has version " + Ours + "; compile it");
}

} // namespace
