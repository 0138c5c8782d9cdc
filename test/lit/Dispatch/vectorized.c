// The range comes in registers, so its end is known while the loop runs, and the
// loop can be vectorized. The loop over ranges stays as it is: one call of next,
// and nothing is moved in front of it.
// RUN: %clang -O2 %ir %s | FileCheck %s

void f(int n, int *a, const int *b) {
#pragma ompx usersched(load: 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] += 3 * b[i];
}
// CHECK: call { i64, i64 } @__usersched_loop_next(
// CHECK: load <4 x i32>
// CHECK: store <4 x i32>
// CHECK-NOT: call { i64, i64 } @__usersched_loop_next(
// CHECK: "llvm.licm.disable"
