//===- CombinationTest.cpp - exactly once, whatever is combined -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every switch and chunk with every kind of load, trip count and size of team,
// in orders of calls that follow from --gtest_random_seed and the number of the
// run; a failure prints both.
//
//===----------------------------------------------------------------------===//
#include "PlayedTeam.h"
#include "TestClock.h"

#include <cmath>
#include <limits>

using namespace usersched;
using namespace usersched::test;

namespace {

uint64_t hash(uint64_t X) {
  X = (X ^ (X >> 33)) * 0xff51afd7ed558ccdu;
  X = (X ^ (X >> 33)) * 0xc4ceb9fe1a85ec53u;
  return X ^ (X >> 33);
}

/// The inspect function of a load: as the plugin makes it, negative loads and
/// NaN are 0.
template <auto Load>
void inspect(uint64_t Left, uint64_t Right, uint64_t *Start, uint64_t *End,
             void *Data) {
  auto &Inspection = *static_cast<usersched_inspection *>(Data);
  usersched_load Sum = {};
  uint64_t I = Left;
  if constexpr (std::is_same_v<decltype(Load(0)), double>) {
    for (; I < Right && Sum.real < Inspection.threshold.real; ++I) {
      const double One = Load(I);
      Sum.real += One > 0 ? One : 0;
    }
  } else {
    for (; I < Right && Sum.integer < Inspection.threshold.integer; ++I) {
      const int64_t One = Load(I);
      Sum.integer += static_cast<uint64_t>(One > 0 ? One : 0);
    }
  }
  *Start = Left;
  *End = I;
  Inspection.load = Sum;
}

/// Another answer at each look, and ends outside of what was asked.
void lie(uint64_t Left, uint64_t Right, uint64_t *Start, uint64_t *End,
         void *Data) {
  static std::atomic<uint64_t> Looks{0};
  const uint64_t Lie = hash(Looks.fetch_add(1, std::memory_order_relaxed));
  const uint64_t Ends[] = {Left + 1, Left,      Right,
                           0,        Right + 7, Left + (Right - Left) / 2};
  *Start = Lie >> 40;
  *End = Ends[Lie % std::size(Ends)];
  static_cast<usersched_inspection *>(Data)->load.integer =
      Lie % 3 == 0 ? 0 : Lie >> Lie % 64;
}

/// The same with reals.
void lieInReals(uint64_t Left, uint64_t Right, uint64_t *Start, uint64_t *End,
                void *Data) {
  lie(Left, Right, Start, End, Data);
  constexpr double Lies[] = {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             -1,
                             0,
                             1e308,
                             1e-320};
  static_cast<usersched_inspection *>(Data)->load.real =
      Lies[hash(Left + *Start) % std::size(Lies)];
}

constexpr int64_t Most = std::numeric_limits<int64_t>::max();

/// A load, and what the descriptor of its loop says.
struct Kind {
  const char *Name;
  decltype(usersched_loop::inspect) Inspect;
  decltype(usersched_loop::prefix) Prefix = nullptr;
  uint32_t Flags = 0;
};

void PrintTo(const Kind &K, std::ostream *Out) { *Out << K.Name; }

int64_t zero(uint64_t) { return 0; }
int64_t flat(uint64_t) { return 1; }
int64_t noise(uint64_t I) { return static_cast<int64_t>(hash(I) % 1000); }
int64_t negative(uint64_t I) { return 100 - noise(I); }
int64_t firstIsGiant(uint64_t I) { return I == 0 ? Most / 2 : 1; }
int64_t oneOnly(uint64_t I) { return I == 3 ? 1000 : 0; }
int64_t near2To63(uint64_t) { return Most; }
double anyReal(uint64_t I) {
  return hash(I) % 10 == 0 ? std::nan("")
                           : std::ldexp(static_cast<double>(negative(I)),
                                        static_cast<int>(I % 60));
}
double infinite(uint64_t) { return std::numeric_limits<double>::infinity(); }
uint64_t growing(uint64_t I, void *) { return I * I / 2; }
uint64_t constant(uint64_t, void *) { return 7; }
uint64_t withGiant(uint64_t I, void *) { return I > 2 ? uint64_t(1) << 62 : I; }
uint64_t falling(uint64_t I, void *) { return hash(I); }

const Kind Kinds[] = {
    {"Zero", inspect<zero>},
    {"Flat", inspect<flat>},
    {"Noise", inspect<noise>},
    {"Negative", inspect<negative>},
    {"FirstIsGiant", inspect<firstIsGiant>},
    {"OneOnly", inspect<oneOnly>},
    {"Near2To63", inspect<near2To63>},
    {"Lies", lie},
    {"AnyReal", inspect<anyReal>, nullptr, USERSCHED_LOAD_IS_FLOAT},
    {"Infinite", inspect<infinite>, nullptr, USERSCHED_LOAD_IS_FLOAT},
    {"LiesInReals", lieInReals, nullptr, USERSCHED_LOAD_IS_FLOAT},
    {"Prefix", nullptr, growing},
    {"PrefixOfNothing", nullptr, constant},
    {"PrefixWithGiant", nullptr, withGiant},
    {"PrefixThatFalls", nullptr, falling},
};

constexpr uint32_t Switches[] = {USERSCHED_NO_STEAL, USERSCHED_NO_PROFILE,
                                 USERSCHED_LAST_IS_LAST,
                                 USERSCHED_SUBSPACE_IS_THREAD};
constexpr uint64_t Chunks[] = {0, 1, 1000, uint64_t(1) << 62};
constexpr uint32_t Sizes[] = {1, 2, 3, 4, 7, 8, 16, 31, 33, 64};
constexpr uint64_t Steps[] = {0, Microsecond, 100 * Microsecond};

int32_t anySubspace(int32_t, void *Captures) {
  return -static_cast<int32_t>(reinterpret_cast<uintptr_t>(Captures));
}

class CombinationTest : public testing::TestWithParam<Kind> {
protected:
  PlanCache Cache{1 << 24};
  Team Region{Cache};
  uint32_t Run = 0;

  /// Three executions with one set of switches.
  void run(uint64_t N, uint32_t Threads, uint32_t Flags, uint64_t Chunk,
           uint64_t Subspaces) {
    const auto Seed = static_cast<uint64_t>(GTEST_FLAG_GET(random_seed));
    const Kind &Loads = GetParam();
    usersched_loop Loop = {};
    Loop.abi_version = USERSCHED_ABI_VERSION;
    Loop.flags = Flags | Loads.Flags;
    Loop.inspect = Loads.Inspect;
    Loop.prefix = Loads.Prefix;
    Loop.subspace = anySubspace;
    if (Loads.Flags & USERSCHED_LOAD_IS_FLOAT) {
      const auto Real = static_cast<double>(Chunk);
      std::memcpy(&Chunk, &Real, sizeof Chunk);
    }
    StepOf Time(Steps[Run % std::size(Steps)]);
    PlayedTeam Players(Region, (Seed << 32) + Run);
    const bool IsRight = Players.execute(Threads, 3, [&](uint32_t T) -> Call {
      return {&Loop,     reinterpret_cast<void *>(uintptr_t(T)),
              0,         Chunk,
              Subspaces, N,
              T,         Threads,
              Loop.flags};
    });
    EXPECT_TRUE(IsRight) << Loads.Name << ": " << N << " iterations, "
                         << Threads << " threads, flags " << Flags << ", chunk "
                         << Chunk << ", " << Subspaces << " subspaces, run "
                         << Run << " of seed " << Seed;
    Cache.reset(); // the descriptor goes
    ++Run;
  }
};

TEST_P(CombinationTest, EveryIterationRunsOnce) {
  for (uint32_t Set = 0; Set < 1u << std::size(Switches); ++Set) {
    uint32_t Flags = 0;
    for (uint32_t S = 0; S < std::size(Switches); ++S)
      Flags |= Set >> S & 1 ? Switches[S] : 0;
    for (const uint64_t Chunk : Chunks)
      for (uint32_t Trip = 0; Trip < 6; ++Trip) {
        // All sizes meet all trip counts, with some switches each.
        const uint32_t Threads = Sizes[(Run + Run / 10) % std::size(Sizes)];
        const uint64_t Trips[] = {1,           Threads - 1, Threads,
                                  Threads + 1, 100,         2000};
        const uint64_t Subspaces = Run % 4 == 3 ? 1 + Run % 150 : 0;
        if (Trips[Trip] > 0)
          run(Trips[Trip], Threads, Flags, Chunk, Subspaces);
        else
          ++Run;
      }
  }
}

TEST_P(CombinationTest, TenMillionIterationsToo) {
  for (const uint32_t Flags : {0u, uint32_t(USERSCHED_NO_STEAL)})
    run(10000000, Flags ? 3 : 64, Flags, 0, 0);
}

INSTANTIATE_TEST_SUITE_P(Loads, CombinationTest, testing::ValuesIn(Kinds),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace
