// libomp divides the numbers of parts; each task asks for its iterations; tasks own the
// division. No marker is left.
// RUN: %clangxx -O0 %ir %s | FileCheck %s
// CHECK-LABEL: define{{.*}} @_Z5plainPKii(
// CHECK-NOT: compile_with_plugin
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{[^,]*}}, i32 {{[^,]*}}, i32 9,
// CHECK: [[PARTS:%.*]] = call { ptr, i64 } @__usersched_taskloop_divide(ptr @[[LOOP:.*]], ptr {{[^,]*}}, i64 0, i64 {{[^,]*}})
// CHECK: call void @__kmpc_taskloop({{.*}}, i64 1, i32 1, i32 1, i64 1, ptr @_Z5plainPKii.usersched.task.copy)
// CHECK: define internal {{.*}}i32 @.omp_task_entry.
// CHECK: [[RANGE:%.*]] = call { i64, i64 } @__usersched_task_range(
// CHECK: define internal void @_Z5plainPKii.usersched.task.copy
// CHECK: call void @__usersched_task_copied(
// CHECK: define internal i32 @_Z5plainPKii.usersched.task.destructor
// CHECK: call void @__usersched_task_destroyed(
void use(int);
void plain(const int *w, int n) {
#pragma ompx usersched(load: w[i])
#pragma omp taskloop num_tasks(3)
  for (int i = 0; i < n; ++i)
    use(i);
}
