// Teams of 256 threads, many more than processors: every iteration of compiled
// loops runs exactly once, in the first execution and in later ones, with few
// iterations and with many.
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=256 KMP_BLOCKTIME=0 %t
#include <atomic>
#include <cstdio>
#include <omp.h>
#include <vector>

static std::vector<std::atomic<int>> hits(20000);
static std::vector<int> work(20000), before(20001);

static int wrong(const char *loop, int n, int each) {
  int found = 0;
  for (std::size_t i = 0; i < hits.size(); ++i)
    found += hits[i].exchange(0) != (int(i) < n ? each : 0);
  if (found)
    std::printf("%s, %d iterations: %d ran wrong\n", loop, n, found);
  return found;
}
static void orphaned(int n) {
#pragma ompx usersched(load: work[i])
#pragma omp for
  for (int i = 0; i < n; ++i)
    ++hits[i];
}

int main() {
  int found = 0;
  std::atomic<int> threads{0};
  for (int i = 0; i < 20000; ++i) {
    work[i] = i % 1000 == 7 ? 5000 : i % 11;
    before[i + 1] = before[i] + work[i];
  }
  for (int n : {0, 1, 255, 256, 257, 20000}) {
    for (int round = 0; round < 3; ++round) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
      for (int i = 0; i < n; ++i)
        ++hits[i];
    }
    found += wrong("load", n, 3);
#pragma omp parallel
    {
      ++threads;
      for (int round = 0; round < 3; ++round) {
#pragma ompx usersched(prefix: before[i])
#pragma omp for nowait
        for (long i = 0; i < n; ++i)
          ++hits[i];
#pragma ompx usersched(load: work[i] * 0.5, steal: off, profile: off)
#pragma omp for schedule(static) nowait
        for (unsigned i = 0; i < unsigned(n); ++i)
          ++hits[i];
        orphaned(n);
      }
    }
    found += wrong("chain", n, 9);
  }
  return found || threads != 6 * 256;
}
