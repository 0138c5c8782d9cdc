// The synthesized functions have readable names and the paper's protocol, and
// nothing is left of libomp's dispatcher.
// RUN: %clangxx -O0 %ir %s | FileCheck %s --implicit-check-not=__kmpc_dispatch
// RUN: %clangxx -O2 %ir %s | FileCheck %s --implicit-check-not=__kmpc_dispatch
// RUN: %clangxx -O2 -g %ir %s | FileCheck %s --implicit-check-not=__kmpc_dispatch
// RUN: %clangxx -O0 %ir %s | opt -passes=verify -disable-output
// RUN: %clangxx -O1 -g %ir %s | opt -passes=verify -disable-output

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i], subspace: n)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// The descriptor: version, flags, file, function, load, line, column, inspect,
// subspace, no prefix, loads that differ; plans and number start as 0.
// CHECK: [[LOOP:@.*usersched.loop]] = internal global {{.*}} { i32 {{[0-9]+}}, i32 0, ptr {{.*}}, ptr {{.*}}, ptr {{.*}}, i32 11, i32 1, ptr [[INSPECT:@.*usersched.inspect]], ptr [[SUBSPACE:@.*usersched.subspace.function]], ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
// CHECK: [[TEAM:%.*]] = {{.*}}call ptr @__usersched_team_begin()
// CHECK: call void {{.*}}@__kmpc_fork_call({{.*}}, i32 4, {{.*}} ptr [[TEAM]])
// CHECK: call void @__usersched_team_end(ptr [[TEAM]])
// CHECK: call void @__usersched_loop_init_4({{.*}} [[LOOP]], ptr
// CHECK: call { i64, i64 } @__usersched_loop_next(
// CHECK: call void @__usersched_loop_deinit(
// CHECK: define internal void [[INSPECT]](i64 {{.*}}, i64 {{.*}}, ptr {{.*}}, ptr {{.*}}, ptr {{.*}})
// CHECK: define internal i32 [[SUBSPACE]](i32 {{.*}}, ptr {{.*}})
