//===- Main.cpp - runs a scenario over and over ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Until there has been enough. Prints the seed, so that a failure can be run
// again.
//
//===----------------------------------------------------------------------===//
#include "Compiled.h"

#include "usersched.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

Ident Location;

static uint64_t hash(uint64_t X) {
  X = (X ^ (X >> 33)) * 0xff51afd7ed558ccdu;
  X = (X ^ (X >> 33)) * 0xc4ceb9fe1a85ec53u;
  return X ^ (X >> 33);
}

static uint64_t noise(const CompiledLoop &Loop, uint64_t I) {
  return hash(I + Loop.Salt) % 1000;
}

static uint64_t integerLoad(const CompiledLoop &Loop, uint64_t I) {
  static std::atomic<uint64_t> Looks{0};
  switch (Loop.Kind) {
  case LoadKind::Zero:
    return 0;
  case LoadKind::Noise:
    return noise(Loop, I);
  case LoadKind::Giant:
    return I == Loop.Salt % 1000 ? 1000000000 : 1;
  case LoadKind::Overflow:
    return std::numeric_limits<int64_t>::max();
  case LoadKind::Lying:
    return hash(Looks.fetch_add(1, std::memory_order_relaxed)) % 5000;
  default:
    return 1;
  }
}

/// What the compiler makes of a real load expression.
static double realLoad(const CompiledLoop &Loop, uint64_t I) {
  uint64_t Any = noise(Loop, I);
  double Load = Any % 10 == 0 ? std::nan("")
                              : std::ldexp(static_cast<double>(Any) - 100,
                                           static_cast<int>(Any % 60));
  return Load > 0 ? Load : 0;
}

static void inspect(uint64_t Left, uint64_t Right, uint64_t *Start,
                    uint64_t *End, void *Data) {
  auto &Inspection = *static_cast<usersched_inspection *>(Data);
  auto &Mine = *static_cast<Captures *>(Inspection.captures);
  // A thread must not look with the captures of another one.
  if (Mine.Thread != __kmpc_global_thread_num(&Location))
    fail("captures of another thread");
  const CompiledLoop &Loop = *Mine.Loop;
  usersched_load Sum = {};
  uint64_t I = Left;
  for (bool Enough = false; I < Right && !Enough; ++I) {
    Mine.Data.look(I);
    if (Loop.Kind == LoadKind::Real) {
      Sum.real += realLoad(Loop, I);
      Enough = Sum.real >= Inspection.threshold.real;
    } else {
      Sum.integer += integerLoad(Loop, I);
      Enough = Sum.integer >= Inspection.threshold.integer;
    }
  }
  *Start = Left;
  *End = I;
  // Not of the same place again: the library asks until it is behind that
  // place.
  const uint64_t Lie = hash(Left ^ hash(I));
  if (Loop.Kind == LoadKind::Lying && Lie % 8 == 0)
    *End = Lie % 16 == 0 ? 0 : Right + 7;
  Inspection.load = Sum;
}

static int32_t threadSubspace(int32_t, void *Data) {
  return static_cast<Captures *>(Data)->Thread;
}
static int32_t oddSubspace(int32_t Subspaces, void *Data) {
  return -7 * static_cast<Captures *>(Data)->Thread - Subspaces;
}

static uint64_t prefix(uint64_t I, void *Data) {
  auto &Mine = *static_cast<Captures *>(Data);
  const CompiledLoop &Loop = *Mine.Loop;
  Mine.Data.look(I);
  if (I > 0)
    Mine.Data.look(I - 1);
  if (Loop.Kind == LoadKind::BadPrefix)
    return hash(I + Loop.Salt);
  return I + I / 1000 * (Loop.Salt % 1000) + (I > Loop.Salt % 1000 ? 500 : 0);
}

CompiledLoop::CompiledLoop(LoadKind Kind, uint32_t Flags, uint64_t Salt)
    : Kind(Kind), Salt(Salt) {
  Descriptor.abi_version = USERSCHED_ABI_VERSION;
  Descriptor.flags = Flags;
  Descriptor.file = "stress.cpp";
  Descriptor.function = "stress";
  Descriptor.load = "load(i)";
  Descriptor.line = 1;
  Descriptor.column = 1;
  if (Kind == LoadKind::Prefix || Kind == LoadKind::BadPrefix)
    Descriptor.prefix = prefix;
  else
    Descriptor.inspect = inspect;
  Descriptor.subspace = Salt % 3 ? threadSubspace : oddSubspace;
  if (Kind == LoadKind::Real)
    Descriptor.flags |= USERSCHED_LOAD_IS_FLOAT;
}

CompiledLoop CompiledLoop::any(Random &R) {
  auto Kind = static_cast<LoadKind>(R() % static_cast<int>(LoadKind::Last));
  uint32_t Flags = 0;
  if (R() % 4 == 0)
    Flags |= USERSCHED_NO_STEAL;
  if (R() % 4 == 0)
    Flags |= USERSCHED_NO_PROFILE;
  if (R() % 2 == 0)
    Flags |= USERSCHED_SUBSPACE_IS_THREAD;
  if (R() % 3 == 0)
    Flags |= USERSCHED_LAST_IS_LAST;
  if (R() % 2 == 0)
    Flags |= USERSCHED_NOWAIT;
  return CompiledLoop(Kind, Flags, R());
}

void Tally::expect(uint32_t Times, const char *What) const {
  for (const auto &Count : Runs)
    if (Count.load() != Times)
      fail(What);
  if (!Runs.empty() && Lasts.load() != Times)
    fail("number of threads that ran the last iteration");
}

void Tally::expectAtMost(uint32_t Times, const char *What) const {
  for (const auto &Count : Runs)
    if (Count.load() > Times)
      fail(What);
}

static uint64_t Seed;

void fail(const char *What) {
  std::fprintf(stderr, "failed: %s (seed %llu)\n", What,
               static_cast<unsigned long long>(Seed));
  std::abort();
}

uint64_t executionsDone() {
  usersched_statistics Done;
  usersched_get_statistics(&Done);
  return Done.executions;
}

namespace {

constexpr struct {
  const char *Name;
  Scenario Run;
} Scenarios[] = {{"loads", loads},
                 {"large", large},
                 {"types", types},
                 {"huge", huge},
                 {"teams", teams},
                 {"nested", nested},
                 {"initial-threads", initialThreads},
                 {"tasks", tasks},
                 {"dynamic", dynamicTeams},
                 {"nowait", nowait},
                 {"repeated", repeated},
                 {"orphaned", orphaned},
                 {"cancel", cancelled},
                 {"levels", levels},
                 {"reset", resets},
                 {"many-loops", manyLoops},
                 {"fork", forked},
                 {"soak", soak},
                 {"dlopen", reloaded},
                 {"reproducible", reproducible},
                 {"reproducible-tasks", reproducibleTasks}};

/// When to end, at the first of the two.
struct Limits {
  double Seconds = std::numeric_limits<double>::infinity();
  uint64_t Executions = std::numeric_limits<uint64_t>::max();
};

/// Runs S again and again, with another seed each time.
void repeat(Scenario S, const Limits &Until) {
  using Clock = std::chrono::steady_clock;
  const auto Start = Clock::now();
  auto Seconds = [&Start] {
    return std::chrono::duration<double>(Clock::now() - Start).count();
  };
  unsigned Rounds = 0;
  do {
    Random R(Seed + Rounds++);
    S(R);
  } while (Seconds() < Until.Seconds && executionsDone() < Until.Executions);
  usersched_statistics Done;
  usersched_get_statistics(&Done);
  std::printf("%u rounds in %.1f s, %llu executions, %llu plan hits, "
              "%llu steals\n",
              Rounds, Seconds(),
              static_cast<unsigned long long>(Done.executions),
              static_cast<unsigned long long>(Done.plan_hits),
              static_cast<unsigned long long>(Done.steals));
}

int explainUsage() {
  std::fputs("usage: usersched_stress SCENARIO [--seconds N] [--executions N] "
             "[--seed N]\nscenarios:",
             stderr);
  for (const auto &S : Scenarios)
    std::fprintf(stderr, " %s", S.Name);
  std::fputc('\n', stderr);
  return 2;
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 2 || Count % 2 != 0)
    return explainUsage();
  Seed = std::random_device()();
  Limits Until;
  for (int A = 2; A < Count; A += 2) {
    const std::string Option = Arguments[A];
    if (Option == "--seconds")
      Until.Seconds = std::strtod(Arguments[A + 1], nullptr);
    else if (Option == "--executions")
      Until.Executions = std::strtoull(Arguments[A + 1], nullptr, 10);
    else if (Option == "--seed")
      Seed = std::strtoull(Arguments[A + 1], nullptr, 10);
    else
      return explainUsage();
  }
  for (const auto &S : Scenarios)
    if (std::strcmp(S.Name, Arguments[1]) == 0) {
      std::printf("usersched %s, %s, seed %llu\n", usersched_version(), S.Name,
                  static_cast<unsigned long long>(Seed));
      std::fflush(stdout);
      repeat(S.Run, Until);
      return 0;
    }
  return explainUsage();
}
