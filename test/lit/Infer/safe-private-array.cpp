// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// A private array keeps what was written before the loop. It decides here that
// the null pointers are not read.
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

int main() {
  static Row *rows[1000];
  static long sums[1000];
  run(1000, rows, sums);
  // CHECK: 0
  printf("%ld\n", sums[0]);
}
