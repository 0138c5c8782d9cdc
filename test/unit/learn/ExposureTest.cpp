//===- ExposureTest.cpp - pieces follow what was stolen -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policy alone; ActivationTest shows it at work.
//
//===----------------------------------------------------------------------===//
#include "learn/Exposure.h"

#include <gtest/gtest.h>

using namespace usersched;

namespace {

const uint64_t Long = threshold::ticks(threshold::ShortestGroup);

/// The pieces of a group in a team whose size does not matter.
PieceSizes piecesOf(uint32_t Size, GroupPast Past) {
  return groupPieces(Size, Past, /*Threads=*/1);
}

TEST(Exposure, AnUnknownGroupIsCutFinely) {
  EXPECT_EQ(piecesOf(320, {0, 0}).Least, 10u);
  EXPECT_EQ(piecesOf(320, {0, 0}).Most, 80u);
}

TEST(Exposure, AnUnknownGroupThatIsMeasuredIsCutFinelyForOthers) {
  EXPECT_EQ(measuredPieces(640, {0, 0}, 2).Most, 80u);
  EXPECT_EQ(measuredPieces(640, {0, 0}, 2).Least, 20u);
  EXPECT_EQ(measuredPieces(640, {0, 0}, 100).Most, 10u);
  EXPECT_EQ(measuredPieces(640, {0, 0}, 100).of(640), 10u);
  EXPECT_EQ(measuredPieces(3, {0, 0}, 100).of(3), 1u);
}

TEST(Exposure, AShortGroupIsOnePiece) {
  EXPECT_EQ(piecesOf(320, {Long - 1, 0}).Least, 320u);
}

TEST(Exposure, AnUndisturbedGroupIsTwoPieces) {
  EXPECT_EQ(piecesOf(321, {Long, 0}).Least, 161u);
}

TEST(Exposure, ThePiecesOfALongUndisturbedGroupGetShorter) {
  // A hundredth of the group lasts half of what a theft must find.
  const PieceSizes Sizes =
      piecesOf(10000, {50 * threshold::ticks(threshold::ShortestTheft), 0});
  uint32_t Left = 10000, Pieces = 0;
  for (; Left > 200; ++Pieces) {
    EXPECT_EQ(Sizes.of(Left), Left / 2);
    Left -= Sizes.of(Left);
  }
  EXPECT_EQ(Pieces, 6u);
  EXPECT_EQ(Sizes.of(Left), 100u);
  EXPECT_EQ(Sizes.of(99), 99u);
}

TEST(Exposure, NoPieceIsTooShortForAThief) {
  // A hundredth of the group lasts half of what a theft must find.
  const uint64_t Ticks = 50 * threshold::ticks(threshold::ShortestTheft);
  for (uint32_t Stolen : {0u, 1u, 100u, 255u})
    EXPECT_EQ(piecesOf(10000, {Ticks, Stolen}).Brief, 100u);
  EXPECT_EQ(piecesOf(10000, {Ticks, 1}).Least, 100u);
  EXPECT_EQ(piecesOf(50, {Ticks, 1}).Brief, 1u);
  EXPECT_EQ(piecesOf(7, {1, 0}).Brief, 7u);
}

TEST(Exposure, ThePieceIsPartOfWhatTheThreadKeeps) {
  EXPECT_EQ(piecesOf(2550, {Long, 5}).Most, 625u);
  EXPECT_EQ(piecesOf(2550, {Long, 55}).Most, 500u);
  EXPECT_EQ(piecesOf(2550, {Long, 235}).Most, 50u);
  EXPECT_EQ(piecesOf(2550, {Long, 255}).Most, 0u); // Least holds
  EXPECT_GE(piecesOf(2550, {Long, 255}).Least, 1u);
}

TEST(Exposure, NoPieceOfAGroupThatIsStolenFromIsLarge) {
  for (uint32_t Stolen : {1u, 55u, 200u})
    EXPECT_EQ(groupPieces(6400, {Long, Stolen}, 112).Most, 100u);
  // A single thief is no reason for so many.
  EXPECT_EQ(groupPieces(6400, {Long, 55}, 2).Most, 800u);
}

TEST(Exposure, PiecesFollowTheTimeOfTheLastOne) {
  const uint64_t Pace = paceOf({0, 0});
  EXPECT_EQ(Pace, threshold::ticks(threshold::Long) / 4);
  EXPECT_EQ(logPieceAfter(3, Pace / 2 - 1, Pace), 4u) << "twice as many";
  EXPECT_EQ(logPieceAfter(3, Pace / 2, Pace), 3u);
  EXPECT_EQ(logPieceAfter(3, Pace, Pace), 3u);
  EXPECT_EQ(logPieceAfter(3, 4 * Pace, Pace), 1u) << "a quarter";
  EXPECT_EQ(logPieceAfter(3, 1000 * Pace, Pace), 0u);
  EXPECT_EQ(logPieceAfter(23, 0, Pace), 23u) << "more do not fit a slot";
}

TEST(Exposure, AGroupHasAboutSixtyFourPacedPieces) {
  const uint64_t Lasting = 1000 * threshold::ticks(threshold::Long);
  EXPECT_EQ(paceOf({Lasting, 0}), Lasting / 64);
  EXPECT_EQ(logFirstPiece(6400, {Lasting, 1}), 6u) << "64 of 100";
  EXPECT_EQ(logFirstPiece(6400, {0, 0}), 7u) << "128 of 200";
  EXPECT_EQ(logFirstPiece(6400, {1, 1}), 12u) << "all, if that is short";
  EXPECT_EQ(logFirstPiece(1, {0, 0}), 0u);
}

TEST(Exposure, SizesAreKept) {
  Exposure E(1);
  E.note(0, 100 * threshold::ticks(threshold::ShortestTheft), MaxChunkNumber,
         MaxChunkNumber);
  PieceSizes Kept = E.pieces(0, MaxChunkNumber);
  EXPECT_EQ(Kept.Most, MaxChunkNumber / 2);
  EXPECT_GE(Kept.Least, 50000u);
  EXPECT_GE(Kept.Brief, 50000u);
  Exposure Short(1);
  Short.note(0, Long - 1, MaxChunkNumber, MaxChunkNumber);
  EXPECT_EQ(Short.pieces(0, MaxChunkNumber).Most, MaxChunkNumber);
  EXPECT_EQ(Short.pieces(0, MaxChunkNumber).Least, MaxChunkNumber);
  E.note(0, 100 * threshold::ticks(threshold::ShortestTheft), 550, 1100);
  Kept = E.pieces(0, 1100);
  EXPECT_EQ(Kept.Most, 138u); // a quarter of what is kept
  EXPECT_EQ(Kept.Least, 4u);
}

TEST(Exposure, PiecesFollowTheTime) {
  Exposure E(1);
  E.note(0, 12 * Long, 1000, 1000);
  EXPECT_LT(E.pieces(0, 1000).Least, 50u);
  for (int I = 0; I < 40; ++I)
    E.note(0, 6 * Long, 1000, 1000);
  EXPECT_EQ(E.pieces(0, 1000).Least, 500u);
  for (int I = 0; I < 40; ++I)
    E.note(0, 12 * Long, 1000, 1000);
  EXPECT_LT(E.pieces(0, 1000).Least, 50u);
}

TEST(Exposure, RisesAtOnceAndFallsSlowly) {
  Exposure E(2);
  E.note(1, 4 * Long, 100, 100);
  EXPECT_EQ(E.of(1).Stolen, 0u);
  E.note(1, 4 * Long, 50, 100);
  EXPECT_EQ(E.of(1).Stolen, 127u);
  E.note(1, 4 * Long, 100, 100);
  EXPECT_GE(E.of(1).Stolen, 90u);
  for (int I = 0; I < 40; ++I)
    E.note(1, 4 * Long, 100, 100);
  EXPECT_EQ(E.of(1).Stolen, 0u);
  EXPECT_EQ(E.of(0).Ticks, 0u);
}

/// In two pieces of a group that is a little longer than the others, nothing
/// can be stolen when the others have ended.
TEST(Exposure, ALateGroupIsExposedBeforeAnythingIsStolen) {
  Exposure E(2);
  for (int Times = 0; Times < 2; ++Times) {
    E.note(0, 3 * Long, 1000, 1000);
    E.note(1, 3 * Long + 2 * threshold::ticks(threshold::ShortestTheft), 1000,
           1000);
    EXPECT_EQ(E.of(0).Stolen, 0u);
    EXPECT_EQ(E.of(1).Stolen, Times);
    E.recount();
  }
  EXPECT_EQ(E.pieces(0, 1000).Least, 500u);
  EXPECT_LT(E.pieces(1, 1000).Least, 100u);
  // It gets as short as the others.
  for (int I = 0; I < 40; ++I)
    E.note(1, 3 * Long, 1000, 1000);
  EXPECT_EQ(E.of(1).Stolen, 0u);
  EXPECT_EQ(E.pieces(1, 1000).Least, 500u);
}

TEST(Exposure, AShortGroupIsNeverLate) {
  Exposure E(2);
  for (int Times = 0; Times < 2; ++Times) {
    E.note(0, 1, 1000, 1000);
    E.note(1, Long - 1, 1000, 1000);
    E.recount();
  }
  EXPECT_EQ(E.pieces(1, 1000).Least, 1000u);
}

TEST(Exposure, InAShortLoopNobodyLooksAtALargeTeam) {
  // 112 looks cost as much as a theft could save.
  Exposure Large(112), Small(8);
  const uint64_t Ticks = 2 * Long;
  for (uint32_t T = 0; T < 112; ++T)
    Large.note(T, Ticks, 100, 100);
  for (uint32_t T = 0; T < 8; ++T)
    Small.note(T, Ticks, 100, 100);
  for (Exposure *E : {&Large, &Small})
    E->compareAll([](uint32_t) { return false; });
  EXPECT_FALSE(Large.isWorthLooking(Ticks));
  EXPECT_TRUE(Small.isWorthLooking(Ticks));
  EXPECT_TRUE(Large.isWorthLooking(56 * clock::ticksPerMicrosecond()));
  // Some group usually takes longer than this one.
  EXPECT_TRUE(
      Large.isWorthLooking(Ticks - threshold::ticks(threshold::ShortestTheft)));
  EXPECT_FALSE(Large.isWorthLooking(
      Ticks - threshold::ticks(threshold::ShortestTheft) / 2));
}

TEST(Exposure, BeforeAnyGroupHasEndedThievesLook) {
  EXPECT_TRUE(Exposure(256).isWorthLooking(0));
}

/// The group that ends first is the shortest, and others may be long.
TEST(Exposure, ThievesLookIfOnlyAShortGroupHasEverEnded) {
  const uint64_t Brief = threshold::ticks(threshold::ShortestGroup) - 1;
  Exposure E(2);
  E.note(0, Brief, 100, 100);
  EXPECT_TRUE(E.isWorthLooking(Brief));
  EXPECT_TRUE(E.isWorthLooking(0)) << "not known";
  EXPECT_TRUE(E.isWorthLooking(1)) << "others may take much longer";
  EXPECT_FALSE(E.isShort());
  const auto None = [](uint32_t) { return false; };
  E.compareAll(None);
  EXPECT_TRUE(E.isWorthLooking(Brief)) << "the other one has not ended";
  E.note(1, Brief - 1, 100, 100);
  E.compareAll(None);
  EXPECT_EQ(E.longestTicks(), Brief);
  EXPECT_FALSE(E.isWorthLooking(Brief));
  EXPECT_TRUE(E.isShort());
}

TEST(Exposure, AnEmptyGroupIsNotWaitedFor) {
  Exposure E(3);
  E.note(0, 100, 5, 5);
  E.note(2, 5, 0, 7); // others ran it
  E.compareAll([](uint32_t T) { return T == 1; });
  EXPECT_EQ(E.longestTicks(), 100u);
}

/// In a large team, the group that ends first may be too short for looks, and
/// others long.
TEST(Exposure, ALargeTeamLooksUntilAllGroupsHaveEnded) {
  const uint64_t Ticks = 3 * threshold::ticks(threshold::ShortestGroup);
  Exposure E(100);
  E.note(0, Ticks, 10, 10);
  EXPECT_TRUE(E.isWorthLooking(Ticks));
  EXPECT_TRUE(E.isWorthLooking(1));
  for (uint32_t T = 1; T < 100; ++T)
    E.note(T, Ticks, 10, 10);
  EXPECT_TRUE(E.isWorthLooking(Ticks));
  E.compareAll([](uint32_t) { return false; });
  EXPECT_FALSE(E.isWorthLooking(Ticks));
}

TEST(Exposure, TimeIsThatOfTheWholeGroup) {
  Exposure E(1);
  E.note(0, 4 * Long, 25, 100);
  EXPECT_EQ(E.of(0).Ticks, 16 * Long);
}

TEST(Exposure, WhoFoundNothingLeftToRunKnowsNoTime) {
  Exposure E(1);
  E.note(0, 5, 0, 100);
  EXPECT_EQ(E.of(0).Ticks, 0u);
  EXPECT_EQ(E.of(0).Stolen, 255u);
  E.note(0, 4 * Long, 100, 100);
  E.note(0, 5, 0, 100);
  EXPECT_EQ(E.of(0).Ticks, 4 * Long);
}

TEST(Exposure, AGroupThatItsOwnerNeverRanIsThoughtToTakeWhatTheLongestTakes) {
  Exposure E(2);
  E.note(0, 5, 0, 1000);
  EXPECT_EQ(E.pieces(0, 1000).Brief, 1u) << "nothing is known";
  E.note(1, 100 * threshold::ticks(threshold::ShortestTheft), 1000, 1000);
  E.note(0, 5, 0, 1000);
  EXPECT_EQ(E.pieces(0, 1000).Brief, 5u);
}

TEST(Exposure, TheLongestGroupIsForgottenAtARecount) {
  Exposure E(2);
  E.note(0, Long, 1, 1);
  E.note(1, 9 * Long, 1, 1);
  EXPECT_EQ(E.longestTicks(), 9 * Long);
  for (int I = 0; I < 40; ++I)
    E.note(1, Long, 1, 1);
  EXPECT_EQ(E.longestTicks(), 9 * Long);
  E.recount();
  EXPECT_LT(E.longestTicks(), 11 * Long / 10);
}

TEST(Exposure, TheShortestGroupIsOneOfWhichTheTimeIsKnown) {
  Exposure E(3);
  EXPECT_EQ(E.recount(), 0u) << "nothing is known";
  E.note(0, 9 * Long, 1, 1);
  E.note(2, Long, 1, 1); // and the second group is empty
  EXPECT_EQ(E.recount(), Long);
  E.note(0, 9 * Long, 1, 1);
  EXPECT_GT(E.of(0).Stolen, 0u) << "a thief would gain";
  Exposure Taken(2);
  Taken.note(0, Long, 1, 1);
  Taken.note(1, 5, 0, 1); // others ran it
  EXPECT_EQ(Taken.recount(), Long);
}

TEST(Exposure, UnevenIsWhatDiffersOrIsStolen) {
  Exposure Even(3), Long(3), Stolen(3);
  EXPECT_FALSE(Even.isUneven()) << "nothing is known";
  for (int E = 0; E < 5; ++E) {
    Even.note(0, 1000, 100, 100);
    Even.note(2, 1050, 100, 100); // and the second group is empty
    Long.note(0, 1000, 100, 100);
    Long.note(2, 1200, 100, 100);
  }
  EXPECT_FALSE(Even.isUneven());
  EXPECT_TRUE(Long.isUneven());
  for (uint32_t T = 0; T < 3; ++T)
    Stolen.note(T, 1000, 100, 100);
  EXPECT_FALSE(Stolen.isUneven());
  Stolen.note(1, 900, 90, 100);
  EXPECT_TRUE(Stolen.isUneven());
}

TEST(Exposure, StretchIsTheLongestGroupOverTheMean) {
  Exposure Groups(3);
  EXPECT_EQ(Groups.stretch(), 0) << "nothing is known";
  Groups.note(0, 2000, 100, 100);
  Groups.note(1, 1000, 100, 100);
  EXPECT_EQ(Groups.stretch(), 0) << "the third may take as long";
  Groups.note(2, 1500, 100, 100);
  EXPECT_DOUBLE_EQ(Groups.stretch(), 2000 / 1500.0);
  Groups.note(2, 2100, 100, 100); // now 1650 on average
  EXPECT_DOUBLE_EQ(Groups.stretch(), 2000 / 1550.0);
}

} // namespace
