// Functions with orphaned loops, called from every kind of region: each
// iteration runs exactly once in each region, with threads many nowait loops
// apart, too.
// RUN: %clangxx-run -O0 -g -o %t && env OMP_MAX_ACTIVE_LEVELS=3 %t
// RUN: %clangxx-run -O2 -pthread -o %t && env OMP_MAX_ACTIVE_LEVELS=3 %t
// RUN: env OMP_MAX_ACTIVE_LEVELS=1 OMP_NUM_THREADS=5 OMP_CANCELLATION=true %t
#include <atomic>
#include <cstdio>
#include <omp.h>
#include <thread>

constexpr int n = 300;
struct Counts {
  std::atomic<int> of[n] = {};
  int wrong(const char *where, int each) {
    int found = 0;
    for (auto &count : of)
      found += count.exchange(0) != each;
    if (found)
      std::printf("%s: %d iterations ran wrong\n", where, found);
    return found;
  }
};

static void nowait(Counts &counts) {
#pragma ompx usersched(load: i)
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    ++counts.of[i];
}
static void both(Counts &counts) {
  nowait(counts);
#pragma ompx usersched(load: n - i, steal: off)
#pragma omp for
  for (int i = 0; i < n; ++i)
    ++counts.of[i];
}
static void cancelled(Counts &counts, int at) {
#pragma ompx usersched(load: i % 5)
#pragma omp for
  for (int i = 0; i < n; ++i) {
    ++counts.of[i];
    if (i == at) {
#pragma omp cancel for
    }
  }
}
static void from_region(Counts &counts, int threads) {
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    both(counts);
#pragma ompx usersched(load: i)
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      ++counts.of[i];
    nowait(counts);
  }
}

static int chains(Counts &counts) {
  std::atomic<int> gone{0};
#pragma omp parallel
  for (int t = omp_get_num_threads(); t-- > 0;)
    if (t == omp_get_thread_num()) { // one after the other
      while (gone != t)
        std::this_thread::yield();
      for (int e = 0; e < 100; ++e)
        nowait(counts);
      ++gone;
    }
  return counts.wrong("chains", 100);
}
static int run() {
  Counts counts;
  int found = chains(counts);
  for (int threads = 1; threads < 6; ++threads)
    from_region(counts, threads);
  found += counts.wrong("regions", 5 * 4);

  std::atomic<int> regions{0};
#pragma omp parallel num_threads(3)
  {
    both(counts);
    from_region(counts, 2); // other regions, one for each thread
    ++regions;
    nowait(counts);
#pragma omp parallel if (0)
    both(counts);
#pragma omp single
#pragma omp task
    from_region(counts, 2);
    both(counts);
  }
  found += counts.wrong("nested", 2 + 1 + 2 + 4 + regions * (4 + 2));

  for (int round = 0; round < 20; ++round) {
#pragma omp parallel
    {
      cancelled(counts, round);
      nowait(counts);
    }
    for (auto &count : counts.of) {
      found += count > 2 || count < 1 + !omp_get_cancellation();
      count = 0;
    }
  }
#pragma omp teams num_teams(2)
  from_region(counts, 2);
  found += counts.wrong("teams", 2 * 4);
  both(counts);
  return found + counts.wrong("outside", 2);
}

int main() {
  std::atomic<int> found{0};
  std::thread others[] = {std::thread([&] { found += run(); }),
                          std::thread([&] { found += run(); })};
  for (std::thread &other : others)
    other.join();
  return found + run();
}
