// Without -fopenmp, and under -fopenmp-simd, the pragma is ignored, even one that
// would be an error; a warning per file says so.
// RUN: %clangxx -fno-openmp %verify -Wall -Wextra %s
// RUN: %clangxx -fno-openmp -fopenmp-simd %verify -Wall -Wextra %s
// RUN: %clangxx -fno-openmp -fsyntax-only -Werror -fplugin-arg-usersched-quiet %s
// RUN: %clangxx -fno-openmp -fsyntax-only -Werror -Wno-openmp-clauses %s

void f(int n, int *a) {
  // expected-warning@+1 {{without '-fopenmp', '#pragma ompx usersched' is ignored, here and in the rest of the file; compile with '-fopenmp', or with '-fplugin-arg-usersched-quiet' to hide this [-Wopenmp-clauses]}}
#pragma ompx usersched(nonsense
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: 1)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
