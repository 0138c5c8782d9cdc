// With 'reproducible', the loop is dispatched by reduction blocks. Between two
// of them, the copy is stored and reset to what it was before the loop. The loop
// over the iterations of a block is vectorized, and another one unrolled. The
// copy stays in a register. What combines the values of blocks is neither
// vectorized nor unrolled, so that all are combined by the same instructions.
// RUN: %clang -O0 -fno-discard-value-names %ir %s | FileCheck %s
// RUN: %clang -O2 %ir %s | FileCheck --check-prefix=VECTOR %s
// RUN: %clang -O2 -c -o %t %s -Rpass=loop-unroll 2>&1 \
// RUN:   | FileCheck --check-prefix=UNROLLED %s

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
// CHECK: call { i64, i64 } @__usersched_reduction_next(
// CHECK: call void @llvm.memcpy{{.*}} %sum{{[0-9]*}}, i64 8,
// CHECK: call void @llvm.memcpy{{.*}} %sum{{[0-9]*}}, {{.*}}, i64 8,
// CHECK: call void @__usersched_loop_deinit(
// CHECK: call i32 @__usersched_reduce_nowait(
// CHECK: call void @__usersched_end_reduce_nowait(
// CHECK-NOT: @__usersched_loop_init

// VECTOR: call { i64, i64 } @__usersched_reduction_next(
// VECTOR: phi <2 x double>
// VECTOR-NOT: store double %{{.*}}, ptr %sum
// VECTOR: fadd <2 x double>
// VECTOR: ret void
// VECTOR: @dot.omp_outlined.usersched.combine(
// VECTOR-NOT: @dot.omp_outlined.omp.reduction.reduction_func
// VECTOR: fadd double
// VECTOR-NOT: fadd
// VECTOR: ret void

double sum(int n, const double *a) {
  double sum = 0;
#pragma ompx usersched(load: 1, reproducible: on)
  // UNROLLED: [[@LINE+1]]:1: remark: unrolled loop by a factor of
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}

// __usersched_reduce leaves it to this barrier that all threads see the sum. A
// thread that is cancelled comes there, too.
double reduced;
void orphaned(int n, const double *a) {
#pragma ompx usersched(load: 1, reproducible: on)
#pragma omp for reduction(+ : reduced)
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) {
#pragma omp cancel for
    }
    reduced += a[i];
  }
}
// CHECK: define {{.*}}void @orphaned(
// CHECK: call i32 @__kmpc_cancel(
// CHECK: call i32 @__usersched_reduce(
// CHECK: call void @__usersched_end_reduce(
// CHECK: {{^}}cancel.exit:
// CHECK-NEXT: br label %cancel.cont
// CHECK: {{^}}cancel.cont:
// CHECK-NEXT: call void @__kmpc_barrier(
// CHECK-NOT: @__usersched_loop_init
// CHECK: define internal void @dot.omp_outlined.usersched.combine(
// CHECK: call void @dot.omp_outlined.omp.reduction.reduction_func(
// CHECK: br i1 {{.*}}, !llvm.loop
