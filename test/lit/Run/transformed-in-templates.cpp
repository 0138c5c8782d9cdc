// What only clang 22 has or accepts: `stripe`, `interchange` of more than two
// loops, and every transformation in a template.
// REQUIRES: release-22
// RUN: %clangxx -std=c++17 -fopenmp-version=60 -O1 -I%include %s -o %t
// RUN: env OMP_NUM_THREADS=1 %t
#include "Inputs/asks-for-loads.h"

template <class T> static void reversed(T n) {
#pragma ompx usersched(load: i + 1)
#pragma omp parallel for
#pragma omp reverse
  for (T i = 0; i < n; ++i)
    ;
}

template <int Loops> static void interchanged(int n) {
#pragma ompx usersched(load: i * 10 + j)
#pragma omp parallel for collapse(Loops)
#pragma omp interchange
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      ;
}

int main() {
  reversed(3L);
  expect("reverse", {3, 2, 1});
  interchanged<1>(3);
  expect("interchange, one", {30, 33});
  interchanged<2>(3);
  expect("interchange, two", {0, 10, 20, 1, 11, 21});
#pragma ompx usersched(load: i * 100 + j * 10 + k)
#pragma omp parallel for
#pragma omp interchange permutation(3, 1, 2)
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        ;
  expect("permutation", {220, 224});
#pragma ompx usersched(load: i)
#pragma omp parallel for
#pragma omp stripe sizes(3)
  for (int i = 0; i < 5; ++i)
    ;
  expect("stripe", {3, 7});
  return Failures;
}
