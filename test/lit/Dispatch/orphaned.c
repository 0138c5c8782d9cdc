// A loop outside any parallel region of its own function has no hidden team
// argument; the runtime finds the team.
// RUN: %clang -O1 %ir %s | FileCheck %s

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK-NOT: __usersched_team_begin
// CHECK: call void @__usersched_loop_init_4({{.*}}@f.usersched.loop, ptr null, i32 0,
