// Each instantiation is lowered with its own types; a pattern is left alone.
// RUN: %clangxx -O1 %ir %s | FileCheck %s

template <class T> T sum(const T *v, int n) {
  T s = 0;
#pragma ompx usersched(load: v[i])
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += v[i];
  return s;
}
int integers(const int *v, int n) { return sum(v, n); }
double reals(const double *v, int n) { return sum(v, n); }

// The second word of a descriptor is its flags: 8 for the default subspace
// function, 1 for loads that are not integers.
// CHECK-DAG: @_Z3sumIiET_PKS0_i.omp_outlined.usersched.loop = {{.*}} { i32 {{[0-9]+}}, i32 8,
// CHECK-DAG: @_Z3sumIdET_PKS0_i.omp_outlined.usersched.loop = {{.*}} { i32 {{[0-9]+}}, i32 9,
