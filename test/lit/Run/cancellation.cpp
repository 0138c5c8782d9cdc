// A cancelled loop leaves nothing behind: the next executions are whole. Nor
// does one behind which an exception leaves the function, or one in a loop of
// the same function.
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=5 %t
// RUN: env OMP_CANCELLATION=false OMP_NUM_THREADS=5 %t
#include <atomic>
#include <omp.h>

constexpr int n = 5000;
std::atomic<int> ran{0};

int wrong(bool cancels) {
  bool cancelled = cancels && omp_get_cancellation();
  return cancelled ? ran > n : ran != n;
}

__attribute__((noinline)) void thrownBehind(int round, bool cancels) {
#pragma ompx usersched(load: i % 5)
#pragma omp for
  for (int i = 0; i < n; ++i) {
    ++ran;
    if (cancels && i == round) {
#pragma omp cancel for
    }
#pragma omp cancellation point for
  }
  if (round % 3 != 0)
    throw round;
}

int main() {
  for (int round = 0; round < 200; ++round) {
    ran = 0;
    bool cancels = round % 2;
#pragma omp parallel
    {
#pragma ompx usersched(load: i % 5)
#pragma omp for
      for (int i = 0; i < n; ++i) {
        ++ran;
        if (cancels && i == round) {
#pragma omp cancel for
        }
#pragma omp cancellation point for
      }
    }
    if (wrong(cancels))
      return 1;
  }

  int failures = 0;
#pragma omp parallel
  for (int round = 0; round < 200; ++round) {
    bool cancels = round % 2;
#pragma omp barrier
#pragma omp single
    ran = 0;
#pragma ompx usersched(load: i % 5)
#pragma omp for
    for (int i = 0; i < n; ++i) {
      ++ran;
      if (cancels && i == round) {
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
#pragma omp barrier
#pragma omp single
    {
      failures += wrong(cancels);
      ran = 0;
    }
    try {
      thrownBehind(round, cancels);
    } catch (int) {
    }
#pragma omp barrier
#pragma omp single
    failures += wrong(cancels);
  }
  return failures != 0;
}
