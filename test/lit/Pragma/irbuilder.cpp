// Clang's experimental way to compile OpenMP makes other calls. The message
// names the option.
// RUN: %clangxx -fopenmp-enable-irbuilder %verify %s

void f(int n, int *a) {
  // expected-error@+1 {{'#pragma ompx usersched' does not work with Clang's other way to compile OpenMP; remove '-fopenmp-enable-irbuilder'}}
#pragma ompx usersched(load: 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
