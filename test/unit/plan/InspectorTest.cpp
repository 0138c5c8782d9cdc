//===- InspectorTest.cpp - cuts are sane whatever the user's code says ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Inspector.h.
//
//===----------------------------------------------------------------------===//
#include "TestLoop.h"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace usersched;
using namespace usersched::test;

namespace {

TEST(Inspector, CutsTheShortestRangeThatReachesTheThreshold) {
  TestLoop Loop([](uint64_t) { return 10; });
  Cut C = Loop.inspector().cut(5, 100, 31);
  EXPECT_EQ(C.End, 9u);
  EXPECT_EQ(C.Load, 40);
}

TEST(Inspector, CutsTheSameOnPrefixSums) {
  TestLoop Loop([](uint64_t I) { return 10 * I; });
  Loop.makePrefix();
  for (uint64_t Threshold = 1; Threshold < 960; ++Threshold) {
    Cut C = Loop.inspector().cut(5, 100, static_cast<double>(Threshold));
    EXPECT_EQ(C.End, std::min<uint64_t>(5 + (Threshold + 9) / 10, 100));
  }
}

TEST(Inspector, CutsTheSameWhereAllLoadsAreKnownToBeEqual) {
  for (uint64_t Each : {uint64_t(1), uint64_t(7), uint64_t(1) << 60}) {
    TestLoop Inspected([=](uint64_t) { return Each; }), Flat(nullptr);
    Flat.makeFlat(Each);
    for (double Threshold : {0., 1., 6., 7., 8., 100., 0x1p61, 0x1p62, 1e300}) {
      Inspector Loads = Flat.inspector();
      Cut Known = Loads.cut(5, 50, Threshold);
      // A sum of huge loads may be inspected in parts.
      if (static_cast<double>(Each) * 45 < 0x1p62) {
        Cut Seen = Inspected.inspector().cut(5, 50, Threshold);
        EXPECT_EQ(Known.End, Seen.End) << Each << " until " << Threshold;
        EXPECT_EQ(Known.Load, Seen.Load) << Each << " until " << Threshold;
      }
      EXPECT_EQ(Loads.sum(5, 50), Inspected.inspector().sum(5, 50));
      EXPECT_EQ(Loads.inspected(), 0u);
    }
  }
}

TEST(Inspector, EqualRealLoadsOfAnyScaleAreCutSanely) {
  constexpr uint64_t Most = std::numeric_limits<uint64_t>::max();
  for (double Each : {1e-300, 0.1, 2.5, 1e300}) {
    TestLoop Loop(nullptr, USERSCHED_LOAD_IS_FLOAT);
    Loop.makeFlat(0);
    Loop.Descriptor.each.real = Each;
    for (double Threshold : {0.0, 3 * Each, 1e305}) {
      Cut C = Loop.inspector().cut(5, Most, Threshold);
      EXPECT_GT(C.End, 5u);
      EXPECT_GT(C.Load, 0);
      EXPECT_LT(C.Load, 1e300);
    }
    EXPECT_EQ(Loop.inspector().cut(5, 100, 2.5 * Each).End, 8u);
  }
}

TEST(Inspector, CountsWhatItLookedAt) {
  TestLoop Loop([](uint64_t) { return 1; });
  Inspector Loads = Loop.inspector();
  Loads.cut(0, 100, 1000);
  Loads.cut(0, 100, 10);
  EXPECT_EQ(Loads.inspected(), 110u);
}

TEST(Inspector, IntegerThresholdsStayBelowTheBoundOfTheInterface) {
  static uint64_t Seen;
  TestLoop Loop(nullptr);
  Loop.Descriptor.inspect = [](uint64_t, uint64_t Right, uint64_t *,
                               uint64_t *End, void *Data) {
    Seen = static_cast<usersched_inspection *>(Data)->threshold.integer;
    *End = Right;
  };
  Loop.inspector().cut(0, 10, 1e300);
  EXPECT_EQ(Seen, uint64_t(1) << 62);
  Loop.inspector().cut(0, 10, 0);
  EXPECT_EQ(Seen, 1u);
}

TEST(Inspector, RealLoadsThatAreNoNumbersCountAsNothing) {
  static double Answer;
  TestLoop Loop(nullptr, USERSCHED_LOAD_IS_FLOAT);
  Loop.Descriptor.inspect = [](uint64_t, uint64_t Right, uint64_t *,
                               uint64_t *End, void *Data) {
    static_cast<usersched_inspection *>(Data)->load.real = Answer;
    *End = Right;
  };
  for (double Bad : {std::numeric_limits<double>::quiet_NaN(), -1.0,
                     -std::numeric_limits<double>::infinity()}) {
    Answer = Bad;
    EXPECT_EQ(Loop.inspector().cut(0, 10, 1).Load, 0);
  }
  Answer = std::numeric_limits<double>::infinity();
  EXPECT_LT(Loop.inspector().cut(0, 10, 1).Load, 1e300);
}

TEST(Inspector, ReadsTheChunkLoadInTheLoadsKind) {
  TestLoop Integers(nullptr);
  EXPECT_EQ(Integers.inspector().chunkLoad(64), 64);
  TestLoop Reals(nullptr, USERSCHED_LOAD_IS_FLOAT);
  double Chunk = 0.5;
  uint64_t Bits;
  std::memcpy(&Bits, &Chunk, sizeof Bits);
  EXPECT_EQ(Reals.inspector().chunkLoad(Bits), 0.5);
  EXPECT_EQ(Reals.inspector().chunkLoad(0), 0);
}

} // namespace
