// Each loop of a region keeps its own descriptor and its own calls; the region
// has one team and one frame, which says which thread of the team this is.
// RUN: %clang -O1 %ir %s | FileCheck %s

void f(int n, long m, int *a, const int *work) {
#pragma omp parallel
  {
#pragma ompx usersched(load: work[i])
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      a[i] = i;
#pragma ompx usersched(load: 2 * work[i])
#pragma omp for nowait
    for (long i = 0; i < m; ++i)
      a[i] = 2 * i;
  }
}
// CHECK: call ptr @__usersched_team_begin
// CHECK-NOT: call ptr @__usersched_team_begin
// CHECK: define internal void @f.omp_outlined(ptr {{[^,]*}}, ptr {{[^,]*}} [[NUMBER:%[0-9a-z_.]+]],
// CHECK: [[FRAME:%.*]] = alloca [{{[0-9]+}} x i8], align 16
// CHECK-DAG: [[THREAD:%.*]] = load i32, ptr [[NUMBER]],
// CHECK-DAG: [[WIDE:%.*]] = zext i32 [[THREAD]] to i64
// CHECK-DAG: [[FIELD:%.*]] = getelementptr inbounds {{(nuw )?}}i8, ptr [[FRAME]], i64 32
// CHECK: store i64 [[WIDE]], ptr [[FIELD]]
// CHECK: call void @__usersched_loop_init_4({{.*}} [[FRAME]], ptr nonnull [[FIRST:@.*usersched.loop]], ptr [[TEAM:%[0-9a-z.]+]], i32
// CHECK: call { i64, i64 } @__usersched_loop_next({{.*}} [[FRAME]],
// CHECK: call void @__usersched_loop_deinit({{.*}} [[FRAME]])
// CHECK: call void @__usersched_loop_init_8({{.*}} [[FRAME]], ptr nonnull @{{.*}}usersched.loop.{{[0-9]+}}, ptr [[TEAM]], i64
// CHECK: call { i64, i64 } @__usersched_loop_next({{.*}} [[FRAME]],
// CHECK: call void @__usersched_loop_deinit({{.*}} [[FRAME]])
