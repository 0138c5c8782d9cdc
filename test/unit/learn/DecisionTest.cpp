//===- DecisionTest.cpp - how an execution runs ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// decide() as a table: a line for each row, without threads, teams or a clock
// that runs. SizeHistoryTest has what follows from many decisions.
//
//===----------------------------------------------------------------------===//
#include "TestClock.h"
#include "TriedSizes.h"

#include <functional>
#include <gtest/gtest.h>

using namespace usersched;
using namespace usersched::test;

namespace {

constexpr uint64_t Iterations = 1000;

/// Of a loop with Iterations iterations in a team, about which nothing is
/// known.
Situation inATeam() {
  Situation S;
  S.TripCount = Iterations;
  S.Threads = S.AtOnce = 8;
  return S;
}

/// Makes the techniques of S take so many microseconds; 0: not known.
void took(Situation &S, double Balanced, double Chunked, double Even,
          double Serial = 0) {
  const double Times[Techniques] = {Balanced, Chunked, 0, Even, Serial};
  for (int T = 0; T < Techniques; ++T)
    if (Times[T] > 0)
      S.Size.PerIteration[T] =
          static_cast<float>(Times[T] * Microsecond / Iterations);
  S.Size.Busy = 1.5f;
  S.PlansPay = false;
}

/// A try of T is due.
void makeDue(Situation &S, Technique T) {
  S.Size.IsDue[static_cast<int>(T)] = true;
}

constexpr unsigned bit(Technique T) { return 1u << static_cast<int>(T); }

struct Row {
  const char *What;
  std::function<void(Situation &)> Change;
  Technique As;
  Reason Why;
  bool UsesPlan, MakesPlan, IsTimed;
};

const Row Rows[] = {
    {"one thread", [](Situation &S) { S.Threads = 1; }, Technique::Even,
     Reason::OneThread, false, false, false},
    {"switched off", [](Situation &S) { S.IsOff = true; }, Technique::Even,
     Reason::Off, false, false, false},
    {"switched off, though there is a plan",
     [](Situation &S) { S.IsOff = true, S.Plan = PlanFound::Ready; },
     Technique::Even, Reason::Off, false, false, false},
    {"the others are not known", [](Situation &S) { S.HasTeam = false; },
     Technique::Even, Reason::UnknownTeam, false, false, false},

    {"a plan", [](Situation &S) { S.Plan = PlanFound::Ready; },
     Technique::Balanced, Reason::Plan, true, false, false},
    {"a plan with short groups, as the last execution",
     [](Situation &S) {
       S.Plan = PlanFound::Ready;
       S.HasShortGroups = S.IsAgain = true;
       took(S, 12, 0, 10);
     },
     Technique::Balanced, Reason::Plan, true, false, false},
    {"a plan with short groups, as the last execution, that is uneven again "
     "and again",
     [](Situation &S) {
       S.Plan = PlanFound::Ready;
       S.HasShortGroups = S.IsAgain = S.IsInVain = true;
       took(S, 12, 0, 10);
     },
     Technique::Even, Reason::Quickest, false, false, true},
    {"a plan with long groups that is uneven again and again",
     [](Situation &S) {
       S.Plan = PlanFound::Ready;
       S.IsAgain = S.IsInVain = true;
       took(S, 120, 0, 100);
     },
     Technique::Balanced, Reason::Plan, true, false, false},
    {"a plan with short groups, where the user says who runs what",
     [](Situation &S) {
       S.Plan = PlanFound::Ready;
       S.HasShortGroups = true, S.IsOpen = false;
     },
     Technique::Balanced, Reason::Plan, true, false, false},
    {"a plan with short groups that even shares beat",
     [](Situation &S) {
       S.Plan = PlanFound::Ready;
       S.HasShortGroups = true;
       took(S, 12, 0, 10);
     },
     Technique::Even, Reason::Quickest, false, false, true},
    {"a plan with short groups that nothing beats",
     [](Situation &S) {
       S.Plan = PlanFound::Ready;
       S.HasShortGroups = true;
       took(S, 8, 0, 10);
     },
     Technique::Balanced, Reason::Quickest, true, false, true},

    {"no plan", [](Situation &) {}, Technique::Balanced, Reason::NoPlan, false,
     true, true},
    {"no plan, where the user says who runs what",
     [](Situation &S) { S.IsOpen = false; }, Technique::Balanced,
     Reason::NoPlan, false, true, false},
    {"no plan; executions are long",
     [](Situation &S) {
       took(S, 100, 110, 0);
       S.PlansPay = true;
       makeDue(S, Technique::Chunked);
     },
     Technique::Balanced, Reason::NoPlan, false, true, true},
    {"no plan; executions are short",
     [](Situation &S) {
       took(S, 8, 11, 10);
       S.PlansPay = true;
     },
     Technique::Balanced, Reason::NoPlan, false, true, true},
    {"the same, when another technique is to be tried",
     [](Situation &S) {
       took(S, 8, 11, 10);
       S.PlansPay = true;
       makeDue(S, Technique::Even);
     },
     Technique::Even, Reason::Trial, false, false, true},
    {"a plan with loads of the past",
     [](Situation &S) { S.Plan = PlanFound::Stale; }, Technique::Balanced,
     Reason::StalePlan, false, true, true},
    {"a plan with loads of the past; executions are long",
     [](Situation &S) {
       took(S, 100, 110, 0);
       S.Plan = PlanFound::Stale;
       S.PlansPay = true;
       makeDue(S, Technique::Chunked);
     },
     Technique::Balanced, Reason::StalePlan, false, true, true},
    {"a plan with loads of the past; executions are short",
     [](Situation &S) {
       took(S, 8, 11, 10);
       S.Plan = PlanFound::Stale;
       S.PlansPay = true;
     },
     Technique::Balanced, Reason::StalePlan, false, true, true},
    {"the same, when another technique is to be tried",
     [](Situation &S) {
       took(S, 8, 11, 10);
       S.Plan = PlanFound::Stale;
       S.PlansPay = true;
       makeDue(S, Technique::Even);
     },
     Technique::Even, Reason::Trial, false, false, true},
    {"the same, when a look is to be tried again",
     [](Situation &S) {
       took(S, 12, 11, 10);
       S.Plan = PlanFound::Stale;
       S.PlansPay = true;
       makeDue(S, Technique::Balanced);
     },
     Technique::Balanced, Reason::StalePlan, false, true, true},
    {"the same, where the user says who runs what",
     [](Situation &S) {
       took(S, 8, 11, 10);
       S.Plan = PlanFound::Stale;
       S.PlansPay = true, S.IsOpen = false;
       makeDue(S, Technique::Even);
     },
     Technique::Balanced, Reason::StalePlan, false, true, false},
    {"a plan with too heavy chunks",
     [](Situation &S) { S.Plan = PlanFound::Coarse; }, Technique::Balanced,
     Reason::CoarsePlan, false, true, true},
    {"the same; executions are short, and another technique is to be tried",
     [](Situation &S) {
       took(S, 8, 11, 10);
       S.Plan = PlanFound::Coarse;
       S.PlansPay = true;
       makeDue(S, Technique::Even);
     },
     Technique::Balanced, Reason::CoarsePlan, false, true, true},
    {"no plan is to be kept",
     [](Situation &S) { S.KeepsPlans = S.IsOpen = false; }, Technique::Balanced,
     Reason::NotKept, false, false, false},
    {"it may not come again, and the user says who runs what",
     [](Situation &S) { S.PlansPay = S.IsOpen = false; }, Technique::Balanced,
     Reason::FirstTime, false, false, false},

    {"it may not come again, nothing is known of the time",
     [](Situation &S) { S.PlansPay = false; }, Technique::Balanced,
     Reason::Trial, false, false, true},

    {"even shares are quickest", [](Situation &S) { took(S, 12, 11, 10, 13); },
     Technique::Even, Reason::Quickest, false, false, true},
    {"in doubt, shares are even", [](Situation &S) { took(S, 9.8, 9.9, 10); },
     Technique::Even, Reason::Quickest, false, false, true},
    {"in doubt, nobody looks at loads",
     [](Situation &S) { took(S, 9.9, 10, 12); }, Technique::Chunked,
     Reason::Quickest, false, false, true},
    {"stealing is quickest", [](Situation &S) { took(S, 12, 9, 10); },
     Technique::Chunked, Reason::Quickest, false, false, true},
    {"stealing is impossible with fewer iterations than threads",
     [](Situation &S) {
       took(S, 12, 9, 10);
       S.MayBeChunked = false;
     },
     Technique::Even, Reason::Quickest, false, false, true},
    {"a look at the loads is quickest",
     [](Situation &S) { took(S, 9, 10, 12, 11); }, Technique::Balanced,
     Reason::Quickest, false, false, true},
    {"one thread is quickest", [](Situation &S) { took(S, 12, 9, 10, 8); },
     Technique::Serial, Reason::Quickest, false, false, true},
    {"one thread is not tried where several help",
     [](Situation &S) {
       took(S, 12, 9, 10);
       S.Size.Busy = 2;
       makeDue(S, Technique::Serial);
     },
     Technique::Chunked, Reason::Quickest, false, false, true},
    {"but what is known counts for what it took",
     [](Situation &S) {
       took(S, 12, 9, 10, 8);
       S.Size.Busy = 2;
     },
     Technique::Serial, Reason::Quickest, false, false, true},

    {"blocks are dealt out where even shares are uneven",
     [](Situation &S) {
       took(S, 20, 15, 25);
       makeDue(S, Technique::Cyclic);
     },
     Technique::Cyclic, Reason::Trial, false, false, true},
    {"not where even shares are hardly uneven",
     [](Situation &S) {
       took(S, 20, 15, 25);
       S.Size.Busy = 6.5f;
       makeDue(S, Technique::Cyclic);
     },
     Technique::Chunked, Reason::Quickest, false, false, true},
    {"on two processors, too",
     [](Situation &S) {
       took(S, 20, 15, 25);
       S.AtOnce = 2;
       S.Size.Busy = 1.5f;
       makeDue(S, Technique::Cyclic);
     },
     Technique::Cyclic, Reason::Trial, false, false, true},
    {"not where even shares keep most of two processors busy",
     [](Situation &S) {
       took(S, 20, 15, 25);
       S.AtOnce = 2;
       S.Size.Busy = 1.7f;
       makeDue(S, Technique::Cyclic);
     },
     Technique::Chunked, Reason::Quickest, false, false, true},
    {"not from 100 us on",
     [](Situation &S) {
       took(S, 200, 150, 0);
       makeDue(S, Technique::Cyclic);
     },
     Technique::Chunked, Reason::Quickest, false, false, true},
    {"under 4 us, too",
     [](Situation &S) {
       took(S, 5, 0, 3.9);
       makeDue(S, Technique::Cyclic);
     },
     Technique::Cyclic, Reason::Trial, false, false, true},
    {"even shares are tried",
     [](Situation &S) {
       took(S, 10, 0, 0);
       makeDue(S, Technique::Even);
     },
     Technique::Even, Reason::Trial, false, false, true},
    {"stealing is not tried under 4 us",
     [](Situation &S) {
       took(S, 12, 0, 3.9);
       makeDue(S, Technique::Chunked);
     },
     Technique::Even, Reason::Quickest, false, false, true},
    {"stealing is tried from 4 us on",
     [](Situation &S) {
       took(S, 12, 0, 4.1);
       makeDue(S, Technique::Chunked);
     },
     Technique::Chunked, Reason::Trial, false, false, true},
    {"under 4 us, too, what is known to be quickest is taken",
     [](Situation &S) { took(S, 12, 3, 3.9); }, Technique::Chunked,
     Reason::Quickest, false, false, true},
    {"a plan with short groups is tried again",
     [](Situation &S) {
       took(S, 12, 9, 10);
       S.Plan = PlanFound::Ready;
       S.HasShortGroups = true;
       makeDue(S, Technique::Balanced);
     },
     Technique::Balanced, Reason::Trial, true, false, true},

    {"from 100 us on, even shares are out of the question",
     [](Situation &S) { took(S, 120, 0, 100); }, Technique::Balanced,
     Reason::Quickest, false, false, true},
    {"from 100 us on, even shares are not tried",
     [](Situation &S) {
       took(S, 110, 120, 0);
       makeDue(S, Technique::Even);
       makeDue(S, Technique::Serial);
     },
     Technique::Balanced, Reason::Quickest, false, false, true},
    {"from 100 us on, stealing is tried",
     [](Situation &S) {
       took(S, 500, 0, 0);
       makeDue(S, Technique::Chunked);
     },
     Technique::Chunked, Reason::Trial, false, false, true},
    {"from 100 us on, stealing can be quickest",
     [](Situation &S) { took(S, 500, 480, 0); }, Technique::Chunked,
     Reason::Quickest, false, false, true},
    {"from 100 us on, with fewer iterations than threads",
     [](Situation &S) {
       took(S, 500, 0, 400);
       S.MayBeChunked = false;
       makeDue(S, Technique::Chunked);
     },
     Technique::Balanced, Reason::Quickest, false, false, true},
};

TEST(DecisionTest, FollowsTheTable) {
  for (const Row &R : Rows) {
    Situation S = inATeam();
    R.Change(S);
    const Decision D = decide(S);
    EXPECT_EQ(nameOf(D.As), nameOf(R.As)) << R.What;
    EXPECT_EQ(nameOf(D.Why), nameOf(R.Why)) << R.What;
    EXPECT_EQ(D.UsesPlan, R.UsesPlan) << R.What;
    EXPECT_EQ(D.MakesPlan, R.MakesPlan) << R.What;
    EXPECT_EQ(D.IsTimed, R.IsTimed) << R.What;
  }
}

/// Whatever is known, a decision can be carried out.
TEST(DecisionTest, NoSituationGivesWhatIsImpossible) {
  for (unsigned Bits = 0; Bits < 1u << 11; ++Bits)
    for (PlanFound Found : {PlanFound::No, PlanFound::Ready, PlanFound::Stale,
                            PlanFound::Coarse}) {
      const auto Is = [Bits](int B) { return (Bits >> B & 1) != 0; };
      Situation S = inATeam();
      took(S, 12, Is(0) ? 9 : 0, 10, Is(1) ? 8 : 0);
      S.MayBeChunked = Is(2);
      S.HasShortGroups = Is(3), S.IsAgain = Is(4), S.PlansPay = Is(5);
      S.KeepsPlans = Is(6);
      S.IsInVain = Is(10);
      S.IsOpen = Is(7) && S.KeepsPlans;
      if (Is(8))
        took(S, 500, 0, 400);
      for (bool &Due : S.Size.IsDue)
        Due = Is(9);
      S.Plan = Found;
      const Decision D = decide(S);
      EXPECT_TRUE(!D.UsesPlan ||
                  (Found == PlanFound::Ready && D.As == Technique::Balanced));
      EXPECT_TRUE(!D.MakesPlan || S.KeepsPlans);
      EXPECT_TRUE(!D.MakesPlan || D.IsTimed == S.IsOpen);
      EXPECT_TRUE(!D.IsTimed || S.IsOpen);
      EXPECT_TRUE(D.As != Technique::Chunked || S.MayBeChunked);
      EXPECT_TRUE(S.IsOpen || D.As == Technique::Balanced);
    }
}

TEST(DecisionTest, WaitsGoOnOfWhatMayBeTried) {
  Situation S = inATeam();
  took(S, 9, 8, 7, 9.5);
  EXPECT_EQ(decide(S).Waiting,
            bit(Technique::Balanced) | bit(Technique::Chunked) |
                bit(Technique::Cyclic) | bit(Technique::Serial));
  took(S, 12, 11, 10.5, 13);
  EXPECT_EQ(decide(S).Waiting, bit(Technique::Balanced) |
                                   bit(Technique::Chunked) |
                                   bit(Technique::Cyclic));
  S = inATeam();
  took(S, 500, 450, 400);
  EXPECT_EQ(decide(S).Waiting, bit(Technique::Balanced)) << "of two";
  S.MayBeChunked = false;
  EXPECT_EQ(decide(S).Waiting, 0u);
}

/// Where loads change all the time, there are no other executions.
TEST(DecisionTest, WaitsGoOnWhilePlansAreMadeForOtherLoads) {
  Situation S = inATeam();
  took(S, 9, 8, 7, 9.5);
  const unsigned Waiting = decide(S).Waiting;
  ASSERT_NE(Waiting, 0u);
  S.PlansPay = true;
  S.Plan = PlanFound::Stale;
  EXPECT_TRUE(decide(S).MakesPlan);
  EXPECT_EQ(decide(S).Waiting, Waiting);
  for (PlanFound Found : {PlanFound::No, PlanFound::Coarse}) {
    S.Plan = Found;
    EXPECT_TRUE(decide(S).MakesPlan);
    EXPECT_EQ(decide(S).Waiting, 0u) << static_cast<int>(Found);
  }
}

TEST(DecisionTest, AReasonHasAName) {
  for (int R = 0; R < Reasons; ++R)
    for (int Other = 0; Other < R; ++Other)
      EXPECT_STRNE(nameOf(static_cast<Reason>(R)),
                   nameOf(static_cast<Reason>(Other)));
}

struct SequelRow {
  const char *What;
  std::function<void(SequelSituation &)> Change;
  Sequel Next;
};

const SequelRow Sequels[] = {
    {"nothing is known", [](SequelSituation &) {}, Sequel::SetUp},
    {"short ones are known", [](SequelSituation &S) { S.KnowsShort = true; },
     Sequel::Short},
    {"another execution than the last one, with a plan",
     [](SequelSituation &S) { S.UsesPlan = true; }, Sequel::SetUp},
    {"the same, and short ones are known",
     [](SequelSituation &S) { S.UsesPlan = S.KnowsShort = true; },
     Sequel::Short},
    {"the same plan again",
     [](SequelSituation &S) { S.UsesPlan = S.IsAgain = true; },
     Sequel::Stealing},
    {"the same plan again, short ones are known",
     [](SequelSituation &S) { S.UsesPlan = S.IsAgain = S.KnowsShort = true; },
     Sequel::Stealing},
    {"the same plan again, but data change",
     [](SequelSituation &S) { S.UsesPlan = S.IsAgain = S.IsErratic = true; },
     Sequel::SetUp},
    {"the same plan again, without stealing",
     [](SequelSituation &S) {
       S.UsesPlan = S.IsAgain = true;
       S.ForBetter = RefinementStep::Measure;
       S.MaySteal = false;
     },
     Sequel::Groups},
    {"the same plan again, measured",
     [](SequelSituation &S) {
       S.UsesPlan = S.IsAgain = true;
       S.ForBetter = RefinementStep::Measure;
     },
     Sequel::SetUp},
    {"the same plan again, refined meanwhile",
     [](SequelSituation &S) {
       S.UsesPlan = S.IsAgain = true;
       S.ForBetter = RefinementStep::Refine;
     },
     Sequel::SetUp},
    {"the same plan again, with groups too short to be stolen from",
     [](SequelSituation &S) {
       S.UsesPlan = S.IsAgain = true;
       S.HasLongGroups = S.MaySlotsRepeat = false;
     },
     Sequel::Groups},
    {"the same plan again, without a barrier or with the last chunk held back",
     [](SequelSituation &S) {
       S.UsesPlan = S.IsAgain = true;
       S.MaySlotsRepeat = false;
     },
     Sequel::SetUp},
};

TEST(DecisionTest, SequelsFollowTheTable) {
  for (const SequelRow &R : Sequels) {
    SequelSituation S;
    R.Change(S);
    EXPECT_EQ(decideSequel(S), R.Next) << R.What;
  }
}

/// Whether loads are worth a look, in many executions that are long.
class LookTest : public testing::Test {
protected:
  TriedSizes Sizes;
  /// Microseconds with and without a look, of which threads are busy for 450.
  double With = 550, Without = 550;

  void note(Technique As, double Took, double Busy = 450) {
    Sizes.note(
        {Iterations, TriedSizes::Threads, As,
         static_cast<uint64_t>(Took * Microsecond),
         static_cast<uint64_t>(TriedSizes::Threads * Busy * Microsecond)});
  }

  /// Returns how many of so many executions had a look.
  int looks(int Times) {
    int Result = 0;
    for (int E = 0; E < Times; ++E) {
      const Technique As = Sizes.choose(Iterations);
      const bool Looks = As == Technique::Balanced;
      EXPECT_TRUE(Looks || As == Technique::Chunked);
      note(As, Looks ? With : Without);
      Result += Looks;
    }
    return Result;
  }
};

TEST_F(LookTest, BothAreTriedAtFirst) {
  EXPECT_EQ(looks(1), 1);
  EXPECT_EQ(looks(1), 0);
}

TEST_F(LookTest, WhatIsQuickerIsTaken) {
  With = 600;
  EXPECT_LE(looks(1000), 10);
  Sizes.forget();
  With = 500;
  EXPECT_GE(looks(1000), 990);
}

TEST_F(LookTest, WhatBecomesBetterIsFoundSoonEnough) {
  With = 600;
  looks(10000);
  With = 460;
  looks(1100); // one trial at least
  EXPECT_GE(looks(100), 90);
}

TEST_F(LookTest, OneDisturbanceDoesNotDecide) {
  Without = 500;
  looks(100);
  note(Technique::Chunked, 3000);
  looks(40);
  EXPECT_LE(looks(100), 10);
}

TEST_F(LookTest, ATieIsNotWorthALook) {
  looks(10);
  EXPECT_LE(looks(1000), 10);
}

/// Clocks of several processors may say that threads were busy for longer than
/// the execution took, or not at all.
TEST_F(LookTest, TakesAnyTime) {
  for (int E = 0; E < 100; ++E) {
    const bool Looks = Sizes.choose(Iterations) == Technique::Balanced;
    note(Looks ? Technique::Balanced : Technique::Chunked, 550,
         Looks ? 10000 : 0);
  }
  EXPECT_GE(looks(3), 3);
}

} // namespace
