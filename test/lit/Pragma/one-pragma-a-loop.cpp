// A second pragma for a loop is an error, wherever it stands; the remark does not
// name a clause that the plugin made.
// RUN: %clangxx %verify -Rpass=usersched %s
void f(int n, int *a) {
#pragma ompx usersched(load: i) // expected-note {{the first one is here}}
  // expected-error@+1 {{a loop can have only one '#pragma ompx usersched'; write all keys in one}}
#pragma ompx usersched(load: 2)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: i) // expected-note {{the first one is here}}
#pragma omp parallel for
  // expected-error@+1 {{a loop can have only one}}
#pragma ompx usersched(load: 2)
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // A loop inside of the other has its own.
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma ompx usersched(load: j)
#pragma omp parallel for
    for (int j = 0; j < n; ++j)
      a[i] += j;
  }
}
