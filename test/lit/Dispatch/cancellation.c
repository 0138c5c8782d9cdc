// A thread that leaves the loop by cancellation still leaves it in the
// runtime's eyes: before it returns, since Clang's own call is skipped.
// RUN: %clang -O0 %ir %s | FileCheck %s

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) {
#pragma omp cancel for
    }
    a[i] = i;
  }
}
// CHECK: call void @__usersched_loop_init_4(
// CHECK: call i32 @__kmpc_cancel(
// CHECK: call void @__usersched_loop_deinit(
// CHECK: call void @__usersched_loop_deinit(
// CHECK-NEXT: ret void
