// The teams of a league divide the iterations first: a load is that of an
// iteration of the team, and the part of the team identifies the data.
// RUN: %clang -O0 %ir %s | FileCheck %s
// RUN: %clang -O1 %ir %s | FileCheck %s --check-prefix=CONSTANT

int load(int i);
void body(int i);

// CHECK-LABEL: define {{.*}}@league(
// CHECK: call {{.*}}@__kmpc_fork_teams(
// CHECK-LABEL: define internal void @league.omp_outlined(
// CHECK: [[TEAM:%[0-9]+]] = call ptr @__usersched_team_begin()
// CHECK: call {{.*}}@__kmpc_fork_call({{.*}}, ptr @league.omp_outlined.omp_outlined, {{.*}}, ptr [[TEAM]])
// CHECK: call void @__usersched_team_end(ptr [[TEAM]])
// CHECK-LABEL: define internal void @league.omp_outlined.omp_outlined(
// CHECK-SAME: i64 noundef [[FIRST:%[0-9]+]], i64 noundef %{{[0-9]+}}, {{.*}}ptr [[GIVEN:%[0-9]+]])
// CHECK: store i64 [[FIRST]], ptr [[HELD:%[0-9]+]]
// The lower bound of the team's part begins the loop and is part of the identity.
// CHECK: load i64, ptr [[HELD]]
// CHECK: [[DATA:%[0-9]+]] = load i64, ptr [[HELD]]
// CHECK: xor i64 {{.*}}, [[DATA]]
// CHECK: call void @__usersched_loop_init_4({{.*}}, ptr [[GIVEN]], i32 %{{.*}}, i32 %{{.*}})

// CHECK-LABEL: define internal {{.*}}@league.omp_outlined.omp_outlined.usersched.load(
// CHECK: [[HERE:%[0-9]+]] = load i32, ptr %{{.*}}
// CHECK: [[BEFORE:%[0-9]+]] = load i64, ptr %{{.*}}
// CHECK: [[FEWER:%[0-9]+]] = trunc i64 [[BEFORE]] to i32
// CHECK: add {{.*}}i32 [[HERE]], [[FEWER]]
// CHECK: call i32 @load(

void league(int n) {
#pragma ompx usersched(load: load(i))
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; ++i)
    body(i);
}

// Nothing is evaluated for a constant load.
// CONSTANT-LABEL: define {{.*}}@even(
// CONSTANT-NOT: even{{.*}}usersched.load
void even(int n) {
#pragma ompx usersched(load: 2)
#pragma omp teams distribute parallel for simd
  for (int i = 0; i < n; ++i)
    body(i);
}
