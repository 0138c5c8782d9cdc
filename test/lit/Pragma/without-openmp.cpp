// Without -fopenmp, and under -fopenmp-simd, the pragma is ignored in silence,
// as OpenMP pragmas are: even one that would be an error.
// RUN: %clangxx -fno-openmp %verify -Wall -Wextra %s
// RUN: %clangxx -fno-openmp -fopenmp-simd %verify -Wall -Wextra %s
// expected-no-diagnostics

void f(int n, int *a) {
#pragma ompx usersched(nonsense
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
