// RUN: %clangxx-run -O0 -o %t && env OMP_NUM_THREADS=2 %t | FileCheck %s
// RUN: %clangxx-run -O2 -o %t && env OMP_NUM_THREADS=2 %t | FileCheck %s
// `new int[n]` throws where n is negative. What stands
// behind it is not read then. (Clang leaves out what nobody looks at, with the exception.)
#include <cstdio>
#include <memory>
#include <new>

static int *volatile Kept;

static long run(int n, const int *size, int *const *length) {
  long sum = 0;
#pragma ompx usersched
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    std::unique_ptr<int[]> own;
    try {
      own.reset(new int[size[i]]);
    } catch (const std::bad_alloc &) {
      continue;
    }
    Kept = own.get();
    for (int j = 0; j < *length[i]; ++j)
      sum += j;
  }
  return sum;
}

int main() {
  constexpr int N = 100;
  int size[N], five = 5, *length[N];
  for (int i = 0; i < N; ++i) {
    size[i] = i % 2 ? -1 : 8;
    length[i] = i % 2 ? nullptr : &five;
  }
  // CHECK: 500
  std::printf("%ld\n", run(N, size, length));
}
