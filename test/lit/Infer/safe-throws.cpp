// RUN: %clangxx-run -O0 -o %t0
// RUN: env OMP_NUM_THREADS=3 %t0 | FileCheck %s
// RUN: %clangxx-run -O2 -o %t2
// RUN: env OMP_NUM_THREADS=3 %t2 | FileCheck %s
// Two `throw` share the block behind them, which is unreachable. Their
// conditions say what may be read.
#include <cstdio>
#include <vector>

enum { N = 300 };
static std::vector<int> *vectors[N], some(5);
static int index_of[N];
static long sums[N];

int main() {
  for (int i = 0; i < N; ++i) {
    vectors[i] = i % 3 ? &some : nullptr;
    index_of[i] = i % 3 ? 1 : -1;
  }
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    try {
      if (!vectors[i])
        throw 1;
      try {
        if (index_of[i] < 0)
          throw 1;
        const int size = int(vectors[i]->size());
        for (int j = 0; j < size; ++j)
          sums[i] += j;
      } catch (int) {
        sums[i] -= 2;
      }
    } catch (int) {
      sums[i] -= 1;
    }
  // CHECK: -1 10 10
  std::printf("%ld %ld %ld\n", sums[0], sums[1], sums[2]);
}
