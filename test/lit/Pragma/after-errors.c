// The load is left out by Clang after an error, but other keys are there: clang
// crashed.
// RUN: %clang %verify %s

void unknown(int n, int *a) {
  // expected-error@+1 {{use of undeclared identifier 'none'}}
#pragma ompx usersched(chunk: 3, load: none)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{use of undeclared identifier 'none'}}
#pragma ompx usersched(prefix: none, data: a, subspace: 0)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{use of undeclared identifier 'none'}}
#pragma ompx usersched(load: i, chunk: none)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
