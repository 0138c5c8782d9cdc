//===- RefinementCellsTest.cpp --------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SkewedPlan.h"

#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace usersched;
using namespace usersched::test;

namespace {

/// Two threads whose groups have several chunks in each cell.
class RefinementCells : public testing::Test {
protected:
  const std::unique_ptr<KnownPlan> P = firstPlan(2);
  Refinement &Measured = *P->Measured;
  const ChunkRange Cell = Refinement::cell(P->group(1), 5);
  const uint32_t Middle = Cell.Begin + Cell.size() / 2;

  void SetUp() override { ASSERT_GE(Cell.size(), 4u); }
  /// An execution is set up that is measured.
  void begin() { ASSERT_EQ(Measured.next(*P), RefinementStep::Measure); }
  void run(uint32_t Thread, ChunkRange Piece, uint64_t Ticks) {
    Measured.start(Thread, Piece, 1000);
    Measured.finish(*P, Thread, Measured.number(), 1000 + Ticks);
  }
  uint64_t ticks() const { return Measured.ticks(1, 5); }
};

TEST_F(RefinementCells, CoverTheGroup) {
  for (uint32_t Size : {1u, 7u, 8u, 9u, 63u, 64u, 65u, 1000u, 1u << 20}) {
    const ChunkRange Group = {100, 100 + Size};
    uint32_t Next = Group.Begin;
    for (uint32_t K = 0; K < Refinement::Cells; ++K) {
      const ChunkRange Cell = Refinement::cell(Group, K);
      EXPECT_EQ(Cell.Begin, Next);
      EXPECT_LE(Cell.size(), Size / Refinement::Cells + 1);
      for (uint32_t Chunk = Cell.Begin; Chunk < Cell.End; ++Chunk)
        ASSERT_EQ(Refinement::cellWith(Group, Chunk), K) << Size;
      Next = Cell.End;
    }
    EXPECT_EQ(Next, Group.End);
  }
  for (uint32_t K = 0; K < Refinement::Cells; ++K)
    EXPECT_TRUE(Refinement::cell({5, 5}, K).empty());
}

TEST_F(RefinementCells, AreMeasuredWhoeverRunsThem) {
  begin();
  run(1, {Cell.Begin, Middle}, 10);
  EXPECT_EQ(ticks(), 0u) << "half of the cell is missing";
  run(0, {Middle, Cell.End}, 30);
  EXPECT_EQ(ticks(), 40u);
  run(0, Refinement::cell(P->group(0), 5), 70);
  EXPECT_EQ(Measured.ticks(0, 5), 70u);
  EXPECT_EQ(ticks(), 40u);
}

TEST_F(RefinementCells, AreMeasuredInOneExecution) {
  begin();
  run(1, {Cell.Begin, Middle}, 10); // and the rest is never run: cancelled
  begin();
  run(1, {Middle, Cell.End}, 30);
  EXPECT_EQ(ticks(), 0u);
  run(0, {Cell.Begin, Middle}, 20);
  EXPECT_EQ(ticks(), 50u);
}

TEST_F(RefinementCells, TakeAsLongAsInTheQuickestExecution) {
  begin();
  run(1, Cell, 50);
  begin();
  run(1, Cell, 40);
  begin();
  run(1, Cell, 60);
  EXPECT_EQ(ticks(), 40u);
}

TEST_F(RefinementCells, WhatTakesNoTimeMakesNothingUnknown) {
  begin();
  run(1, Cell, 50);
  begin();
  run(1, Cell, 0);
  EXPECT_EQ(ticks(), 50u);
}

TEST_F(RefinementCells, APieceIsOfTheExecutionThatBeganIt) {
  begin();
  run(1, {Cell.Begin, Middle}, 10);
  const uint8_t First = Measured.number();
  begin(); // while a thread is late in the first one
  run(1, {Cell.Begin, Middle}, 20);
  Measured.start(0, {Middle, Cell.End}, 1000);
  Measured.finish(*P, 0, First, 1005);
  EXPECT_EQ(ticks(), 0u);
}

TEST_F(RefinementCells, ShareTheTimeOfALongPieceAsTheLoadsSay) {
  begin();
  const ChunkRange Long = {Cell.Begin, P->group(1).End};
  run(1, Long, 1000000);
  EXPECT_NEAR(double(ticks()), 1000000 * loadOf(*P, Cell) / loadOf(*P, Long),
              1);
  uint64_t Sum = 0;
  for (uint32_t K = 5; K < Refinement::Cells; ++K)
    Sum += Measured.ticks(1, K);
  EXPECT_NEAR(double(Sum), 1000000, Refinement::Cells);
  begin();
  run(0, {Middle, Long.End}, 1000);
  EXPECT_LT(Measured.ticks(1, 6), 1000u);
  EXPECT_GT(ticks(), 1000u) << "half of the cell is missing";
}

TEST_F(RefinementCells, NothingIsFinishedTwice) {
  begin();
  run(1, {Cell.Begin, Middle}, 10);
  Measured.finish(*P, 1, Measured.number(), 5000);
  Measured.start(1, {}, 0);
  Measured.finish(*P, 1, Measured.number(), 5000);
  EXPECT_EQ(ticks(), 0u);
}

TEST_F(RefinementCells, AreMeasuredAnewWhenThePlanIsDoubted) {
  begin();
  run(1, Cell, 50);
  while (Measured.next(*P) != RefinementStep::Refine)
    ;
  EXPECT_FALSE(Measured.refine(*P));
  P->Exposed.note(0, 1000, 1, P->group(0).size());
  while (Measured.next(*P) != RefinementStep::Measure)
    ;
  EXPECT_EQ(ticks(), 0u);
  run(1, Cell, 60);
  EXPECT_EQ(ticks(), 60u);
}

TEST_F(RefinementCells, TeamsThatShareAPlanDoNoHarm) {
  // What one thread reads in two steps, another writes in between.
  constexpr uint64_t Last = 1000000;
  const auto Run = [&](uint64_t Seed) {
    std::minstd_rand Random(Seed);
    for (int E = 0; E < 300000; ++E) {
      const uint64_t Start = 1 + Random() % (Last / 2);
      const ChunkRange Group = P->group(1);
      const uint32_t Begin = Group.Begin + Random() % Group.size();
      const uint32_t Most = std::min<uint32_t>(Group.End - Begin, 100);
      Measured.start(1, {Begin, Begin + 1 + uint32_t(Random() % Most)}, Start);
      Measured.finish(*P, 1, Measured.number(), Start + Random() % (Last / 2));
      if (E % 100 == 99 && Measured.next(*P) == RefinementStep::Refine)
        Measured.refine(*P);
    }
  };
  std::thread Other(Run, 1);
  Run(2);
  Other.join();
  for (uint32_t K = 0; K < Refinement::Cells; ++K) {
    EXPECT_EQ(Measured.ticks(0, K), 0u);
    // At most as many pieces as the cell has chunks.
    EXPECT_LE(Measured.ticks(1, K),
              Refinement::cell(P->group(1), K).size() * Last);
  }
}

} // namespace
