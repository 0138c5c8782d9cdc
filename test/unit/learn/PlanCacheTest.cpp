//===- PlanCacheTest.cpp - plans are kept, found, dropped and freed -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See PlanCache.h. The concurrent tests are for ThreadSanitizer and
// AddressSanitizer above all.
//
//===----------------------------------------------------------------------===//
#include "learn/PlanCache.h"

#include "TestClock.h"
#include "TestLoop.h"

#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

std::unique_ptr<KnownPlan> planFor(PlanKey Key) {
  std::vector<uint32_t> Groups(Key.Threads + 1, 1);
  Groups[0] = 0;
  return std::make_unique<KnownPlan>(
      Plan(Key, std::vector<uint64_t>{0, Key.TripCount},
           std::vector<double>{0, 1}, Groups));
}

std::unique_ptr<KnownPlan> largerPlanFor(PlanKey Key) {
  return std::make_unique<KnownPlan>(
      Plan(Key, std::vector<uint64_t>{0, 1, 2, Key.TripCount},
           std::vector<double>{0, 1, 2, 3}, std::vector<uint32_t>{0, 1, 3}));
}

class PlanCacheTest : public testing::Test {
protected:
  PlanCache Cache{1 << 20};
  TestLoop Loop{nullptr};
  Hazard Mine;

  void SetUp() override { Cache.enlist(Mine); }
  void TearDown() override { Cache.delist(Mine); }

  LoopPlans &plans() { return Cache.plansOf(Loop.Descriptor); }
  bool publish(PlanKey Key) {
    return Cache.publish(plans(), planFor(Key), Cache.generation());
  }
  const KnownPlan *find(PlanKey Key) { return Cache.find(plans(), Key, Mine); }
};

TEST_F(PlanCacheTest, FindsWhatWasPublished) {
  EXPECT_EQ(find({100, 0, 4}), nullptr);
  EXPECT_TRUE(publish({100, 0, 4}));
  ASSERT_NE(find({100, 0, 4}), nullptr);
  EXPECT_EQ(find({100, 0, 4}), find({100, 0, 4}));
}

TEST_F(PlanCacheTest, EveryPartOfTheKeyMatters) {
  publish({100, 7, 4});
  EXPECT_EQ(find({101, 7, 4}), nullptr);
  EXPECT_EQ(find({100, 8, 4}), nullptr);
  EXPECT_EQ(find({100, 7, 5}), nullptr);
  TestLoop Other(nullptr);
  EXPECT_EQ(Cache.find(Cache.plansOf(Other.Descriptor), {100, 7, 4}, Mine),
            nullptr);
}

TEST_F(PlanCacheTest, TheFirstPlanForAKeyStays) {
  publish({100, 0, 4});
  const KnownPlan *First = find({100, 0, 4});
  EXPECT_FALSE(publish({100, 0, 4}));
  EXPECT_EQ(find({100, 0, 4}), First);
}

/// Returns so many keys of one set.
std::vector<PlanKey> keysOfOneSet(std::size_t Count) {
  std::vector<PlanKey> Keys;
  for (uint64_t N = 1; Keys.size() < Count; ++N)
    if (const PlanKey Key = {N, 0, 2}; PlanCache::setOf(Key) == 3)
      Keys.push_back(Key);
  return Keys;
}

TEST_F(PlanCacheTest, TheLeastRecentlyUsedPlanOfASetMakesRoom) {
  const std::vector<PlanKey> Keys = keysOfOneSet(LoopPlans::SetSize + 1);
  PlanKey Other = {1, 0, 2};
  while (PlanCache::setOf(Other) == PlanCache::setOf(Keys[0]))
    ++Other.TripCount;
  publish(Other);
  for (std::size_t K = 0; K < LoopPlans::SetSize; ++K)
    publish(Keys[K]);
  find(Keys[0]);
  publish(Keys.back());
  EXPECT_NE(find(Keys[0]), nullptr);
  EXPECT_EQ(find(Keys[1]), nullptr);
  for (std::size_t K = 2; K < Keys.size(); ++K)
    EXPECT_NE(find(Keys[K]), nullptr);
  EXPECT_NE(find(Other), nullptr) << "of another set, though the oldest";
}

/// Keys that differ little, as those of a program, are in all sets alike: half
/// as many plans as a loop may have find room.
TEST_F(PlanCacheTest, SetsHaveAboutEquallyManyPlans) {
  const auto Kept = [&](auto KeyOf) {
    std::size_t Found = 0;
    for (uint64_t K = 1; K <= LoopPlans::Capacity / 2; ++K)
      publish(KeyOf(K));
    for (uint64_t K = 1; K <= LoopPlans::Capacity / 2; ++K)
      Found += find(KeyOf(K)) != nullptr;
    Cache.reset();
    return Found;
  };
  constexpr std::size_t Most = LoopPlans::Capacity / 2;
  for (const uint64_t Stride : {16, 32, 48, 64, 4096})
    EXPECT_GE(Kept([Stride](uint64_t K) {
                return PlanKey{100, 0x5000 + Stride * K, 2};
              }),
              Most - 3)
        << Stride;
  EXPECT_GE(Kept([](uint64_t K) { return PlanKey{K, 0, 2}; }), Most - 2);
  EXPECT_GE(Kept([](uint64_t K) { return PlanKey{8 * K, 0, 2}; }), Most - 2);
  EXPECT_GE(Kept([](uint64_t K) { return PlanKey{1000 * K, 0, 2}; }), Most - 2);
  EXPECT_GE(Kept([](uint64_t K) {
              return PlanKey{100, 7, static_cast<uint32_t>(K)};
            }),
            Most - 3);
}

TEST_F(PlanCacheTest, PlansThatNobodyUsesAreNotMadeForEver) {
  constexpr std::size_t Size = LoopPlans::SetSize;
  const std::vector<PlanKey> Keys = keysOfOneSet(2 * Size + 1);
  for (std::size_t K = 0; K < Size; ++K)
    publish(Keys[K]);
  EXPECT_TRUE(plans().plansPay(Keys.back())) << "none has left yet";
  for (std::size_t K = Size; K < 2 * Size; ++K)
    publish(Keys[K]);
  uint32_t Trials = 0;
  for (uint32_t E = 0; E < 10 * threshold::PlanRetry; ++E)
    if (plans().plansPay(Keys[0])) {
      ++Trials;
      plans().notePast(false);
    }
  EXPECT_EQ(Trials, 10u);

  // All plans in the cache are used, then one of them makes room.
  for (int Use = 0; Use < 3; ++Use)
    for (std::size_t K = Size; K < 2 * Size; ++K)
      find(Keys[K]);
  publish(Keys.back());
  EXPECT_TRUE(plans().plansPay(Keys[0]));
}

/// The levels of a graph search that is repeated: each key comes again, with
/// other loads. Until the key of a plan comes again, nobody knows that the plan
/// is in vain.
TEST_F(PlanCacheTest, WherePlansAreInVainOneAtATimeIsMade) {
  for (uint32_t N = 1; N < threshold::PlanRetry; N *= 2)
    plans().notePast(false);
  uint32_t Made = 0;
  for (int Round = 0; Round < 40; ++Round)
    for (const PlanKey &Key : keysOfOneSet(LoopPlans::SetSize))
      Made += plans().plansPay(Key);
  EXPECT_LE(Made, 40 * LoopPlans::SetSize / threshold::PlanRetry);
  EXPECT_GE(Made, 2u) << "a loop may change";

  plans().notePast(true);
  Made = 0;
  for (int Round = 0; Round < 2; ++Round)
    for (const PlanKey &Key : keysOfOneSet(LoopPlans::SetSize))
      Made += plans().plansPay(Key);
  EXPECT_GE(Made, LoopPlans::SetSize) << "one that was used frees the others";
}

class StalePlanTest : public PlanCacheTest {
protected:
  /// A plan becomes stale after RightUses uses that were right. Its groups take
  /// so many microseconds. Returns whether the next plan may be made at once.
  bool pays(uint32_t RightUses, uint64_t Microseconds, bool IsOpen) {
    publish({1000, 0, 2});
    const KnownPlan &P = *find({1000, 0, 2}); // the first use
    P.countUses(RightUses - 1);
    for (uint32_t T = 0; T < 2; ++T)
      P.Exposed.note(T, Microseconds * Microsecond, 1, 1);
    P.Exposed.recount();
    plans().noteFresh(P, IsOpen);
    P.countUses(1000); // wrong ones
    Cache.drop(plans(), P);
    plans().noteStale(P, IsOpen);
    const bool MayPlan = plans().mayPlan();
    plans().notePast(/*WasWorthIt=*/true);
    return MayPlan;
  }
  void took(Technique T, uint64_t Microseconds) {
    const uint64_t Ticks = Microseconds * Microsecond;
    plans().sizes().note({1000, 2, T, Ticks, 2 * Ticks});
  }
};

TEST_F(StalePlanTest, PaysInALongLoopAfterAFewUses) {
  EXPECT_FALSE(pays(2, 200, /*IsOpen=*/true));
  EXPECT_TRUE(pays(3, 200, /*IsOpen=*/true));
}

TEST_F(StalePlanTest, PaysInAShortLoopIfItSavedMoreThanTheLookTook) {
  EXPECT_FALSE(pays(1000, 11, /*IsOpen=*/true))
      << "nobody knows what executions without a plan take";
  took(Technique::Balanced, 15);
  EXPECT_FALSE(pays(1000, 11, /*IsOpen=*/true)) << "those look at the loads";
  took(Technique::Even, 12);
  EXPECT_FALSE(pays(3, 11, /*IsOpen=*/true)) << "3 us saved, 3 us spent";
  EXPECT_TRUE(pays(4, 11, /*IsOpen=*/true));
  EXPECT_FALSE(pays(1000, 13, /*IsOpen=*/true)) << "without a plan, 12 us";
}

TEST_F(StalePlanTest, PaysWhereThereIsNothingElseAfterAFewUses) {
  took(Technique::Balanced, 15);
  took(Technique::Even, 12);
  EXPECT_FALSE(pays(2, 13, /*IsOpen=*/false));
  EXPECT_TRUE(pays(3, 13, /*IsOpen=*/false));
}

TEST_F(PlanCacheTest, APlanIsForAKeyThatComesAgain) {
  const auto Key = [](uint64_t N) { return PlanKey{N, 0, 2}; };
  EXPECT_TRUE(plans().plansPay(Key(1))) << "the first of all";
  for (uint64_t N = 2; N <= 1000; ++N)
    EXPECT_FALSE(plans().plansPay(Key(N))) << N;
  EXPECT_TRUE(plans().plansPay(Key(1000)));
  EXPECT_FALSE(plans().plansPay({999, 1, 2}) && plans().plansPay({999, 2, 2}))
      << "one more, for the one that came again";
  EXPECT_FALSE(plans().plansPay({999, 0, 3})) << "another team";
  EXPECT_FALSE(plans().plansPay(Key(2))) << "too long ago";
}

TEST_F(PlanCacheTest, ASetRemembersAsManyKeysAsItHasPlans) {
  const std::vector<PlanKey> Keys = keysOfOneSet(LoopPlans::SetSize + 1);
  for (const PlanKey &Key : Keys)
    plans().plansPay(Key);
  EXPECT_FALSE(plans().plansPay(Keys[0])) << "which pushes out another one";
  for (std::size_t K = 2; K < Keys.size(); ++K)
    EXPECT_TRUE(plans().plansPay(Keys[K])) << K;
}

/// Each plan that is used for the first time says that keys come again: so one
/// that is new gets a plan at once.
TEST_F(PlanCacheTest, NewKeysGetPlansWhilePlansAreUsed) {
  uint64_t N = 0;
  const auto Pays = [&] { return plans().plansPay({++N, 0, 2}); };
  EXPECT_TRUE(Pays());
  EXPECT_FALSE(Pays());
  publish({1, 0, 2});
  const KnownPlan *Used = find({1, 0, 2});
  for (int Use = 0; Use < 5; ++Use)
    plans().noteUse(*Used);
  EXPECT_TRUE(Pays());
  EXPECT_FALSE(Pays()) << "the same plan again says nothing of other keys";
  ASSERT_TRUE(Cache.replace(plans(), *Used, planFor({1, 0, 2})));
  plans().noteUse(*find({1, 0, 2}));
  EXPECT_FALSE(Pays()) << "nor does a better one in its place";

  for (uint64_t Data = 1; Data <= 20; ++Data) {
    publish({1, Data, 2});
    plans().noteUse(*find({1, Data, 2}));
  }
  EXPECT_TRUE(Pays());
  EXPECT_FALSE(Pays()) << "what held for 20 keys may hold no more";
}

TEST_F(PlanCacheTest, PlansMustBeUsedThreeTimes) {
  uint64_t N = 0;
  const auto UseUp = [&](int Uses) {
    for (std::size_t P = 0; P < 3 * LoopPlans::Capacity; ++P) {
      publish({++N, 0, 2});
      for (int Use = 0; Use < Uses; ++Use)
        find({N, 0, 2});
    }
    plans().plansPay({1, 1, 2});
    return plans().plansPay({1, 1, 2});
  };
  EXPECT_TRUE(UseUp(3));
  EXPECT_FALSE(UseUp(2));
}

TEST_F(PlanCacheTest, BytesAreBoundedOverAllLoops) {
  PlanCache Small(4 * planFor({1, 0, 2})->bytes());
  std::vector<std::unique_ptr<TestLoop>> Loops;
  for (int I = 0; I < 10; ++I) {
    Loops.push_back(std::make_unique<TestLoop>(nullptr));
    LoopPlans &Plans = Small.plansOf(Loops.back()->Descriptor);
    EXPECT_TRUE(Small.publish(Plans, planFor({1, 0, 2}), 0));
  }
  EXPECT_EQ(Small.bytesCached(), 4 * planFor({1, 0, 2})->bytes());
  EXPECT_EQ(Small.bytesRetired(), 0u);
}

TEST_F(PlanCacheTest, APlanLargerThanTheCacheIsNotKept) {
  PlanCache Tiny(10);
  LoopPlans &Plans = Tiny.plansOf(Loop.Descriptor);
  uint32_t Made = 0;
  for (uint32_t E = 0; E < 10 * threshold::PlanRetry; ++E)
    if (Plans.plansPay({1, 0, 2})) {
      ++Made;
      EXPECT_FALSE(Tiny.publish(Plans, planFor({1, 0, 2}), 0));
    }
  EXPECT_GE(Made, 1u);
  EXPECT_LE(Made, 20u) << "ever more rarely";
}

TEST_F(PlanCacheTest, AReplacementThatDoesNotFitLeavesThePlan) {
  PlanCache Small(planFor({100, 0, 2})->bytes());
  LoopPlans &Plans = Small.plansOf(Loop.Descriptor);
  Hazard Reader;
  Small.enlist(Reader);
  Small.publish(Plans, planFor({100, 0, 2}), 0);
  const KnownPlan *Old = Small.find(Plans, {100, 0, 2}, Reader);
  EXPECT_FALSE(Small.replace(Plans, *Old, largerPlanFor({100, 0, 2})));
  EXPECT_EQ(Small.find(Plans, {100, 0, 2}, Reader), Old);
  Small.delist(Reader);
}

TEST_F(PlanCacheTest, ResetDropsEverything) {
  publish({100, 0, 4});
  Cache.reset();
  EXPECT_EQ(find({100, 0, 4}), nullptr);
  EXPECT_EQ(Cache.bytesCached(), 0u);
}

/// What executions teach of a loop.
void teach(LoopPlans &Plans) {
  Plans.noteErratic();
  Plans.noteIterationWeight(20);
  Plans.plansPay({100, 0, 2});
  Plans.notePast(false);
  Plans.sizes().note({100, 2, Technique::Even, 5, 5});
}

void expectUntaught(LoopPlans &Plans) {
  EXPECT_FALSE(Plans.isErratic());
  EXPECT_EQ(Plans.iterationWeight(), 0);
  EXPECT_TRUE(Plans.plansPay({1, 0, 2}));
  EXPECT_FALSE(Plans.plansPay({100, 0, 2})) << "it was met before";
  EXPECT_FALSE(Plans.sizes().of(100).isKnown(Technique::Even));
}

TEST_F(PlanCacheTest, ResetForgetsWhatExecutionsTaught) {
  teach(plans());
  EXPECT_FALSE(plans().plansPay({100, 0, 2}));
  EXPECT_TRUE(plans().sizes().of(100).isKnown(Technique::Even));
  Cache.reset();
  expectUntaught(plans());
}

TEST_F(PlanCacheTest, ALoopThatWasLoadedAgainHasLearntNothing) {
  teach(plans());
  Loop.Descriptor.plans = nullptr; // as after dlclose and dlopen
  expectUntaught(plans());
}

TEST_F(PlanCacheTest, AnInspectionFromBeforeAResetLeavesNothing) {
  uint64_t Before = Cache.generation();
  Cache.reset();
  EXPECT_FALSE(Cache.publish(plans(), planFor({100, 0, 4}), Before));
}

TEST_F(PlanCacheTest, APlanInUseOutlivesItsEviction) {
  publish({100, 0, 4});
  const KnownPlan *Used = find({100, 0, 4});
  Cache.reset();
  EXPECT_EQ(Used->Key.TripCount, 100u);
  EXPECT_GT(Cache.bytesRetired(), 0u);
  Mine.clear();
  Cache.reset();
  EXPECT_EQ(Cache.bytesRetired(), 0u);
}

TEST_F(PlanCacheTest, ADescriptorThatWasLoadedAgainStartsAfresh) {
  publish({100, 0, 4});
  Loop.Descriptor.plans = nullptr; // as after dlclose and dlopen
  EXPECT_EQ(find({100, 0, 4}), nullptr);
  EXPECT_EQ(Cache.bytesCached(), 0u);
}

TEST_F(PlanCacheTest, ReadersSurviveEvictionsAndResets) {
  std::atomic<bool> Stop{false};
  std::atomic<uint64_t> Hits{0};
  runTeam(4, [&](uint32_t Thread) {
    if (Thread == 0) {
      for (uint64_t I = 0; I < 4000; ++I) {
        publish({1 + I % 40, 0, 2});
        if (I % 64 == 0)
          Cache.reset();
      }
      Stop = true;
      return;
    }
    Hazard Protect;
    Cache.enlist(Protect);
    for (uint64_t I = Thread; !Stop; ++I) {
      const PlanKey Key = {1 + I % 40, 0, 2};
      if (const KnownPlan *P = Cache.find(plans(), Key, Protect)) {
        EXPECT_EQ(P->Bound.back(), Key.TripCount);
        ++Hits;
      }
    }
    Cache.delist(Protect);
  });
  Cache.reset();
  Mine.clear();
  Cache.reset();
  EXPECT_EQ(Cache.bytesRetired(), 0u);
}

TEST_F(PlanCacheTest, AReaderNeverUsesAPlanThatIsJustBeingFreed) {
  std::atomic<bool> Stop{false};
  std::thread Reader([&] {
    Hazard Protect;
    Cache.enlist(Protect);
    while (!Stop) {
      const KnownPlan *P = Cache.find(plans(), {7, 0, 2}, Protect);
      EXPECT_TRUE(!P || P->Bound.back() == 7);
      Protect.clear();
    }
    Cache.delist(Protect);
  });
  for (int I = 0; I < 100000; ++I) {
    publish({7, 0, 2});
    Cache.reset();
  }
  Stop = true;
  Reader.join();
}

TEST_F(PlanCacheTest, LoopsAreRegisteredOnceByRacingThreads) {
  std::vector<LoopPlans *> Seen(8);
  runTeam(8, [&](uint32_t T) { Seen[T] = &plans(); });
  for (LoopPlans *P : Seen)
    EXPECT_EQ(P, Seen[0]);
}

} // namespace
