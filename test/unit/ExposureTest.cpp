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
#include "Exposure.h"

#include <gtest/gtest.h>

using namespace usersched;

namespace {

const uint64_t Long = leastGroupTicks();

TEST(Exposure, AnUnknownGroupIsCutFinely) {
  EXPECT_EQ(pieceSizes(320, {0, 0}).least(), 10u);
  EXPECT_EQ(pieceSizes(320, {0, 0}).most(), 80u);
}

TEST(Exposure, AShortGroupIsOnePiece) {
  EXPECT_EQ(pieceSizes(320, {Long - 1, 0}).least(), 320u);
}

TEST(Exposure, AnUndisturbedGroupIsTwoPieces) {
  EXPECT_EQ(pieceSizes(321, {Long, 0}).least(), 161u);
}

TEST(Exposure, NoPieceIsTooShortForAThief) {
  // A hundredth of the group lasts half of what a theft must find.
  const uint64_t Ticks = 50 * leastTicks();
  for (uint32_t Stolen : {0u, 1u, 100u, 255u})
    EXPECT_EQ(pieceSizes(10000, {Ticks, Stolen}).brief(), 100u);
  EXPECT_EQ(pieceSizes(10000, {Ticks, 1}).least(), 100u);
  EXPECT_EQ(pieceSizes(50, {Ticks, 1}).brief(), 1u);
  EXPECT_EQ(pieceSizes(7, {1, 0}).brief(), 7u);
}

TEST(Exposure, ThePieceIsPartOfWhatTheThreadKeeps) {
  EXPECT_EQ(pieceSizes(2550, {Long, 5}).most(), 1250u);
  EXPECT_EQ(pieceSizes(2550, {Long, 55}).most(), 500u);
  EXPECT_EQ(pieceSizes(2550, {Long, 235}).most(), 50u);
  EXPECT_EQ(pieceSizes(2550, {Long, 255}).most(), 0u); // Least holds
  EXPECT_GE(pieceSizes(2550, {Long, 255}).least(), 1u);
}

TEST(Exposure, SizesAreKept) {
  Exposure E(1);
  E.note(0, 100 * leastTicks(), MaxChunkNumber, MaxChunkNumber);
  PieceSizes Kept = E.pieces(0, MaxChunkNumber);
  EXPECT_EQ(Kept.most(), MaxChunkNumber);
  EXPECT_EQ(Kept.least(), MaxChunkNumber - MaxChunkNumber / 2);
  EXPECT_GE(Kept.brief(), 50000u);
  E.note(0, 100 * leastTicks(), 55, 110);
  Kept = E.pieces(0, 110);
  EXPECT_EQ(Kept.most(), 13u); // a quarter of what is kept
  EXPECT_EQ(Kept.least(), 1u);
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
    E.note(0, 10 * Long, 1000, 1000);
    E.note(1, 10 * Long + 2 * leastTicks(), 1000, 1000);
    EXPECT_EQ(E.of(0).Stolen, 0u);
    EXPECT_EQ(E.of(1).Stolen, Times);
    E.recount();
  }
  EXPECT_EQ(E.pieces(0, 1000).least(), 500u);
  EXPECT_LT(E.pieces(1, 1000).least(), 50u);
  // It gets as short as the others.
  for (int I = 0; I < 40; ++I)
    E.note(1, 10 * Long, 1000, 1000);
  EXPECT_EQ(E.of(1).Stolen, 0u);
  EXPECT_EQ(E.pieces(1, 1000).least(), 500u);
}

TEST(Exposure, AShortGroupIsNeverLate) {
  Exposure E(2);
  for (int Times = 0; Times < 2; ++Times) {
    E.note(0, 1, 1000, 1000);
    E.note(1, Long - 1, 1000, 1000);
    E.recount();
  }
  EXPECT_EQ(E.pieces(1, 1000).least(), 1000u);
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

TEST(Exposure, TheLongestGroupIsForgottenAtARecount) {
  Exposure E(2);
  E.note(0, 100, 1, 1);
  E.note(1, 900, 1, 1);
  EXPECT_EQ(E.longestTicks(), 900u);
  for (int I = 0; I < 40; ++I)
    E.note(1, 100, 1, 1);
  EXPECT_EQ(E.longestTicks(), 900u);
  E.recount();
  EXPECT_LT(E.longestTicks(), 110u);
}

} // namespace
