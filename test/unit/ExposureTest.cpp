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

constexpr uint64_t Least = 1000;

TEST(Exposure, AnUnknownGroupIsCutFinely) {
  EXPECT_EQ(pieceSizes(320, {0, 0}, Least).Least, 10u);
  EXPECT_EQ(pieceSizes(320, {0, 0}, Least).Most, 80u);
}

TEST(Exposure, AShortGroupIsOnePiece) {
  EXPECT_EQ(pieceSizes(320, {Least - 1, 0}, Least).Least, 320u);
}

TEST(Exposure, AnUndisturbedGroupIsTwoPieces) {
  EXPECT_EQ(pieceSizes(321, {Least, 0}, Least).Least, 161u);
}

TEST(Exposure, RisesAtOnceAndFallsSlowly) {
  Exposure E(2);
  E.note(1, 4000, 100, 100, Least);
  EXPECT_EQ(E.of(1).Stolen, 0u);
  E.note(1, 4000, 50, 100, Least);
  EXPECT_EQ(E.of(1).Stolen, 127u);
  E.note(1, 4000, 100, 100, Least);
  EXPECT_GE(E.of(1).Stolen, 90u);
  for (int I = 0; I < 40; ++I)
    E.note(1, 4000, 100, 100, Least);
  EXPECT_EQ(E.of(1).Stolen, 0u);
  EXPECT_EQ(E.of(0).Ticks, 0u);
}

TEST(Exposure, TimeIsThatOfTheWholeGroup) {
  Exposure E(1);
  E.note(0, 4000, 25, 100, Least);
  EXPECT_EQ(E.of(0).Ticks, 16000u);
}

TEST(Exposure, TheLongestGroupIsForgottenAtARecount) {
  Exposure E(2);
  E.note(0, 100, 1, 1, Least);
  E.note(1, 900, 1, 1, Least);
  EXPECT_EQ(E.longestTicks(), 900u);
  for (int I = 0; I < 40; ++I)
    E.note(1, 100, 1, 1, Least);
  EXPECT_EQ(E.longestTicks(), 900u);
  E.recount();
  EXPECT_LT(E.longestTicks(), 110u);
}

} // namespace
