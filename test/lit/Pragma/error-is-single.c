// Whatever is wrong with the pragma, the loop behind it is parsed as if the
// pragma were not there: no error follows from another.
// RUN: %clang %verify -std=c99 %s

void f(int n, int *a) {
  // expected-error@+1 {{unknown usersched key}}
#pragma ompx usersched(bogus: 1)
#pragma omp parallel for schedule(dynamic, 4) collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i] = j;
}
