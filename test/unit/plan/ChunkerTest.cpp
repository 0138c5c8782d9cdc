//===- ChunkerTest.cpp - chunks of about equal load in bounded memory -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the loads, the chunks cover the subspace and fit the buffer.
//
//===----------------------------------------------------------------------===//
#include "plan/Chunker.h"

#include "TestLoop.h"

#include <gtest/gtest.h>
#include <limits>

using namespace usersched;
using namespace usersched::test;

namespace {

struct CutChunks {
  std::vector<uint64_t> Bound;
  std::vector<double> Cumulative;
  uint32_t Count;

  CutChunks(TestLoop &Loop, uint64_t Begin, uint64_t End, uint32_t Capacity,
            double Chunk = 0)
      : Bound(Capacity + 1), Cumulative(Capacity + 1) {
    Inspector Loads = Loop.inspector();
    Count = chunkSubspace(Loads, Begin, End, Chunk,
                          {Bound.data(), Cumulative.data(), Capacity});
    EXPECT_LE(Count, Capacity);
    EXPECT_EQ(Bound[0], Begin);
    EXPECT_EQ(Bound[Count], End);
    for (uint32_t J = 0; J < Count; ++J)
      EXPECT_LT(Bound[J], Bound[J + 1]);
  }
  double load(uint32_t J) const { return Cumulative[J + 1] - Cumulative[J]; }
  double heaviest() const {
    double Most = 0;
    for (uint32_t J = 0; J < Count; ++J)
      Most = std::max(Most, load(J));
    return Most;
  }
  uint64_t longest() const {
    uint64_t Most = 0;
    for (uint32_t J = 0; J < Count; ++J)
      Most = std::max(Most, Bound[J + 1] - Bound[J]);
    return Most;
  }
};

TEST(Chunker, ManyIterationsEndAsATableOfEqualLoads) {
  TestLoop Loop([](uint64_t I) { return 1 + I * 2654435761u % 100; });
  CutChunks C(Loop, 0, 10000000, 2048);
  EXPECT_GE(C.Count, 2048u / 3);
  EXPECT_LE(C.heaviest(), 3 * C.Cumulative[C.Count] / 2048);
}

TEST(Chunker, LongLoopsAreInspectedInFewCalls) {
  TestLoop Loop([](uint64_t) { return 7; });
  CutChunks C(Loop, 0, 10000000, 2048);
  EXPECT_LE(Loop.InspectCalls.load(), 20000u);
}

TEST(Chunker, ShortSubspacesGetOneChunkPerIteration) {
  TestLoop Loop([](uint64_t I) { return I + 1; });
  CutChunks C(Loop, 10, 20, 16);
  EXPECT_EQ(C.Count, 10u);
  EXPECT_EQ(C.load(0), 11);
}

TEST(Chunker, IterationsWithoutLoadAreCutByLength) {
  TestLoop Loop([](uint64_t) { return 0; });
  CutChunks C(Loop, 0, 1000000, 1024);
  EXPECT_LE(C.longest(), 1000000u / 128 + 1);
  EXPECT_EQ(C.Cumulative[C.Count], 0);
}

TEST(Chunker, RunsOfZeroesBetweenLoadsAreCutToo) {
  TestLoop Loop([](uint64_t I) { return I % 100000 == 0 ? 1000 : 0; });
  CutChunks C(Loop, 0, 1000000, 1024);
  EXPECT_LE(C.longest(), 1000000u / 128 + 1);
}

TEST(Chunker, AGiantSharesItsChunkWithLightOnesOfItsWindowAtMost) {
  TestLoop Loop([](uint64_t I) { return I == 5000 ? 1u << 30 : 1; });
  CutChunks C(Loop, 0, 10000, 1024);
  EXPECT_LE(C.heaviest(), (1u << 30) + 10000.0 / (1024 / 8));
}

TEST(Chunker, AGivenChunkLoadIsKept) {
  TestLoop Loop([](uint64_t) { return 3; });
  CutChunks C(Loop, 0, 1000, 1024, 30);
  EXPECT_EQ(C.Count, 100u);
  EXPECT_EQ(C.heaviest(), 30);
}

TEST(Chunker, AGivenChunkLoadThatIsTooFineIsCoarsened) {
  TestLoop Loop([](uint64_t) { return 3; });
  CutChunks C(Loop, 0, 1000000, 1024, 30);
  EXPECT_LE(C.heaviest(), 6 * 3000000.0 / 1024);
}

TEST(Chunker, EqualLoadsNeedNoLookAndFillTheBufferOnce) {
  TestLoop Loop(nullptr);
  Loop.makeFlat(3);
  for (double Chunk : {0., 30., 1e9}) {
    CutChunks C(Loop, 0, 1000000, 1024, Chunk);
    EXPECT_EQ(C.Cumulative[C.Count], 3e6);
    EXPECT_LE(C.heaviest(), std::max(6 * 3e6 / 1024, Chunk));
  }
}

TEST(Chunker, HugeIntegerLoadsDoNotOverflow) {
  TestLoop Loop([](uint64_t) { return std::numeric_limits<int64_t>::max(); });
  CutChunks C(Loop, 0, 100000, 1024);
  EXPECT_NEAR(C.Cumulative[C.Count] / (100000 * 9.223372036854775807e18), 1,
              1e-9);
}

TEST(Chunker, RealLoadsOfAnyScaleEndEven) {
  for (double Scale : {1e-300, 1e-9, 1.0, 1e200}) {
    static double Unit;
    Unit = Scale;
    TestLoop Loop(nullptr, USERSCHED_LOAD_IS_FLOAT);
    Loop.Descriptor.inspect = [](uint64_t Left, uint64_t Right, uint64_t *Start,
                                 uint64_t *End, void *Data) {
      auto *Inspection = static_cast<usersched_inspection *>(Data);
      double Sum = 0;
      *Start = Left;
      while (Left < Right && Sum < Inspection->threshold.real)
        Sum += Unit * (1 + Left++ % 3);
      *End = Left;
      Inspection->load.real = Sum;
    };
    CutChunks C(Loop, 0, 1000000, 1024);
    EXPECT_GE(C.Count, 1024u / 3) << Scale;
    EXPECT_LE(C.heaviest(), 3 * C.Cumulative[C.Count] / 1024) << Scale;
  }
}

TEST(Chunker, AFunctionThatAssignsNonsenseStillCoversTheSubspace) {
  TestLoop Loop(nullptr);
  Loop.Descriptor.inspect = [](uint64_t Left, uint64_t, uint64_t *,
                               uint64_t *End, void *Data) {
    *End = Left % 3 == 0 ? Left - 5 : Left + 1000000;
    static_cast<usersched_inspection *>(Data)->load.integer = Left * Left;
  };
  CutChunks C(Loop, 100, 50000, 64);
}

TEST(Chunker, AFunctionThatAlwaysEndsEarlyStillFitsTheBuffer) {
  TestLoop Loop(nullptr);
  Loop.Descriptor.inspect = [](uint64_t Left, uint64_t, uint64_t *,
                               uint64_t *End, void *Data) {
    *End = Left + 1;
    static_cast<usersched_inspection *>(Data)->load.integer = 0;
  };
  CutChunks C(Loop, 0, 100000, 64);
}

TEST(Chunker, PrefixSumsAreCutWithoutLookingAtEachIteration) {
  TestLoop Loop([](uint64_t I) { return I * I; });
  Loop.makePrefix();
  CutChunks C(Loop, 1u << 20, 1u << 25, 512);
  EXPECT_GE(C.Count, 256u);
  EXPECT_LE(C.heaviest(), 1.6 * C.Cumulative[C.Count] / 256);
}

TEST(Chunker, PrefixSumsTakeNoMoreEvaluationsInALongerSubspace) {
  for (const uint64_t Length : {2500u, 25000000u}) {
    uint64_t Evaluations = 0;
    TestLoop Loop([&](uint64_t I) {
      ++Evaluations;
      return 4 * I + I * 2654435761u % 4;
    });
    Loop.makePrefix();
    CutChunks C(Loop, 0, Length, 512);
    EXPECT_LE(Evaluations, 256u + 1) << Length << " iterations";
  }
}

/// Loads may be wrong: what is heavy must not be in one chunk with others only
/// because there are few iterations.
TEST(Chunker, AShortSubspaceHasAsManyChunksAsALongOne) {
  for (const bool HasPrefix : {false, true})
    for (const uint64_t Length : {129u, 400u, 1000u, 4000u}) {
      TestLoop Loop([=](uint64_t I) { return HasPrefix ? I : 1; });
      if (HasPrefix)
        Loop.makePrefix();
      const uint64_t Room = std::min<uint64_t>(Length + 1, 512);
      CutChunks C(Loop, 0, Length, static_cast<uint32_t>(Room));
      EXPECT_GE(C.Count, std::min<uint64_t>(256, Length / 4)) << Length;
    }
}

TEST(Chunker, TheLargestIterationSpaceIsCovered) {
  TestLoop Loop([](uint64_t I) { return I; });
  Loop.makePrefix();
  CutChunks C(Loop, 0, std::numeric_limits<uint64_t>::max(), 1024);
}

TEST(Chunker, APrefixThatFallsStillCoversTheSubspace) {
  TestLoop Loop([](uint64_t I) { return (I * 2654435761u) % 1000003; });
  Loop.makePrefix();
  CutChunks C(Loop, 0, 100000, 256);
}

} // namespace
