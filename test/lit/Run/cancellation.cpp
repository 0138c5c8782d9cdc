// A cancelled loop leaves nothing behind: the next executions are whole.
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=5 %t
// RUN: env OMP_CANCELLATION=false OMP_NUM_THREADS=5 %t
#include <atomic>
#include <omp.h>

int main() {
  const int n = 5000;
  std::atomic<int> ran{0};
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
    bool cancelled = cancels && omp_get_cancellation();
    if (cancelled ? ran > n : ran != n)
      return 1;
  }
}
