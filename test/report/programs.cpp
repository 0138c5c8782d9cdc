//===- programs.cpp - loops that get advice, and loops that must not ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of advice has a loop in a function gets_KIND, which gets it, and
// one in lacks_KIND, which must not get it although it is close to that.
// programs_test.py looks at the report.
//
//===----------------------------------------------------------------------===//
#include <cstdint>
#include <vector>

namespace {

/// Takes a time in proportion to Units: about a nanosecond each.
void work(int64_t Units) {
  for (int64_t I = 0; I < Units; ++I)
    asm volatile("" : "+r"(Units));
}

/// From 50 to 1999, at random, the same for 40 iterations in a row, so that
/// chunks differ, too. Of other seeds, the numbers have nothing in common.
int64_t rough(int64_t I, int Seed) {
  auto X = static_cast<uint64_t>(I / 40 + 1000 * Seed);
  X = (X ^ (X >> 31)) * 0x9e3779b97f4a7c15 + 0x1234567;
  X = (X ^ (X >> 29)) * 0xbf58476d1ce4e5b9;
  return 50 + static_cast<int64_t>((X ^ (X >> 32)) % 1950);
}

int64_t heavy(int64_t I, int64_t Units) { return I == 100 ? Units : 100; }

/// A load that takes as long to find out as the iteration.
int64_t costly(int64_t I) {
  work(I);
  return I;
}

constexpr int N = 4000;
int64_t Weight[N];

int changed(int Seed) {
  for (int I = 0; I < N; ++I)
    Weight[I] = rough(I, Seed) / 10;
  return N;
}

std::vector<void (*)()> Loops;

#define TEXT(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(TEXT(__VA_ARGS__))
/// Executions of Count iterations i with Units of work by so many threads. E is
/// the execution's number.
#define LOOP(Name, Threads, Executions, Count, Units, ...)                     \
  void Name() {                                                                \
    for (int E = 0; E < (Executions); ++E) {                                   \
      const int Iterations = (Count);                                          \
      PRAGMA(ompx usersched(__VA_ARGS__))                                      \
      PRAGMA(omp parallel for num_threads(Threads))                            \
      for (int i = 0; i < Iterations; ++i)                                     \
        work(Units);                                                           \
    }                                                                          \
  }                                                                            \
  const bool Adds_##Name = (Loops.push_back(Name), true);

// clang-format off: a row each
LOOP(gets_one_thread, 1, 12, 1000, i, load: i)
LOOP(lacks_one_thread, 2, 12, 1000, i, load: i)
LOOP(gets_few_iterations, 2, 12, 1, 100000, load: 100000)
LOOP(lacks_few_iterations, 2, 12, 2, 100000, load: 100000)
LOOP(gets_giant_iteration, 2, 12, N, heavy(i, 1000000), load: heavy(i, 1000000))
LOOP(lacks_giant_iteration, 2, 12, N, heavy(i, 200000), load: heavy(i, 200000))
LOOP(gets_giant_chunk, 2, 12, 1000, i, load: i, chunk: 1000000000)
LOOP(lacks_giant_chunk, 2, 12, 1000, i, load: i, chunk: 10000)
LOOP(gets_constant_load, 2, 12, N, i, load: 1)
LOOP(lacks_constant_load, 2, 12, N, 1000, load: 1)
LOOP(gets_reversed_load, 2, 12, N, i, load: N - i)
LOOP(lacks_reversed_load, 2, 12, N, N - i, load: N - i)
LOOP(gets_unrelated_load, 2, 12, N, rough(i, 2), load: rough(i, 1))
LOOP(lacks_unrelated_load, 2, 12, N, rough(i, 1), load: rough(i, 1))
LOOP(gets_poor_predictor, 2, 12, N, 2 * rough(i, 1) + 3 * rough(i, 2), load: rough(i, 1))
LOOP(lacks_poor_predictor, 2, 12, N, 2 * rough(i, 1) + rough(i, 2) / 2, load: rough(i, 1))
LOOP(gets_better_load, 2, 12, N, i + 500, load: i)
LOOP(lacks_better_load, 2, 12, N, i, load: i)
LOOP(gets_too_short, 2, 2000, 20, i, load: i)
LOOP(lacks_too_short, 2, 12, 1000, 2 * i, load: i)
LOOP(gets_static_would_do, 2, 12, N, 900 + i % 2, load: 900 + i % 2)
LOOP(lacks_static_would_do, 2, 12, N, i < N / 2 ? 1000 : 700, load: i < N / 2 ? 1000 : 700)
LOOP(gets_inspection_dominates, 2, 12, N, i, load: costly(i), profile: off)
LOOP(lacks_inspection_dominates, 2, 12, N, 20, load: 1, profile: off)
LOOP(gets_stale_plans, 2, 24, changed(E / 2), Weight[i], load: Weight[i])
LOOP(lacks_stale_plans, 2, 24, changed(0), Weight[i], load: Weight[i])
LOOP(gets_plans_unused, 2, 20, 1000 + E, i, load: i)
LOOP(lacks_plans_unused, 2, 40, 1000 + E % 4, i, load: i)
LOOP(gets_plans_evicted, 2, 288, 1000 + E / 6, i, load: i)
LOOP(lacks_plans_evicted, 2, 72, 1000 + E / 6, i, load: i)
// clang-format on

} // namespace

int main() {
  for (void (*Execute)() : Loops)
    Execute();
}
