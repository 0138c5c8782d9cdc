// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// A private array keeps what was written before the loop. It decides here that
// the null pointers are not read. Nor is it read at an index at which no
// iteration reads it.
#include <cstdio>

struct Row {
  int length;
};

static void run(int n, Row **rows, long *sums) {
#pragma omp parallel
  {
    int bits[200];
    for (int k = 0; k < 200; ++k)
      bits[k] = 0;
#pragma ompx usersched
#pragma omp for
    for (int i = 0; i < n; ++i) {
      bits[7] = i;
      if ((bits[5] | 1) != 1)
        for (int j = 0; j < rows[i]->length; ++j)
          ++sums[i];
      if (bits[4] >= 1)
        for (int j = 0; j < rows[i]->length; ++j)
          ++sums[i];
      const int other = bits[3];
      if (other == bits[2] + 1)
        for (int j = 0; j < rows[i]->length; ++j)
          ++sums[i];
    }
  }
}

static __attribute__((noinline)) void check(int i) {
  if (i >= 4)
    throw i;
}
static long runChecked() {
  long total = 0;
#pragma omp parallel reduction(+ : total)
  {
    const int first = total < 0;
    int limit[4] = {3, 5, 7, 9 + first};
    const int count = 4 + first;
#pragma clang diagnostic ignored "-Wvla-cxx-extension"
    int variable[count];
    for (int k = 0; k < count; ++k)
      variable[k] = k;
#pragma ompx usersched
#pragma omp for
    for (int i = 0; i < 100000000; i += 1000000)
      try {
        check(i);
        for (int j = 0; j < limit[i] + variable[i]; ++j)
          total += j;
      } catch (int) {
        ++total;
      }
  }
  return total;
}

int main() {
  static Row *rows[1000];
  static long sums[1000];
  run(1000, rows, sums);
  // CHECK: 0
  printf("%ld\n", sums[0]);
  // CHECK: 102
  printf("%ld\n", runChecked());
}
