//===- LoopScenarios.cpp - one region, any loop ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exactly once, whatever the load, the trip count, the type and the team.
//
//===----------------------------------------------------------------------===//
#include "Compiled.h"

#include "usersched.h"

#include <algorithm>
#include <limits>
#include <mutex>

/// Executes Loop over N iterations Times times in one region of Threads
/// threads, with a barrier after each if WithBarrier.
static void executeRegion(CompiledLoop &Loop, uint64_t N, int Threads,
                          uint32_t Times, bool WithBarrier, uint64_t Chunk = 0,
                          uint64_t Subspaces = 0) {
  Tally Runs(N, Times);
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(Threads)
  {
    Function F;
    F.Chunk = Chunk;
    F.Subspaces = Subspaces;
    for (uint32_t E = 0; E < Times; ++E) {
      F.Consumes = Runs.consumed(E);
      bool Last = F.run(Loop, Team, int64_t(0), static_cast<int64_t>(N) - 1,
                        [&](int64_t First, int64_t Final) {
                          Runs.run(static_cast<uint64_t>(First),
                                   static_cast<uint64_t>(Final));
                          return true;
                        });
      if (Last)
        Runs.ranLast();
      if (WithBarrier) {
#pragma omp barrier
      }
    }
  }
  __usersched_team_end(Team);
  Runs.expect(Times, "an iteration did not run exactly once");
}

void loads(Random &R) {
  const int Threads = 1 + static_cast<int>(R() % (R() % 8 ? 16 : 64));
  const auto P = static_cast<uint64_t>(Threads);
  const uint64_t Sizes[] = {0, 1, P - 1, P, P + 1, 1000, 4000, 100000};
  CompiledLoop Loop = CompiledLoop::any(R);
  const uint64_t N = Sizes[R() % 8];
  const uint64_t Chunk = R() % 3 == 0 ? R() % 2000 : 0;
  const uint64_t Subspaces = R() % 3 == 0 ? R() % 200 : 0;
  executeRegion(Loop, N, Threads, 3, R() % 2, Chunk, Subspaces);
}

void large(Random &R) {
  CompiledLoop Loop = CompiledLoop::any(R);
  const uint64_t Chunk = R() % 3 == 0 ? R() % 2000 : 0;
  executeRegion(Loop, 10000000, 1 + static_cast<int>(R() % 64), 2, R() % 2,
                Chunk);
}

void teams(Random &R) {
  CompiledLoop Loop = CompiledLoop::any(R);
  for (int Region = 0; Region < 20; ++Region)
    executeRegion(Loop, 500, 1 + static_cast<int>(R() % 16), 1, false);
}

/// Several loops in turns, often enough that they are repeated and their plans
/// are refined, with trip counts and data that change now and then. In every
/// other round, some executions are cancelled.
void repeated(Random &R) {
  CompiledLoop Loops[] = {CompiledLoop::any(R), CompiledLoop::any(R),
                          CompiledLoop::any(R), CompiledLoop::any(R),
                          CompiledLoop::any(R), CompiledLoop::any(R)};
  constexpr uint32_t Times = 400;
  const int Threads = 2 + static_cast<int>(R() % (R() % 4 ? 4 : 15));
  const uint64_t Seed = R(), Kinds = 1 + R() % 6,
                 Work = R() % 3 ? 0 : R() % 300;
  const bool MayCancel = R() % 2;
  std::atomic<bool> IsCancelled[Times] = {};
  uint32_t Cancelled = 0;
  Tally Runs(300, Times), Some(300);
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(Threads)
  {
    Function F;
    // The same for all threads.
    Random Next(Seed);
    uint64_t N = 300;
    for (uint32_t E = 0; E < Times; ++E) {
      CompiledLoop &Loop = Loops[Next() % Kinds];
      if (Next() % 40 == 0)
        F.Data = Next() % 3;
      if (Next() % 40 == 0)
        N = 150 + Next() % 2 * 150;
      F.Consumes = Runs.consumed(E);
      // A loop with `nowait` cannot be cancelled.
      const bool Cancels = MayCancel && Next() % 8 == 0 &&
                           !(Loop.Descriptor.flags & USERSCHED_NOWAIT);
      const uint64_t Limit = Cancels ? Next() % N : N;
      if (Cancels && omp_get_thread_num() == 0)
        ++Cancelled;
      Tally &Mine = Cancels ? Some : Runs;
      // A loop of N iterations runs each of 300 / N of the tally.
      if (F.run(Loop, Team, uint64_t(0), N - 1,
                [&](uint64_t First, uint64_t Final) {
                  if (IsCancelled[E] || First > Limit) {
                    IsCancelled[E] = true;
                    return false;
                  }
                  for (volatile uint64_t W = Work * (Final - First); W > 0;)
                    W = W - 1;
                  Mine.run(First, Final);
                  if (N == 150)
                    Mine.run(First + 150, Final + 150);
                  return true;
                }) &&
          !Cancels)
        Runs.ranLast();
    }
  }
  __usersched_team_end(Team);
  Runs.expect(Times - Cancelled, "iteration of a repeated loop");
  Some.expectAtMost(Cancelled, "iteration of a cancelled loop");
}

void nowait(Random &R) {
  CompiledLoop Loop = CompiledLoop::any(R);
  Loop.Descriptor.flags |= USERSCHED_NOWAIT;
  executeRegion(Loop, 1 + R() % 200, 2 + static_cast<int>(R() % 5), 500, false);
}

void manyLoops(Random &R) {
  // Short-lived descriptors, as of libraries that are loaded and unloaded. Many
  // are like the one that was there before, but for their names.
  const CompiledLoop Usual = CompiledLoop::any(R);
  for (int I = 0; I < 30; ++I) {
    CompiledLoop Loop = R() % 3 ? Usual : CompiledLoop::any(R);
    Loop.Descriptor.name = R() % 2 ? "a name" : nullptr;
    for (int Times = 0; Times < 3; ++Times)
      executeRegion(Loop, 1 + R() % 3 * 300, 2, R() % 2 ? 2 : 20, false);
  }
}

/// The loop over [Lower, Lower + 999] in the user's type.
template <typename T> static void executeTyped(Random &R, T Lower) {
  CompiledLoop Loop = CompiledLoop::any(R);
  Tally Runs(1000, 2);
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(4)
  {
    Function F;
    using Unsigned = std::make_unsigned_t<T>;
    const auto Start = static_cast<Unsigned>(Lower);
    for (uint32_t E = 0; E < 2; ++E) {
      F.Consumes = Runs.consumed(E);
      if (F.run(Loop, Team, Lower, static_cast<T>(Start + 999),
                [&](T First, T Final) {
                  Runs.run(static_cast<Unsigned>(static_cast<Unsigned>(First) -
                                                 Start),
                           static_cast<Unsigned>(static_cast<Unsigned>(Final) -
                                                 Start));
                  return true;
                }))
        Runs.ranLast();
    }
    // Upper below lower: no iterations.
    F.run(Loop, Team, static_cast<T>(Start + 5), static_cast<T>(Start + 4),
          [](T, T) -> bool { fail("an empty loop has an iteration"); });
  }
  __usersched_team_end(Team);
  Runs.expect(2, "an iteration of a typed loop did not run exactly once");
}

template <typename T> static void executeTypedEverywhere(Random &R) {
  executeTyped<T>(R, std::numeric_limits<T>::min());
  executeTyped<T>(R, static_cast<T>(std::numeric_limits<T>::max() - 999));
  executeTyped<T>(R, static_cast<T>(0));
  if (std::is_signed_v<T>)
    executeTyped<T>(R, static_cast<T>(-500));
}

void types(Random &R) {
  executeTypedEverywhere<int32_t>(R);
  executeTypedEverywhere<uint32_t>(R);
  executeTypedEverywhere<int64_t>(R);
  executeTypedEverywhere<uint64_t>(R);
}

/// Iteration spaces too large to run: the ranges must be without gap.
void huge(Random &R) {
  CompiledLoop Loop(R() % 2 ? LoadKind::Prefix : LoadKind::BadPrefix,
                    R() % 2 ? 0 : USERSCHED_NO_STEAL, R());
  const uint64_t Final = std::numeric_limits<uint64_t>::max() - 1 - R() % 3;
  std::mutex Lock;
  std::vector<std::pair<uint64_t, uint64_t>> Ranges;
  for (int E = 0; E < 2; ++E) {
    Ranges.clear();
    usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(1 + static_cast<int>(R() % 8))
    {
      Function F;
      F.run(Loop, Team, uint64_t(0), Final, [&](uint64_t From, uint64_t To) {
        std::lock_guard<std::mutex> Held(Lock);
        Ranges.emplace_back(From, To);
        return true;
      });
    }
    __usersched_team_end(Team);
    std::sort(Ranges.begin(), Ranges.end());
    uint64_t Next = 0;
    for (const auto &Range : Ranges) {
      if (Range.first != Next || Range.second < Range.first)
        fail("ranges of a huge loop overlap or leave a gap");
      Next = Range.second + 1;
    }
    if (Next != Final + 1)
      fail("the end of a huge loop is missing");
  }
}
