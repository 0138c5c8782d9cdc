// After a region that was cancelled, its threads go on together: in each later
// region, each iteration runs once.
//
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=2 %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=5 %t
// RUN: env OMP_CANCELLATION=false OMP_NUM_THREADS=3 %t
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <omp.h>

constexpr int Most = 300;
std::atomic<int> First[Most], Second[Most];

/// Ends the program unless each of N iterations has run so often, or not more
/// often.
void expect(std::atomic<int> *Runs, int N, bool IsWhole, int Region) {
  for (int I = 0; I < N; ++I) {
    const int Times = Runs[I].exchange(0);
    if (Times == 1 || (Times == 0 && !IsWhole))
      continue;
    std::printf("iteration %d of %d ran %d times in region %d\n", I, N, Times,
                Region);
    std::exit(1);
  }
}

int main() {
  int Cancelled = 0;
  for (int Region = 0; Region < 6000; ++Region) {
    // The same for a while, so that executions repeat an earlier one.
    const int N = 20 + Region / 500 * 20;
    const bool IsCancelled = omp_get_cancellation() && Region % 7 == 3;
    Cancelled += IsCancelled;
    const int Canceller = Region / 7 % omp_get_max_threads();
#pragma omp parallel
    {
      // No thread can be cancelled before this loop.
#pragma ompx usersched(load : I % 3 + 1)
#pragma omp for nowait
      for (int I = 0; I < N; ++I)
        ++First[I];
      if (IsCancelled && omp_get_thread_num() == Canceller) {
#pragma omp cancel parallel
      }
      for (int Time = 0; Time < 3; ++Time) {
#pragma omp cancellation point parallel
#pragma ompx usersched(load : 1)
#pragma omp for
        for (int I = 0; I < N; ++I)
          if (Time == 0)
            ++Second[I];
      }
    }
    expect(First, N, true, Region);
    expect(Second, N, !IsCancelled, Region);
  }
  return omp_get_cancellation() && Cancelled == 0;
}
