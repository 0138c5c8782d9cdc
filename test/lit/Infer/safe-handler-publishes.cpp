// RUN: %clangxx-run -O2 -Rpass-analysis=usersched -o %t 2> %t.txt
// RUN: FileCheck %s --check-prefix=ANYBODY < %t.txt
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// A handler of exceptions makes known where the private variable is. So later
// iterations may read through any pointer what they have written there.
#include <cstdio>

static int lengths[400];
static thread_local int **known;
__attribute__((noinline)) static void check(int i) {
  if (i % 5 == 0)
    throw i;
}

static void run(int n, long *sums) {
#pragma omp parallel
  {
    int *length;
#pragma ompx usersched
#pragma omp for
    for (int i = 0; i < n; ++i) {
      length = &lengths[i];
      if (known)
        // ANYBODY: :[[#@LINE+1]]:{{.*}}does not count this loop
        for (int j = 0; j < **known; ++j)
          sums[i] += j;
      else
        for (int j = 0; j < lengths[i]; ++j)
          sums[i] += j;
      try {
        check(i);
      } catch (int) {
        known = &length;
      }
      length = reinterpret_cast<int *>(8);
    }
    known = nullptr;
  }
}

int main() {
  static long sums[400];
  for (int i = 0; i < 400; ++i)
    lengths[i] = i % 13;
  run(400, sums);
  long sum = 0;
  for (long s : sums)
    sum += s;
  // CHECK: sum 8700
  printf("sum %ld\n", sum);
}
