// A load that drops bits of what it reads drops them in every way to evaluate it.
// RUN: %clangxx -O1 -I%include %s -o %t0 && %t0 | FileCheck %s
// RUN: %clangxx -O2 -I%include %s -o %t2 && %t2 | FileCheck %s
// CHECK: 0 failures
#include "Inputs/asks-for-loads.h"

struct Pair {
  int from, to;
};
static Pair pairs[4] = {{7, 9}, {1, 2}, {0, 5}, {3, 3}};
static Pair pair(int i) { return pairs[i]; } // in one register

int main() {
  const long wide[] = {(5l << 32) + 4, (1l << 32) + 1, 9, (9l << 32) - 3};
#pragma ompx usersched(load: (int)wide[i])
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 4; ++i)
    ;
  expect("truncated", {4, 1, 9, 0});
#pragma ompx usersched(load: (unsigned)wide[i])
#pragma omp parallel for num_threads(1)
  for (unsigned i = 0; i < 3; ++i)
    ;
  expect("truncated, unsigned", {4, 1, 9});
#pragma ompx usersched(load: pair(i).to - pair(i).from + 1l)
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 4; ++i)
    ;
  expect("packed", {3, 2, 6, 1});
  const int row[] = {0, 9, 12, 13, 33};
#pragma ompx usersched(load: (row[i + 1] - row[i]) & 7)
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 4; ++i)
    ;
  expect("masked", {1, 3, 1, 4});
  long sums[4] = {};
#pragma ompx usersched
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 4; ++i)
    for (unsigned j = unsigned(row[i + 1] - row[i]) & 7; j > 0; --j)
      sums[i] += j;
  expect("inferred, masked", {2, 4, 2, 5});
  std::printf("%d failures\n", Failures);
}
