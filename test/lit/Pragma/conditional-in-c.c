// clang 19 ignores the modifier in C, so the loop is an error there.
// REQUIRES: release-19
// RUN: %clang %verify %s

void f(int n, int *a, int x) {
#pragma ompx usersched(load: a[i])
  // expected-error@+1 {{clang 19 compiles 'lastprivate(conditional: ...)' in C as if the modifier were absent, which is wrong for any schedule but a static one; remove the modifier or '#pragma ompx usersched'}}
#pragma omp parallel for lastprivate(conditional: x)
  for (int i = 0; i < n; ++i)
    x = i;
}
