// Without a setting schedule(runtime) is libomp's, whatever OMP_SCHEDULE says;
// other schedules are left alone.
// RUN: %clang %ir -O1 %s | FileCheck %s
// RUN: %clang-run -DMAIN -O1 -o %t
// RUN: env OMP_SCHEDULE=static,3 %t
// RUN: env OMP_SCHEDULE=guided %t
// RUN: env OMP_SCHEDULE=static_steal,4 %t
// RUN: env OMP_SCHEDULE=nonmonotonic:dynamic,2 %t

void dynamic(int n, int *a) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; ++i)
    ++a[i];
}
// CHECK-LABEL: define internal void @dynamic.omp_outlined
// CHECK: call void @__kmpc_dispatch_init_4(
void runtime(int n, int *a) {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; ++i)
    ++a[i];
}
// CHECK-LABEL: define internal void @runtime.omp_outlined
// CHECK: call void @__usersched_runtime_init_4({{.*}} @runtime.omp_outlined.usersched.runtime, i32 {{[0-9]+}}, i32 0,
// CHECK: call i32 @__usersched_runtime_next_4(
// CHECK: call void @__usersched_runtime_deinit(

#ifdef MAIN
int main(void) {
  int a[100] = {0};
  for (int round = 0; round < 5; ++round)
    runtime(100, a);
  dynamic(100, a);
  for (int i = 0; i < 100; ++i)
    if (a[i] != 6)
      return 1;
}
#endif
