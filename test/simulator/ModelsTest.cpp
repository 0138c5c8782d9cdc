//===- ModelsTest.cpp - the standard schedules, by hand and by libomp -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How libomp cuts a loop does not depend on who comes when (but for thefts), so
// its real chunks, at any speed of the machine, are those of the models.
//
//===----------------------------------------------------------------------===//
#include "Simulation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <mutex>
#include <omp.h>

using namespace usersched;
using namespace usersched::simulator;

namespace {

using Chunk = std::pair<uint64_t, uint64_t>;
using Chunks = std::vector<Chunk>;

const Overheads Free = {0, 0, 0, 0};

/// Who ran what, in the order of virtual time.
std::vector<std::pair<uint32_t, Chunk>> trace(const Choice &What,
                                              const std::vector<double> &Loads,
                                              uint32_t Threads,
                                              const Overheads &Cost = Free) {
  std::vector<std::pair<uint32_t, Chunk>> Result;
  const Loop L(Loads, {});
  VirtualTeam Team(Threads);
  auto S = makeModel(What, L.tripCount(), Team, Cost);
  S->begin();
  Team.run([&](uint32_t T) {
    S->enter(T);
    IterationRange R;
    while (S->next(T, R)) {
      Result.push_back({T, {R.Begin, R.End}});
      Team.spend(L.time(R));
    }
  });
  return Result;
}

Chunks chunksOf(const std::vector<std::pair<uint32_t, Chunk>> &Trace,
                int Thread = -1) {
  Chunks Result;
  for (const auto &[T, C] : Trace)
    if (Thread < 0 || static_cast<int>(T) == Thread)
      Result.push_back(C);
  std::sort(Result.begin(), Result.end());
  return Result;
}

Chunks modelled(const char *Name, uint64_t N, uint32_t Threads,
                int Thread = -1) {
  return chunksOf(trace(parseChoice(Name), std::vector<double>(N, 1), Threads),
                  Thread);
}

TEST(Models, StaticGivesTheFirstThreadsTheLongerBlocks) {
  EXPECT_EQ(modelled("static", 10, 4),
            (Chunks{{0, 3}, {3, 6}, {6, 8}, {8, 10}}));
  EXPECT_EQ(modelled("static", 2, 4), (Chunks{{0, 1}, {1, 2}}));
}

TEST(Models, StaticChunksGoRound) {
  EXPECT_EQ(modelled("static,2", 9, 2, 0), (Chunks{{0, 2}, {4, 6}, {8, 9}}));
  EXPECT_EQ(modelled("static,2", 9, 2, 1), (Chunks{{2, 4}, {6, 8}}));
}

TEST(Models, DynamicGivesTheNextChunkToWhoComesFirst) {
  // Thread 0 has the heavy first iteration; 1 does the rest.
  const auto Trace = trace(parseChoice("dynamic,1"), {9, 1, 1, 1}, 2);
  EXPECT_EQ(chunksOf(Trace, 0), (Chunks{{0, 1}}));
  EXPECT_EQ(chunksOf(Trace, 1), (Chunks{{1, 2}, {2, 3}, {3, 4}}));
}

TEST(Models, GuidedHalvesTheSharesAndEndsWithChunks) {
  // 2 threads: a quarter of what is left, until less than 2 * 2 * (3 + 1).
  EXPECT_EQ(modelled("guided,3", 40, 2), (Chunks{{0, 10},
                                                 {10, 17},
                                                 {17, 22},
                                                 {22, 26},
                                                 {26, 29},
                                                 {29, 32},
                                                 {32, 35},
                                                 {35, 38},
                                                 {38, 40}}));
}

TEST(Models, AThiefTakesAQuarterOfTheChunksLeft) {
  // Thread 0 runs one heavy iteration and has 15 more; thread 1, idle at once
  // after its 16 of no load, takes 15 / 4 = 3 from the back of these.
  std::vector<double> Loads(32, 0);
  Loads[0] = 100;
  for (int I = 1; I < 16; ++I)
    Loads[I] = 10;
  const auto Trace = trace(parseChoice("static_steal,1"), Loads, 2);
  const auto Own = chunksOf(Trace, 1);
  EXPECT_TRUE(std::count(Own.begin(), Own.end(), Chunk(13, 14)));
  // 12 left, 3 of them: 10 to 12; 9 left, 2; then single ones while 7 or less.
  EXPECT_EQ(Trace[17].second, Chunk(13, 14));
  EXPECT_EQ(Trace[20].second, Chunk(10, 11));
  EXPECT_EQ(chunksOf(Trace).size(), 32u);
}

TEST(Models, StealingWithFewerChunksThanThreadsIsDynamic) {
  EXPECT_EQ(modelled("static_steal,8", 20, 4), modelled("dynamic,8", 20, 4));
}

TEST(Models, OneThreadAtATimeHasTheSharedCounter) {
  Overheads Cost = Free;
  Cost.Shared = 10;
  // Eight chunks, and four times nothing, one after the other.
  const Loop L(std::vector<double>(8, 1), {});
  Simulation Run(L, 4, Cost);
  EXPECT_EQ(Run.run(parseChoice("dynamic,1")).front().Makespan, 120);
}

/// The iterations that libomp's threads really get.
std::vector<Chunks> real(omp_sched_t Kind, int Size, int64_t N, int Threads) {
  std::vector<Chunks> Result(static_cast<std::size_t>(Threads));
  omp_set_dynamic(0);
  omp_set_schedule(Kind, Size);
#pragma omp parallel num_threads(Threads)
  {
    Chunks &Mine = Result[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(runtime) nowait
    for (int64_t I = 0; I < N; ++I)
      Mine.push_back({static_cast<uint64_t>(I), static_cast<uint64_t>(I) + 1});
  }
  return Result;
}

/// Joins iterations that follow one another.
Chunks joined(Chunks Single) {
  Chunks Result;
  for (const Chunk &C : Single)
    if (!Result.empty() && Result.back().second == C.first)
      Result.back().second = C.second;
    else
      Result.push_back(C);
  return Result;
}

TEST(Models, StaticBlocksAreThoseOfLibomp) {
  for (int Threads : {2, 3, 5})
    for (int64_t N : {1, 7, 100}) {
      const auto Real = real(omp_sched_static, 0, N, Threads);
      for (int T = 0; T < Threads; ++T)
        EXPECT_EQ(joined(Real[T]), modelled("static", N, Threads, T));
    }
}

TEST(Models, StaticChunksAreThoseOfLibomp) {
  for (int Threads : {2, 3, 5}) {
    const auto Real = real(omp_sched_static, 7, 100, Threads);
    for (int T = 0; T < Threads; ++T)
      EXPECT_EQ(joined(Real[T]), modelled("static,7", 100, Threads, T));
  }
}

extern "C" {
struct ident;
void __kmpc_dispatch_init_8(ident *, int32_t, int32_t, int64_t, int64_t,
                            int64_t, int64_t);
int32_t __kmpc_dispatch_next_8(ident *, int32_t, int32_t *, int64_t *,
                               int64_t *, int64_t *);
int32_t __kmpc_global_thread_num(ident *);
}

/// libomp's chunks in [0, N), over all threads: they do not depend on who takes
/// them. Of the schedule with the number Number in kmp.h.
Chunks dispatched(int32_t Number, int64_t Size, int64_t N, int Threads) {
  constexpr int32_t Monotonic = 1 << 29;
  Chunks Result;
  std::mutex Lock;
#pragma omp parallel num_threads(Threads)
  {
    const int32_t Thread = __kmpc_global_thread_num(nullptr);
    __kmpc_dispatch_init_8(nullptr, Thread, Number | Monotonic, 0, N - 1, 1,
                           Size);
    int32_t Last = 0;
    int64_t Lower = 0, Upper = 0, Stride = 0;
    while (__kmpc_dispatch_next_8(nullptr, Thread, &Last, &Lower, &Upper,
                                  &Stride)) {
      std::lock_guard<std::mutex> Held(Lock);
      Result.push_back(
          {static_cast<uint64_t>(Lower), static_cast<uint64_t>(Upper) + 1});
    }
  }
  std::sort(Result.begin(), Result.end());
  return Result;
}

TEST(Models, DynamicAndGuidedChunksAreThoseOfLibomp) {
  constexpr int32_t Dynamic = 35, Guided = 36;
  for (int Threads : {2, 3, 8})
    for (int64_t N : {1, 10, 1000, 12345})
      for (int Size : {1, 5, 64}) {
        const std::string Chunk = "," + std::to_string(Size);
        EXPECT_EQ(dispatched(Dynamic, Size, N, Threads),
                  modelled(("dynamic" + Chunk).c_str(), N, Threads));
        EXPECT_EQ(dispatched(Guided, Size, N, Threads),
                  modelled(("guided" + Chunk).c_str(), N, Threads))
            << N << " iterations, chunk " << Size << ", " << Threads
            << " threads";
      }
}

} // namespace
