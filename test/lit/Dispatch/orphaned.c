// A loop outside any parallel region of its own function has no hidden team
// argument; it asks for the team of the region that the thread is in, once per
// call of the function.
// RUN: %clang -O1 %ir %s | FileCheck %s

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: work[i])
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK-NOT: __usersched_team_begin
// CHECK: [[TEAM:%.*]] = {{.*}}call ptr @__usersched_current_team(ptr {{.*}}[[FRAME:%[0-9a-z.]+]])
// CHECK: call void @__usersched_loop_init_4({{.*}} [[FRAME]], {{.*}}@f.usersched.loop, ptr [[TEAM]], i32 0,
// CHECK-NOT: __usersched_current_team
// CHECK: call void @__usersched_loop_init_4({{.*}} [[FRAME]], {{.*}}@f.usersched.loop.{{[0-9]+}}, ptr [[TEAM]], i32 0,
