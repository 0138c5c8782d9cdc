//===- BlockValuesTest.cpp - who gets which values ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "team/BlockValues.h"

#include <gtest/gtest.h>

using namespace usersched;

namespace {

class BlockValuesTest : public testing::Test {
protected:
  BlockValuesOfTeam Team;

  BlockValues &join(uint64_t Region, uint64_t Number, uint32_t Threads = 2) {
    return Team.join(Region, Number, Threads, 10, 16);
  }
  /// Both threads of an execution leave it.
  static void leave(BlockValues &Values) {
    EXPECT_FALSE(Values.arrive(2));
    EXPECT_TRUE(Values.arrive(2));
    Values.release();
  }
};

TEST_F(BlockValuesTest, ThreadsOfAnExecutionShareValues) {
  BlockValues &First = join(1, 1);
  EXPECT_EQ(&join(1, 1), &First);
  leave(First);
}

TEST_F(BlockValuesTest, ExecutionsOfARegionHaveValuesOfTheirOwn) {
  BlockValues &First = join(1, 1);
  BlockValues &Second = join(1, 2);
  EXPECT_NE(&First, &Second);
  EXPECT_EQ(&join(1, 1), &First);
  EXPECT_EQ(&join(1, 2), &Second);
  leave(First);
  leave(Second);
}

TEST_F(BlockValuesTest, TheLastThreadIsToldThatItIs) {
  BlockValues &Values = join(1, 1, 3);
  for (int Other = 0; Other < 2; ++Other)
    join(1, 1, 3);
  EXPECT_FALSE(Values.arrive(3));
  EXPECT_FALSE(Values.arrive(3));
  EXPECT_TRUE(Values.arrive(3));
  EXPECT_FALSE(Values.isCancelled());
  Values.release();
}

TEST_F(BlockValuesTest, MemoryIsUsedAgain) {
  BlockValues &Values = join(1, 1, 1);
  EXPECT_TRUE(Values.arrive(1));
  Values.cancel();
  Values.release();
  BlockValues &Next = join(1, 2, 1);
  EXPECT_EQ(&Next, &Values);
  EXPECT_FALSE(Next.isCancelled());
  EXPECT_TRUE(Next.arrive(1));
  Next.release();
}

TEST_F(BlockValuesTest, ARegionThatWasCancelledLeavesNothingBehind) {
  join(1, 1); // The other thread never comes.
  BlockValues &Values = join(2, 1);
  EXPECT_EQ(&join(2, 1), &Values);
  leave(Values);
}

TEST_F(BlockValuesTest, AllBlocksHaveRoom) {
  BlockValues &Values = BlockValues::alone(1000, 48);
  for (uint64_t Byte = 0; Byte < 1000 * 48; ++Byte)
    Values.memory()[Byte] = 1;
  for (uint64_t Block = 0; Block < 1000; ++Block)
    Values.ends()[Block] = Block;
  EXPECT_EQ(Values.ends()[999], 999u);
  EXPECT_TRUE(Values.arrive(1));
  Values.release();
}

} // namespace
