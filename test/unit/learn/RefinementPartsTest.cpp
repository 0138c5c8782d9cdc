//===- RefinementPartsTest.cpp --------------------------------------------===//
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

TEST(RefinementParts, PartsCoverTheGroup) {
  for (uint32_t Size : {0u, 1u, 7u, 8u, 9u, 12u, 15u, 16u, 1000u}) {
    const ChunkRange Group = {100, 100 + Size};
    uint32_t Next = Group.Begin;
    for (uint32_t K = 0; K < Refinement::Parts; ++K) {
      const ChunkRange Part = Refinement::part(Group, K);
      EXPECT_EQ(Part.Begin, Next);
      Next = Part.End;
    }
    EXPECT_EQ(Next, Group.End);
  }
}

TEST(RefinementParts, HandsOutEachPartAtOnceAndTheLastOneInPieces) {
  const GroupPast Unknown = {0, 0},
                  Known = {100 * threshold::ticks(threshold::ShortestTheft), 0};
  for (const GroupPast Past : {Unknown, Known})
    for (uint32_t Size = 1; Size <= 1100; ++Size) {
      const PieceSizes Sizes = Refinement::pieces(Size, Past, 2);
      uint32_t Begin = 0, K = 0;
      for (ChunkRange Part = Refinement::part({0, Size}, 0); Part.End < Size;
           Part = Refinement::part({0, Size}, ++K)) {
        ASSERT_EQ(Begin, Part.Begin) << Size;
        Begin += Sizes.of(Size - Begin);
        ASSERT_EQ(Begin, Part.End) << Size;
      }
      uint32_t Pieces = 0;
      for (; Begin < Size; ++Pieces)
        Begin += Sizes.of(Size - Begin);
      if (Size >= 256) {
        EXPECT_GE(Pieces, 3u) << Size;
      }
    }
}

TEST(RefinementParts, HandsOutAPartInPiecesIfTheThreadKeepsHardlyTwo) {
  const uint64_t Ticks = 100 * threshold::ticks(threshold::ShortestTheft);
  const auto First = [&](uint32_t Stolen, uint32_t Threads) {
    return Refinement::pieces(1024, {Ticks, Stolen}, Threads).of(1024);
  };
  EXPECT_EQ(First(100, 24), 128u) << "a core that is slow, say";
  EXPECT_EQ(First(200, 24), 16u);
  EXPECT_EQ(First(200, 2), 55u) << "a quarter of what is kept";
  EXPECT_EQ(First(255, 24), 5u) << "no less than is worth a theft";
}

TEST(RefinementParts, MeasuresWhollyRunParts) {
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  const ChunkRange First = Refinement::part(P->group(1), 0);
  P->Measured->start(1, First.Begin, 1000);
  P->Measured->proceed(*P, 1, First.End - 1, 1010); // the rest was stolen
  EXPECT_EQ(P->Measured->least(1, 0), 0u);
  P->Measured->start(1, First.Begin, 2000);
  P->Measured->proceed(*P, 1, First.End, 2050);
  EXPECT_EQ(P->Measured->least(1, 0), 50u);
  // In two pieces.
  P->Measured->start(1, First.Begin, 3000);
  P->Measured->proceed(*P, 1, First.End - 1, 3010);
  P->Measured->proceed(*P, 1, First.End, 3040);
  EXPECT_EQ(P->Measured->least(1, 0), 40u);
  // Across the end: neither part was run alone.
  P->Measured->start(1, First.Begin, 4000);
  P->Measured->proceed(*P, 1, First.End + 1, 4010);
  P->Measured->proceed(*P, 1, Refinement::part(P->group(1), 1).End, 4020);
  EXPECT_EQ(P->Measured->least(1, 0), 40u);
  EXPECT_EQ(P->Measured->least(1, 1), 0u);
}

TEST(RefinementParts, TakesWhatWasStolenOfAPartToBeLikeTheRest) {
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  const ChunkRange Group = P->group(1);
  uint32_t K = 0;
  while (Refinement::part(Group, K).End < Group.End)
    ++K;
  const ChunkRange Last = Refinement::part(Group, K);
  ASSERT_GT(Last.size(), 4u);
  const uint32_t Half = Last.Begin + Last.size() / 2;
  const double Share = P->load(Last) / P->load({Last.Begin, Half});
  const auto Run = [&](uint32_t End, uint64_t Ticks) {
    P->Measured->start(1, Last.Begin, 1000);
    P->Measured->end(*P, 1, End, 1000 + Ticks);
    double Weight;
    P->Measured->refine(*P, Weight);
    return P->Measured->least(1, K);
  };
  EXPECT_EQ(Run(Last.Begin, 5), 0u) << "all was stolen";
  EXPECT_EQ(Run(Last.Begin + 1, 5), 0u) << "too little to tell";
  EXPECT_NEAR(double(Run(Half, 1000)), Share * 1000, 1);
  EXPECT_NEAR(double(Run(Half, 500)), Share * 1000, 1) << "no better";
  EXPECT_EQ(Run(Last.End, 1500), 1500u);
}

TEST(RefinementParts, TeamsThatShareAPlanDoNoHarm) {
  // What one thread reads in two steps, another writes in between.
  std::unique_ptr<KnownPlan> P = firstPlan(2);
  constexpr uint64_t Last = 1000000;
  const auto Run = [&](uint64_t Seed) {
    std::minstd_rand Random(Seed);
    for (int E = 0; E < 300000; ++E) {
      const uint64_t Start = 1 + Random() % (Last / 2);
      const uint32_t Part = Random() % Refinement::Parts;
      const ChunkRange Range = Refinement::part(P->group(1), Part);
      P->Measured->start(1, Range.Begin, Start);
      P->Measured->end(*P, 1, Range.Begin + Range.size() / 2 + 1,
                       Start + Random() % (Last / 2));
      double Weight;
      if (E % 100 == 99 && P->Measured->next(*P) == RefinementStep::Refine)
        P->Measured->refine(*P, Weight);
    }
  };
  std::thread Other(Run, 1);
  Run(2);
  Other.join();
  for (uint32_t K = 0; K < Refinement::Parts; ++K) {
    EXPECT_EQ(P->Measured->least(0, K), 0u);
    EXPECT_LE(P->Measured->least(1, K), 4 * Last);
  }
}

} // namespace
