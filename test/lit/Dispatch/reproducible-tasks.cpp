// With 'reproducible', a task calls the function of the loop for each block, and
// the function asks libusersched for the block's value of each variable. Another
// taskloop in the same function asks libomp.
// RUN: %clangxx -O0 %ir %s | FileCheck %s
// RUN: %clangxx -O0 -g %ir %s | FileCheck %s
int sum(const int *w, int n) {
  int result = 0, most = 0;
#pragma ompx usersched(load: w[i], reproducible: on)
#pragma omp taskloop reduction(+ : result) reduction(max : most)
  for (int i = 0; i < n; ++i)
    result += w[i], most = i;
#pragma ompx usersched(load: w[i])
#pragma omp taskloop reduction(+ : result)
  for (int i = 0; i < n; ++i)
    result += w[i];
  return result + most;
}
// CHECK: call ptr @__usersched_taskred_init(i32 {{[^,]*}}, i32 2, ptr [[VARIABLES:%.*]], ptr @[[LOOP:.*]])
// CHECK: call { ptr, i64 } @__usersched_taskloop_divide_blocks(ptr @[[LOOP]], ptr {{[^,]*}}, i64 0, ptr {{%.*}}, ptr [[VARIABLES]])
// CHECK: call void @__kmpc_taskloop(
// CHECK: call ptr @__kmpc_taskred_init(i32 {{[^,]*}}, i32 1,
// CHECK: call { ptr, i64 } @__usersched_taskloop_divide(
// CHECK: call void @__kmpc_taskloop(
// CHECK: define internal {{.*}}i32 @.omp_task_entry.(
// CHECK: [[GOES_ON:%.*]] = call i32 @__usersched_task_next(i32 {{%.*}}, ptr [[TASK:%.*]])
// CHECK: call ptr @__usersched_task_value(
// CHECK: call ptr @__usersched_task_value(
// CHECK: define internal {{.*}}i32 @.omp_task_entry.
// CHECK: call { i64, i64 } @__usersched_task_range(
// CHECK: call ptr @__kmpc_task_reduction_get_th_data(
