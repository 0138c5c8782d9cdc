// A `loop` becomes the worksharing loop that it means.
// RUN: %clang -O0 %ir -Rpass=usersched -Rpass-missed=usersched %s 2>&1 | FileCheck %s
void body(int i);

// CHECK: remark: loop is scheduled by load: i [-Rpass=usersched]
// CHECK-NOT: remark: {{.*}}-Rpass-missed

// CHECK-LABEL: define {{.*}}@alone(
// CHECK: call {{.*}}@__kmpc_fork_call({{.*}}@alone.omp_outlined,
// CHECK: call void @__usersched_loop_init_4(
void alone(int n) {
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
#pragma omp loop
    for (int i = 0; i < n; ++i)
      body(i);
  }
}

// CHECK-LABEL: define {{.*}}@combined(
// CHECK: call {{.*}}@__kmpc_fork_call({{.*}}@combined.omp_outlined,
// CHECK: call void @__usersched_loop_init_8u(
void combined(unsigned long n) {
#pragma ompx usersched(load: i)
#pragma omp parallel loop bind(parallel)
  for (unsigned long i = 0; i < n; ++i)
    body(i);
}

// CHECK-LABEL: define {{.*}}@league(
// CHECK: call {{.*}}@__kmpc_fork_teams({{.*}}@league.omp_outlined,
// CHECK: call {{.*}}@__kmpc_fork_call({{.*}}@league.omp_outlined.omp_outlined,
// CHECK: call void @__usersched_loop_init_4(
void league(int n) {
#pragma ompx usersched(load: i)
#pragma omp teams loop bind(teams)
  for (int i = 0; i < n; ++i)
    body(i);
}
