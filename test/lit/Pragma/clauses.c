// Clauses that no schedule by load can keep are errors that say so.
// RUN: %clang %verify %s

void f(int n, int *a, int x) {
#pragma ompx usersched(load: a[i])
  // expected-error@+1 {{a loop with an 'inscan' reduction cannot be scheduled by load, because its scan prescribes who runs what; remove the modifier or '#pragma ompx usersched'}}
#pragma omp parallel for reduction(inscan, + : x)
  for (int i = 0; i < n; ++i) {
    x += a[i];
#pragma omp scan inclusive(x)
    a[i] = x;
  }
}
