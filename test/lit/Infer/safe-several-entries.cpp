// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// A loop that is entered at two places is not counted. It must not run for the
// load.
#include <cstdio>

static void run(int n, const int *lengths, long *sums) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int x = 0;
    if (lengths[i] & 1)
      goto middle;
  top:
    sums[i] += x;
  middle:
    if (++x < lengths[i])
      goto top;
    for (int j = 0; j < lengths[i]; ++j)
      ++sums[i];
  }
}

int main() {
  static int lengths[1000];
  static long sums[1000];
  for (int i = 0; i < 1000; ++i)
    lengths[i] = i % 50;
  run(1000, lengths, sums);
  // CHECK: 10
  printf("%ld\n", sums[4]);
}
