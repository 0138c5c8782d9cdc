// Loops of each kind of load run each iteration once, also those that are
// stolen. The first iteration waits, so that its thread's chunks are stolen, in
// one of a thousand executions at the latest.
#include "usersched.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <thread>
#include <utility>
#include <vector>

constexpr int N = 3000;
static std::vector<int> Hits(N);
static std::vector<int64_t> Row(N + 1);

static void run(int I) {
  if (I == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  __atomic_fetch_add(&Hits[static_cast<std::size_t>(I)], 1, __ATOMIC_RELAXED);
}

static void integers() {
#pragma ompx usersched(load: I % 7 + 1)
#pragma omp parallel for schedule(dynamic)
  for (int I = 0; I < N; ++I)
    run(I);
}

static void reals() {
#pragma ompx usersched(load: 0.5 + I % 3)
#pragma omp parallel for schedule(dynamic)
  for (int64_t I = N - 1; I >= 0; --I)
    run(static_cast<int>(I));
}

static void prefixes() {
#pragma ompx usersched(load: Row[I + 1] - Row[I])
#pragma omp parallel for schedule(dynamic)
  for (std::size_t I = 0; I < N; ++I)
    run(static_cast<int>(I));
}

static void inspections() {
#pragma omp parallel
#pragma ompx usersched(load: I, profile: off)
#pragma omp for schedule(dynamic)
  for (unsigned short I = 0; I < N; ++I)
    run(I);
}

static uint64_t steals() {
  usersched_statistics Statistics;
  usersched_get_statistics(&Statistics);
  return Statistics.steals;
}

int main() {
  for (std::size_t I = 0; I < N; ++I)
    Row[I + 1] = Row[I] + static_cast<int64_t>(I % 11);
  for (void (*Loop)() : {integers, reals, prefixes, inspections}) {
    const uint64_t Before = steals();
    int Executions = 0;
    do {
      Loop();
      ++Executions;
      for (int &Count : Hits)
        if (std::exchange(Count, 0) != 1)
          return std::puts("an iteration did not run once"), EXIT_FAILURE;
    } while (Executions < 8 || (omp_get_max_threads() > 1 &&
                                steals() == Before && Executions < 1000));
    if (omp_get_max_threads() > 1 && steals() == Before)
      return std::puts("nobody steals"), EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
