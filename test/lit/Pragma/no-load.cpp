// A load of 0 for all iterations is a warning, however it is written; so is a
// prefix that does not grow.
// RUN: %clangxx %verify %s
template <int Each> void f(int n, int *a) {
  // expected-warning@+1 {{the 'load' of '#pragma ompx usersched' is 0 for all iterations, so that there is nothing to balance; write the work of one iteration, or 'load: 1' if all have the same}}
#pragma ompx usersched(load: Each - 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
template void f<1>(int, int *);
template void f<2>(int, int *);

void g(int n, int *a, const int *row) {
  // expected-warning@+1 {{is 0 for all iterations}}
#pragma ompx usersched(load: -0.0)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{the 'prefix' of '#pragma ompx usersched' is the same for all iterations, so that none has a load; write the work of all iterations before this one, as in 'prefix: row[i]'}}
#pragma ompx usersched(prefix: 5)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = row[i];
#pragma ompx usersched(load: row[i] * 0 + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
