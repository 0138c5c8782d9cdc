// A region goes on where the last one ended. Teams change their size, regions
// have different loops, and the cache is reset now and then; whatever comes,
// each iteration runs once. (Regions that are cancelled are the unit tests':
// libomp's threads can wait for each other for ever there.)
// RUN: %clangxx-run -O2 -o %t
// RUN: %t
// RUN: env USERSCHED_STEAL=off %t
#include "usersched.h"

#include <atomic>
#include <cstdio>
#include <memory>
#include <omp.h>
#include <random>

static constexpr int N = 600;
static std::unique_ptr<std::atomic<int>[]> runs(new std::atomic<int>[ N ]);
/// Keeps the loop's groups long enough for thieves.
static std::atomic<unsigned> sink;

static void run(int i, int work) {
  ++runs[i];
  unsigned x = i;
  for (int k = 0; k < work; ++k)
    x = x * 1103515245u + 12345u;
  sink.store(x, std::memory_order_relaxed);
}

static bool all_once(int n) {
  for (int i = 0; i < n; ++i)
    if (runs[i].exchange(0) != 1)
      return false;
  return true;
}

static bool whole(int threads, int work, int executions) {
  bool good = true;
#pragma omp parallel num_threads(threads)
  for (int e = 0; e < executions; ++e) {
#pragma ompx usersched(load : 1 + i % 3)
#pragma omp for
    for (int i = 0; i < N; ++i)
      run(i, work);
#pragma omp single
    good = all_once(N) && good;
  }
  return good;
}

static bool one_loop(int threads, int work, int n) {
#pragma ompx usersched(load : 1 + i % 5)
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < n; ++i)
    run(i, work);
  return all_once(n);
}

int main() {
  std::mt19937 random(20261121);
  const double end = omp_get_wtime() + 1;
  long regions = 0;
  // Phases of regions that are much alike, so that there is something to go on
  // with.
  while (omp_get_wtime() < end) {
    const int threads = 2 + random() % 3, work = random() % 2 ? 300 : 1;
    const int n = N - random() % 2 * 100;
    for (unsigned r = 0, most = random() % 80; r < most; ++r, ++regions) {
      const unsigned kind = random() % 16;
      if (kind == 0 && random() % 8 == 0)
        usersched_reset();
      else if (kind < 6 && !whole(threads, work, 1 + random() % 4))
        return std::printf("an iteration of whole() after %ld\n", regions), 1;
      else if (kind >= 6 && !one_loop(threads, work, n))
        return std::printf("an iteration of one_loop() after %ld\n", regions),
               1;
    }
  }
  return 0;
}
