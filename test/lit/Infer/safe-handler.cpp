// RUN: %clangxx-run -O2 -Rpass-analysis=usersched -o %t 2> %t.txt
// RUN: FileCheck %s --check-prefix=DECIDES < %t.txt
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// Only a handler of exceptions writes the private variable: when an iteration
// begins, it is not what it was when the loop began.
#include <cstdio>

static long values[2] = {3, 1000000};
__attribute__((noinline)) static void check(int i) {
  if (i == 0)
    throw i;
}

static void run(int n, long *sums) {
#pragma omp parallel num_threads(1)
  {
    bool good = true;
#pragma ompx usersched
#pragma omp for
    // DECIDES: :[[#@LINE+3]]:{{.*}}does not count this loop
    for (int i = 0; i < n; ++i) {
      if (good)
        for (long j = 0; j < values[i & 1]; ++j)
          ++sums[i];
      try {
        check(i);
      } catch (int) {
        good = false;
      }
    }
  }
}

int main() {
  static long sums[1000];
  run(1000, sums);
  // CHECK: 3 0
  printf("%ld %ld\n", sums[0], sums[1]);
}
