// Behind the call by which libomp divides a loop among teams, libusersched says
// whether this team runs all of it or nothing. Only loops with 'reproducible'
// that teams divide ask.
// RUN: %clangxx -O0 -fno-discard-value-names %ir %s | FileCheck %s
// RUN: %clangxx -O0 -g -fno-discard-value-names %ir %s | FileCheck %s
double leagues(long n, const double *a) {
  double sum = 0;
#pragma ompx usersched(load: i, reproducible: off)
#pragma omp teams distribute parallel for reduction(+ : sum) if (n > 9)
  for (long i = 0; i < n; ++i)
    sum += a[i];
#pragma omp teams reduction(+ : sum)
  {
#pragma ompx usersched(load: i)
#pragma omp distribute parallel for reduction(+ : sum)
    for (long i = 0; i < n; ++i)
      sum += a[i];
#pragma omp distribute
    for (int k = 0; k < 3; ++k) {
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp parallel for reduction(+ : sum)
      for (long i = 0; i < n; ++i)
        sum += a[i];
    }
  }
  return sum;
}
// CHECK: call void @__kmpc_for_static_init_8(ptr {{.*}}, i32 92, ptr %.omp.is_last, ptr %.omp.comb.lb, ptr %.omp.comb.ub, ptr %.omp.stride,
// CHECK-NEXT: [[ALL:%.*]] = call i32 @__usersched_whole_loop(ptr @[[LOOP:.*]])
// CHECK-NEXT: icmp sge i32 [[ALL]], 0
// CHECK: store i64 {{%.*}}, ptr %.omp.comb.lb
// CHECK-NEXT: store i64 {{%.*}}, ptr %.omp.comb.ub
// CHECK: store i64 {{%.*}}, ptr %.omp.stride
// CHECK-NEXT: store i32 [[ALL]], ptr %.omp.is_last
// CHECK: call void {{.*}}@__kmpc_fork_call(
// CHECK: call void @__usersched_reduction_init({{.*}}@[[LOOP]]
// CHECK-NOT: call i32 @__usersched_whole_loop(
