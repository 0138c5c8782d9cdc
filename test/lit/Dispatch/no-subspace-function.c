// Where every thread starts with its own subspace no function says so: the flag
// (8) does, and the compiler has one function fewer to optimize.
// RUN: %clang -O0 %ir %s \
// RUN:   | FileCheck %s --implicit-check-not=usersched.subspace

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK: usersched.loop = internal global {{.*}} { i32 {{[0-9]+}}, i32 8, {{.*}}, ptr @{{.*}}.inspect, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
