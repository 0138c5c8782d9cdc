//===- RegionScenarios.cpp - all the ways to meet a loop ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nested and concurrent teams, orphaned loops, cancellation, resets meanwhile.
//
//===----------------------------------------------------------------------===//
#include "Compiled.h"

#include "usersched.h"

#include <omp.h>
#include <thread>

/// The execution with this number in Runs.
static void runAll(Function &F, CompiledLoop &Loop, usersched_team *Team,
                   uint64_t N, Tally &Runs, uint32_t Execution) {
  F.Consumes = Runs.consumed(Execution);
  if (F.run(Loop, Team, uint64_t(0), N - 1, [&](uint64_t First, uint64_t Last) {
        Runs.run(First, Last);
        return true;
      }))
    Runs.ranLast();
}

/// A region with a loop, or a function with an orphaned one of which nothing is
/// known.
static void runAll(CompiledLoop &Loop, usersched_team *Team, uint64_t N,
                   Tally &Runs, uint32_t Execution) {
  Function F;
  runAll(F, Loop, Team, N, Runs, Execution);
}

/// A function with an orphaned loop.
static void runCalled(CompiledLoop &Loop, uint64_t N, Tally &Runs,
                      uint32_t Execution) {
  Function F;
  runAll(F, Loop, F.callersTeam(), N, Runs, Execution);
}

void nested(Random &R) {
  CompiledLoop Outer = CompiledLoop::any(R), Inner = CompiledLoop::any(R);
  constexpr uint32_t N = 40;
  Tally OuterRuns(N), InnerRuns(N, 2 * N + 1);
  const bool OuterIsTold = R() % 2;
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(3)
  {
    InRegion Here(Team, OuterIsTold);
    Function F;
    F.Consumes = OuterRuns.consumed(0);
    if (F.run(Outer, Team, uint32_t(0), N - 1,
              [&](uint32_t First, uint32_t Last) {
                OuterRuns.run(First, Last);
                for (uint32_t I = First; I <= Last; ++I) {
                  usersched_team *InnerTeam = __usersched_team_begin();
#pragma omp parallel num_threads(I % 2 ? 2 : 1)
                  {
                    InRegion There(InnerTeam, I % 3);
                    runCalled(Inner, N, InnerRuns, 2 * I);
                    runAll(Inner, InnerTeam, N, InnerRuns, 2 * I + 1);
                  }
                  __usersched_team_end(InnerTeam);
                }
                return true;
              }))
      OuterRuns.ranLast();
    runCalled(Inner, N, InnerRuns, 2 * N);
  }
  __usersched_team_end(Team);
  OuterRuns.expect(1, "outer iteration");
  InnerRuns.expect(2 * N + 1, "inner iteration");
}

/// They take their teams from one pool and leave them there, as orphaned loops
/// do; so they come and go.
void initialThreads(Random &R) {
  CompiledLoop Shared = CompiledLoop::any(R);
  const uint64_t Usual = 1 + R() % 4;
  constexpr uint32_t Regions = 4, Times = 5;
  const auto Run = [&Shared, Usual](uint64_t Seed) {
    Random Mine(Seed);
    Tally Runs(300, Regions * Times);
    for (uint32_t Region = 0; Region < Regions; ++Region) {
      const uint64_t Size = Mine() % 8 ? Usual : 1 + Mine() % 4;
      const bool IsTold = Mine() % 3;
      usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(static_cast<int>(Size))
      {
        InRegion Here(Team, IsTold);
        for (uint32_t Time = 0; Time < Times; ++Time)
          runCalled(Shared, 300, Runs, Region * Times + Time);
      }
      __usersched_team_end(Team);
    }
    Runs.expect(Regions * Times, "iteration of a team of several at once");
  };
  for (int Wave = 0; Wave < 10; ++Wave) {
    std::vector<std::thread> Threads;
    for (int T = 0; T < 3; ++T)
      Threads.emplace_back(Run, R());
    for (std::thread &T : Threads)
      T.join();
  }
}

/// Regions of tasks: a thread that waits in one task may run another, and its
/// team, in between.
void tasks(Random &R) {
  CompiledLoop Loop = CompiledLoop::any(R);
  constexpr uint64_t N = 60;
  constexpr uint32_t Tasks = 9;
  const int Threads = 1 + static_cast<int>(R() % 5);
  Tally Runs(N, 2 * Tasks);
#pragma omp parallel num_threads(Threads)
#pragma omp single
  for (uint32_t T = 0; T < Tasks; ++T) {
#pragma omp task shared(Loop, Runs)
    {
      usersched_team *Team = __usersched_team_begin();
#pragma omp task shared(Loop, Runs) if (T % 2)
      {
        usersched_team *Inner = __usersched_team_begin();
#pragma omp parallel num_threads(1 + static_cast<int>(T % 4))
        runAll(Loop, T % 3 ? Inner : nullptr, N, Runs, 2 * T);
        __usersched_team_end(Inner);
      }
#pragma omp taskyield
#pragma omp parallel num_threads(1 + static_cast<int>(T % 3))
      runAll(Loop, Team, N, Runs, 2 * T + 1);
#pragma omp taskwait
      __usersched_team_end(Team);
    }
  }
  Runs.expect(2 * Tasks, "iteration of a loop in a task's region");
}

/// Teams as large as libomp thinks right at the moment.
void dynamicTeams(Random &R) {
  CompiledLoop Loop = CompiledLoop::any(R);
  constexpr uint32_t Regions = 20;
  Tally Runs(200, Regions);
  omp_set_dynamic(1);
  for (uint32_t Region = 0; Region < Regions; ++Region) {
    omp_set_num_threads(1 + static_cast<int>(R() % 12));
    const bool IsOrphaned = R() % 4 == 0;
    usersched_team *Team = __usersched_team_begin();
#pragma omp parallel
    runAll(Loop, IsOrphaned ? nullptr : Team, 200, Runs, Region);
    __usersched_team_end(Team);
  }
  omp_set_dynamic(0);
  Runs.expect(Regions, "iteration of a team of a size of libomp's choice");
}

/// What a thread cannot know in a `nowait` loop, it can in the next loop of the
/// function.
static void orphanedAfterNowait(Random &R) {
  CompiledLoop Unawaited(LoadKind::Noise, USERSCHED_NOWAIT, R()),
      Awaited(LoadKind::Noise, 0, R());
  Tally Runs(100, 2);
  // What is known of a loop that was where Awaited is now.
  usersched_reset();
  usersched_statistics Before, After;
  usersched_get_statistics(&Before);
  bool HasTeam = false;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    HasTeam = omp_get_num_threads() > 1;
    Function F;
    runAll(F, Unawaited, nullptr, 100, Runs, 0);
    runAll(F, Awaited, nullptr, 100, Runs, 1);
  }
  usersched_get_statistics(&After);
  Runs.expect(2, "iteration of an orphaned loop after a `nowait` one");
  if (HasTeam && After.inspected_iterations == Before.inspected_iterations)
    fail("a loop after a `nowait` one, of which nobody asked for the loads");
}

void orphaned(Random &R) {
  orphanedAfterNowait(R);
  CompiledLoop First = CompiledLoop::any(R), Second = CompiledLoop::any(R);
  constexpr uint32_t Times = 30;
  Tally Runs(100, 2 * Times);
  const bool WithBarrier = R() % 2, IsTold = R() % 2;
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(1 + static_cast<int>(R() % 6))
  {
    InRegion Here(Team, IsTold);
    for (uint32_t E = 0; E < Times; ++E) {
      runCalled(E % 3 ? First : Second, 100, Runs, 2 * E);
      // A user's broadcast must not meet ours.
      uint32_t Told = 0;
#pragma omp single copyprivate(Told)
      Told = E + 1;
      if (Told != E + 1)
        fail("copyprivate");
      runCalled(First, 100, Runs, 2 * E + 1);
      if (WithBarrier) {
#pragma omp barrier
      }
    }
  }
  __usersched_team_end(Team);
  Runs.expect(2 * Times, "iteration of an orphaned loop");
  // Outside any region.
  Tally Alone(50);
  runCalled(First, 50, Alone, 0);
  Alone.expect(1, "iteration of a loop outside a region");
}

void cancelled(Random &R) {
  CompiledLoop Stopped = CompiledLoop::any(R), Full = CompiledLoop::any(R);
  const bool IsOrphaned = R() % 2, IsTold = R() % 2;
  const uint64_t Limit = R() % 300;
  constexpr uint64_t N = 300;
  constexpr uint32_t Times = 5;
  Tally Some(N, Times), All(N, Times);
  std::atomic<bool> Cancel{false};
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(2 + static_cast<int>(R() % 5))
  {
    InRegion Here(Team, IsTold);
    Function F;
    usersched_team *Mine = IsOrphaned ? F.callersTeam() : Team;
    for (uint32_t E = 0; E < Times; ++E) {
      F.Consumes = Some.consumed(E);
      F.run(Stopped, Mine, uint64_t(0), N - 1,
            [&](uint64_t First, uint64_t Last) {
              if (Cancel || First > Limit) {
                Cancel = true;
                return false;
              }
              Some.run(First, Last);
              return true;
            });
      F.Consumes = All.consumed(E);
      if (F.run(Full, Mine, uint64_t(0), N - 1,
                [&](uint64_t First, uint64_t Last) {
                  All.run(First, Last);
                  return true;
                }))
        All.ranLast();
    }
  }
  __usersched_team_end(Team);
  Some.expectAtMost(Times, "iteration of a cancelled loop");
  All.expect(Times, "iteration of a loop after a cancelled one");
}

/// Loops of any length over something else each time, as the levels of a
/// search: plans are in vain there, so what is short is shared in other ways.
void levels(Random &R) {
  CompiledLoop Loop(static_cast<LoadKind>(R() % 3),
                    USERSCHED_SUBSPACE_IS_THREAD |
                        (R() % 4 ? 0 : USERSCHED_LAST_IS_LAST),
                    R());
  const int Usual = 2 + static_cast<int>(R() % 3);
  const bool IsTold = R() % 2, MayCancel = R() % 2;
  const uint64_t Most = uint64_t(1) << (1 + R() % 10), Work = R() % 100;
  for (int Region = 0; Region < 300; ++Region) {
    const int Threads = R() % 16 ? Usual : 1 + static_cast<int>(R() % 5);
    const uint32_t Times = R() % 4 ? 1 : 3;
    const uint64_t N = 1 + R() % Most;
    const bool IsCancelled = MayCancel && R() % 8 == 0;
    const bool IsOrphaned = R() % 4 == 0;
    Tally Runs(N, Times);
    usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(Threads)
    {
      InRegion Here(Team, IsTold);
      Function F;
      F.Data = static_cast<uint64_t>(Region);
      usersched_team *Mine = IsOrphaned ? F.callersTeam() : Team;
      for (uint32_t Time = 0; Time < Times; ++Time) {
        F.Consumes = Runs.consumed(Time);
        if (F.run(Loop, Mine, uint64_t(0), N - 1,
                  [&](uint64_t First, uint64_t Last) {
                    for (volatile uint64_t W = Work * (Last - First); W > 0;)
                      W = W - 1;
                    Runs.run(First, Last);
                    return !IsCancelled;
                  }))
          Runs.ranLast();
      }
    }
    __usersched_team_end(Team);
    if (IsCancelled)
      Runs.expectAtMost(Times, "iteration of a cancelled level");
    else
      Runs.expect(Times, "iteration of a level");
  }
}

void resets(Random &R) {
  std::atomic<bool> Stop{false};
  std::thread Resetter([&Stop] {
    while (!Stop) {
      usersched_reset();
      usersched_statistics Ignored;
      usersched_get_statistics(&Ignored);
      std::this_thread::yield();
    }
  });
  for (int I = 0; I < 5; ++I)
    loads(R);
  nowait(R);
  Stop = true;
  Resetter.join();
}
