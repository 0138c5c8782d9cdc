// With 'reproducible', the loop is dispatched by reduction blocks. Between two
// of them, the copy is stored and reset to what it was before the loop. The loop
// over the iterations of a block is vectorized as it is without the key.
// RUN: %clang -O0 -fno-discard-value-names %ir %s | FileCheck %s
// RUN: %clang -O2 %ir %s | FileCheck --check-prefix=VECTOR %s

double dot(int n, const double *a, const double *b) {
  double sum = 0;
#pragma ompx usersched(load: 1, reproducible: on)
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}
// CHECK: define internal void @dot.omp_outlined(
// CHECK: call void @llvm.memcpy{{.*}} %sum{{[0-9]*}}, i64 8,
// CHECK: call void @__usersched_reduction_init(
// CHECK: call void @llvm.memcpy{{.*}} %sum{{[0-9]*}}, i64 8,
// CHECK: call void @llvm.memcpy{{.*}} %sum{{[0-9]*}}, {{.*}}, i64 8,
// CHECK: call { i64, i64 } @__usersched_reduction_next(
// CHECK: call void @__usersched_loop_deinit(
// CHECK: call i32 @__usersched_reduce_nowait(
// CHECK: call void @__usersched_end_reduce_nowait(
// CHECK-NOT: @__usersched_loop_init

// VECTOR: call { i64, i64 } @__usersched_reduction_next(
// VECTOR: fadd <2 x double>
// VECTOR: ret void
