// For another processor the same places and values: the frame's alignment is
// USERSCHED_FRAME_ALIGNMENT, the range comes back in registers.
// RUN: %clang --target=aarch64-linux-gnu -O0 %ir %s | FileCheck %s
// RUN: %clang --target=aarch64-linux-gnu -O2 %ir %s | FileCheck %s

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK: target triple = "aarch64-unknown-linux-gnu"
// CHECK: usersched.loop = internal global { i32, i32, ptr, ptr, ptr, i32, i32, ptr, ptr, ptr, i64, ptr, i32, i32, ptr } {{.*}}, align 8
// CHECK: %[[FRAME:.*]] = alloca [360 x i8], align 16
// CHECK: call void @__usersched_loop_init_4(ptr {{.*}}, i32 {{.*}}, ptr {{.*}}%[[FRAME]], ptr {{.*}}, ptr {{.*}}, i32 {{.*}}, i32 {{.*}})
// CHECK: call { i64, i64 } @__usersched_loop_next(ptr {{.*}}%[[FRAME]], ptr {{.*}})
// CHECK: call void @__usersched_loop_deinit(ptr {{.*}}%[[FRAME]])
