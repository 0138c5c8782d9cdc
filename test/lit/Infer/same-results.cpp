// Loops whose load is inferred compute the same, in every construct, with any team.
// RUN: %clangxx-run -std=c++17 -O2 -Wno-pass-failed -o %t
// RUN: env OMP_NUM_THREADS=1 %t > %t.1
// RUN: env OMP_NUM_THREADS=3 %teams %t > %t.3
// RUN: env OMP_NUM_THREADS=8 %teams %t > %t.8
// RUN: diff %t.1 %t.3
// RUN: diff %t.1 %t.8
// RUN: FileCheck %s < %t.1
// CHECK: 8 constructs: 1999000 1999000 1999000 1999000 1999000 1999000 1999000 1999000

#include <cstdio>
#include <vector>

static const int N = 2000;
static std::vector<std::vector<int>> Lists(N);

// Not a reduction: each iteration writes its own element.
static void count(int i, long *out) {
  for (int x : Lists[i])
    out[i] += x;
}

static long sum(const std::vector<long> &out) {
  long total = 0;
  for (long x : out)
    total += x;
  return total;
}

int main() {
  for (int i = 0; i < N; ++i)
    Lists[i].assign(i, 1);
  std::vector<long> results;
  for (int execution = 0; execution < 20; ++execution) {
    std::vector<std::vector<long>> outs(8, std::vector<long>(N));
    long *out = outs[0].data();
#pragma ompx usersched
#pragma omp parallel for
    for (int i = 0; i < N; ++i)
      count(i, out);
    out = outs[1].data();
#pragma omp parallel
    {
#pragma ompx usersched
#pragma omp for nowait
      for (int i = 0; i < N; ++i)
        count(i, out);
    }
    out = outs[2].data();
#pragma ompx usersched
#pragma omp parallel for simd
    for (int i = 0; i < N; ++i)
      count(i, out);
    out = outs[3].data();
#pragma ompx usersched
#pragma omp parallel loop
    for (int i = 0; i < N; ++i)
      count(i, out);
    out = outs[4].data();
#pragma ompx usersched
#pragma omp teams distribute parallel for num_teams(2)
    for (int i = 0; i < N; ++i)
      count(i, out);
    out = outs[5].data();
#pragma ompx usersched
#pragma omp parallel for collapse(2)
    for (int a = 0; a < N / 4; ++a)
      for (int b = 0; b < 4; ++b)
        count(4 * a + b, out);
    out = outs[6].data();
#pragma ompx usersched
#pragma omp parallel for
#pragma omp tile sizes(7)
    for (int i = 0; i < N; ++i)
      count(i, out);
    out = outs[7].data();
#pragma ompx usersched
#pragma omp parallel for reduction(+ : out[:N])
    for (int i = 0; i < N; ++i)
      count(i, out);
    results.clear();
    for (const auto &result : outs)
      results.push_back(sum(result));
  }
  std::printf("%zu constructs:", results.size());
  for (long result : results)
    std::printf(" %ld", result);
  std::printf("\n");
}
