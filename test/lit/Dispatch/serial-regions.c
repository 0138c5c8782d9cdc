// A region whose `if` clause is known to be false is a region of its own, also
// in another one: each of its single threads has a team, not that of the outer
// region.
// RUN: %clang -O0 %ir %s | FileCheck %s
// RUN: %clang -O0 -g %ir %s | FileCheck %s

void f(int n, int *a, const int *work) {
#pragma omp parallel
  {
#pragma omp parallel if (0)
    {
#pragma ompx usersched(load: work[i])
#pragma omp for nowait
      for (int i = 0; i < n; ++i)
        a[i] = i;
    }
  }
}
// CHECK: define {{.*}} @f(
// CHECK-NOT: __usersched_team_begin
// CHECK: call void {{.*}}@__kmpc_fork_call(
// CHECK: define internal void @[[OUTER:f.omp_outlined[a-z_]*]](
// CHECK: call void @__kmpc_serialized_parallel(
// CHECK: [[TEAM:%.*]] = call ptr @__usersched_team_begin()
// CHECK: call void @[[OUTER]].omp_outlined({{.*}}, ptr [[TEAM]])
// CHECK-NEXT: call void @__usersched_team_end(ptr [[TEAM]])
