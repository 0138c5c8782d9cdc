//===- EvaluationTest.cpp - loads are evaluated before their iterations ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop may consume what its own load reads: in one execution, the load of an
// iteration (with `prefix`, the values that bound it) is evaluated only while
// the iteration has not begun. Under every switch and technique, recorded or
// not, in orders of calls that follow from --gtest_random_seed.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"

#include "record/Recorder.h"

using namespace usersched;
using namespace usersched::test;

namespace {

/// A loop whose iterations consume what their loads read.
class Consuming {
  /// Of each execution, which iterations have begun.
  std::vector<std::vector<bool>> Begun;
  PlayedTeam &Players;
  const bool HasPrefix;
  uint64_t Late = 0, Looks = 0;

  bool hasBegun(uint64_t I) const {
    const std::vector<bool> &Iterations = Begun[Players.execution()];
    return I < Iterations.size() && Iterations[I];
  }
  uint64_t look(uint64_t I) {
    ++Looks;
    Late += hasBegun(I) || (HasPrefix && I > 0 && hasBegun(I - 1));
    return HasPrefix ? I * I : 1 + I % 7 * (I < 50 ? 100 : 1);
  }

public:
  TestLoop Loop;

  Consuming(PlayedTeam &Players, uint64_t N, uint32_t Times, uint32_t Flags,
            bool HasPrefix)
      : Begun(Times, std::vector<bool>(N)), Players(Players),
        HasPrefix(HasPrefix),
        Loop([this](uint64_t I) { return look(I); }, Flags) {
    if (HasPrefix)
      Loop.makePrefix();
    Players.OnRange = [this](IterationRange R) {
      std::vector<bool> &Iterations = Begun[this->Players.execution()];
      for (uint64_t I = R.Begin; I < R.End; ++I)
        Iterations[I] = true;
    };
  }
  uint64_t lateLooks() const { return Late; }
  uint64_t looks() const { return Looks; }
};

/// Each round is another loop. Under a sanitizer, a round takes ten times as
/// long and more.
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) ||       \
    __has_feature(thread_sanitizer)
constexpr uint32_t Rounds = 50;
#else
constexpr uint32_t Rounds = 200;
#endif

class EvaluationTest : public testing::TestWithParam<uint32_t> {};

/// All techniques: the members' times are anything, and so are the data.
TEST_P(EvaluationTest, ComesBeforeTheIteration) {
  const auto Seed = static_cast<uint64_t>(GTEST_FLAG_GET(random_seed));
  std::mt19937_64 Random(Seed << 16);
  uint64_t Looks = 0;
  for (uint32_t Round = 0; Round < Rounds; ++Round) {
    Recorder R({"report.json", "trace.json", 1 << 20});
    Recorder *const Before = Recorder::replace(&R);
    const bool IsRecorded = Round % 4 == 0;
    PlanCache Cache(1 << 24);
    Team Region(Cache);
    constexpr uint32_t Times = 24;
    const StepOf Time(Random() % 4 * 3 * Microsecond + 1);
    const uint32_t Threads = Round % 10 ? 1 + Round % 7 : 64;
    const uint64_t N = 1 + Random() % 3000;
    const uint64_t Data = Random() % 3, Chunk = Random() % 4 ? 0 : 100;
    const uint64_t Subspaces = Random() % 4 ? 0 : 1 + Random() % 20;
    PlayedTeam Players(Region, Random());
    Consuming Any(Players, N, Times, GetParam(), Random() % 2);
    EXPECT_TRUE(Players.execute(Threads, Times, [&](uint32_t T) {
      Call Entered = Any.Loop.call(N, T, Threads);
      // Again and again the same, or new each time.
      Entered.Data = Data == 0 ? Players.execution() : Data;
      Entered.Chunk = Chunk;
      Entered.Subspaces = Subspaces;
      Entered.IsRecorded = IsRecorded;
      return Entered;
    }));
    EXPECT_EQ(Any.lateLooks(), 0u)
        << "round " << Round << " of seed " << Seed << ", " << Threads
        << " threads, " << N << " iterations";
    Looks += Any.looks();
    Recorder::replace(Before);
  }
  EXPECT_GT(Looks, Rounds * 500);
}

INSTANTIATE_TEST_SUITE_P(
    Switches, EvaluationTest,
    testing::Values(0, unsigned(USERSCHED_SUBSPACE_IS_THREAD),
                    unsigned(USERSCHED_SUBSPACE_IS_THREAD | USERSCHED_NOWAIT),
                    unsigned(USERSCHED_NO_STEAL),
                    unsigned(USERSCHED_NO_STEAL | USERSCHED_SUBSPACE_IS_THREAD),
                    unsigned(USERSCHED_NO_PROFILE),
                    unsigned(USERSCHED_LAST_IS_LAST |
                             USERSCHED_SUBSPACE_IS_THREAD),
                    unsigned(USERSCHED_LAST_IS_LAST | USERSCHED_NOWAIT)));

} // namespace
