// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// An iteration that waits by a volatile flag may read only then.
#include <cstdio>

struct Data {
  int length;
};
static Data *volatile_data[1001], stored[1001];
static volatile int ready[1001];

static void run(int n, long *sums) {
#pragma ompx usersched
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; ++i) {
    while (!ready[i])
      ;
    Data *data = volatile_data[i];
    for (int j = 0; j < data->length; ++j)
      sums[i] += j;
    stored[i + 1].length = i % 7;
    volatile_data[i + 1] = &stored[i + 1];
    ready[i + 1] = 1;
  }
}

int main() {
  static long sums[1000];
  stored[0].length = 3;
  volatile_data[0] = stored;
  ready[0] = 1;
  run(1000, sums);
  // CHECK: 3 15
  printf("%ld %ld\n", sums[0], sums[7]);
}
