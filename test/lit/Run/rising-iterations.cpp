// With `steal: off`, the iterations of each thread rise, in all executions, also
// with a load that says nothing of the work.
// RUN: %clangxx-run -O1 -o %t
// RUN: env OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive %t | FileCheck %s
// RUN: env OMP_NUM_THREADS=7 OMP_WAIT_POLICY=passive %t | FileCheck %s
// RUN: %clangxx-run -O1 -DSTEAL=on -o %t.on
// RUN: env OMP_NUM_THREADS=7 OMP_WAIT_POLICY=passive %t.on | FileCheck %s --check-prefix=STEAL
#include <cstdio>

#ifndef STEAL
#define STEAL off
#endif
enum { N = 3000 };

static int work(int shape, int i) {
  return shape == 0 ? i : shape == 1 ? N - i : i == N / 2 ? 100000 : i % 7 * 20;
}

int main() {
  long back = 0, iterations = 0;
  for (int execution = 0; execution < 120; ++execution) {
    const int shape = execution / 40;
#pragma omp parallel reduction(+ : back, iterations)
    {
      int last = -1;
      volatile long sum = 0;
#pragma ompx usersched(load: work(shape, i), steal: STEAL)
#pragma omp for
      for (int i = 0; i < N; ++i) {
        back += i < last;
        last = i;
        ++iterations;
        for (int j = 0; j < work(shape, i) / 4; ++j)
          sum = sum + j;
      }
    }
  }
  // CHECK: 360000 iterations, 0 back
  // STEAL: 360000 iterations, {{[1-9][0-9]*}} back
  std::printf("%ld iterations, %ld back\n", iterations, back);
}
