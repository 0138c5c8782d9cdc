// The modifier promises that the iterations of each thread rise. Only a loop
// that does not steal keeps that, and a warning says so.
// RUN: %clangxx %verify %s

void f(int n, int *a, int monotonic) {
#pragma ompx usersched(load: a[i])
  // expected-warning@+1 {{'monotonic' is not kept, because a thread that steals may go back to earlier iterations; add 'steal: off' to '#pragma ompx usersched', or remove the modifier}}
#pragma omp parallel for schedule(monotonic : static)
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: a[i])
  // expected-warning@+1 {{'monotonic' is not kept}}
#pragma omp parallel for simd schedule(simd, monotonic : dynamic, 4)
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: a[i], steal: off)
#pragma omp parallel for schedule(monotonic : static)
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // A thread looks at its subspace first, then at others, from the last one to
  // the first.
#pragma ompx usersched(load: a[i], steal: off, subspaces: 8, subspace: monotonic)
  // expected-warning@+1 {{'monotonic' is not kept, because a thread that begins with its 'subspace' may go back to earlier iterations; remove 'subspace' from '#pragma ompx usersched', or remove the modifier}}
#pragma omp parallel for schedule(monotonic : dynamic, 4)
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: a[i])
#pragma omp parallel for schedule(nonmonotonic : dynamic, monotonic)
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: a[i])
#pragma omp parallel for schedule(dynamic, monotonic)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
