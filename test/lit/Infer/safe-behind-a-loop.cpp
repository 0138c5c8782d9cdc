// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// What a loop reads at its begin is not what it has read when it ends: the
// second loop is not counted, and its bound not read.
#include <cstdio>
#include <cstdlib>

static void run(int n, int *current, const int *lengths, long *sums) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k;
    while ((k = current[i]) < 0)
      current[i] = k / 2 + k % 2 + 1;
    long sum = 0;
    for (int j = 0; j < lengths[(long)k * 1000000]; ++j)
      sum += j;
    sums[i] = sum;
  }
}

int main() {
  static int current[1000], lengths[1000] = {5};
  static long sums[1000];
  for (int i = 0; i < 1000; ++i)
    current[i] = -2000000000 + i;
  run(1000, current, lengths, sums);
  // CHECK: 10 10
  printf("%ld %ld\n", sums[0], sums[999]);
}
