// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// An iteration writes the divisor before it divides: no load divides by what
// was there before. Nor does it call a function with it.
#include <cstdio>

static const int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__attribute__((const, noinline)) static int look(int x) { return table[x]; }

static void run(int n, const int *own, int *same, long *sums) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    same[i] = i % 7 + 1; // the compiler cannot know that this is own[i]
    for (int j = 0; j < 500 / own[i]; ++j)
      ++sums[i];
    for (int j = 0; j < look(own[i]); ++j)
      ++sums[i];
  }
}

int main() {
  static int own[1000];
  static long sums[1000];
  for (int i = 0; i < 1000; i += 2)
    own[i] = -1000000000;
  run(1000, own, own, sums);
  // CHECK: 502
  printf("%ld\n", sums[0]);
}
