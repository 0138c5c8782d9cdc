// The runtime only writes where the range goes, so the end of the range is read
// once, and the loop can be vectorized.
// RUN: %clang -O2 %ir %s | FileCheck %s

void f(int n, int *a, const int *b) {
#pragma ompx usersched(load: 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] += 3 * b[i];
}
// CHECK: call i32 @__usersched_loop_next_4(
// CHECK: load <4 x i32>
// CHECK: store <4 x i32>
