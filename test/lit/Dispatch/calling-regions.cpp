// A region that leads to an orphaned loop by direct calls has a team, and each
// of its threads says so, first and last. Other regions are left as they are:
// those around such a region, those that only point to the loop's function, and
// those without calls.
// RUN: %clangxx -O0 %ir %s | FileCheck %s
// RUN: %clangxx -O0 -g %ir %s | FileCheck %s
// RUN: %clangxx -O0 %ir %s | opt -passes=verify -disable-output
// RUN: %clangxx -O2 -g %ir %s | opt -passes=verify -disable-output
// RUN: %clangxx -O2 %ir %s | FileCheck %s --check-prefix=OPT

void loop(int n, int *a) {
#pragma ompx usersched(load: a[i])
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
static void recursive(int n, int *a) {
  loop(n, a);
  if (n > 1)
    recursive(n - 1, a);
}
struct Constructed { // by a function with two names
  Constructed(int n, int *a);
};
Constructed::Constructed(int n, int *a) { recursive(n, a); }
template <class Function> void apply(Function f) { f(); }

void one(int n, int *a) {
#pragma omp parallel
  apply([=] { Constructed(n, a); });
}
// CHECK: define {{.*}} @_Z3one
// CHECK: [[TEAM:%.*]] = call ptr @__usersched_team_begin()
// CHECK: call {{.*}}@__kmpc_fork_call({{.*}}, ptr [[TEAM]])
// CHECK: call void @__usersched_team_end(ptr [[TEAM]])
// CHECK: define internal {{.*}} @_Z3oneiPi.omp_outlined{{(_debug__)?}}({{.*}}, ptr [[HIDDEN:%[0-9a-z.]+]])
// CHECK: [[SCOPE:%.*]] = alloca [24 x i8], align 8
// CHECK: call void @__usersched_region_enter(ptr [[SCOPE]], ptr [[HIDDEN]], i32
// CHECK: invoke void @{{.*}}5apply
// CHECK: call void @__usersched_region_leave(ptr [[SCOPE]])
// CHECK-NEXT: ret void

// OPT: define internal {{.*}} @_Z3oneiPi.omp_outlined(
// OPT: call void @__usersched_region_enter(ptr nonnull [[SCOPE:%[0-9a-z.]+]], ptr
// OPT: call void @__usersched_region_leave(ptr nonnull [[SCOPE]])
// OPT-NEXT: ret void

void with_its_own_loop(int n, int *a) {
#pragma omp parallel
  {
    loop(n, a);
#pragma ompx usersched(load: a[i])
#pragma omp for
    for (int i = 0; i < n; ++i)
      a[i] = i;
    loop(n, a);
  }
}
// CHECK: define {{.*}} @_Z17with_its_own_loop
// CHECK: call ptr @__usersched_team_begin()
// CHECK-NOT: __usersched_team_begin
// CHECK: define internal {{.*}} @_Z17with_its_own_loopiPi.omp_outlined{{(_debug__)?}}({{.*}}, ptr [[HIDDEN:%[0-9a-z.]+]])
// CHECK: call void @__usersched_region_enter(ptr [[SCOPE:%[0-9a-z.]+]], ptr [[HIDDEN]], i32
// CHECK-NOT: __usersched_region_enter
// CHECK: call void @__usersched_loop_init_4({{.*}}, ptr [[HIDDEN]], i32
// CHECK: call void @__usersched_region_leave(ptr [[SCOPE]])
// CHECK-NEXT: ret void

void nested(int n, int *a) {
#pragma omp parallel
  {
#pragma omp parallel if (n > 7)
    loop(n, a);
  }
}
// CHECK: define {{.*}} @_Z6nestediPi(
// CHECK-NOT: __usersched
// CHECK: define internal {{.*}} @_Z6nestediPi.omp_outlined{{(_debug__)?}}(
// CHECK-NOT: __usersched_region
// CHECK: [[TEAM:%.*]] = call ptr @__usersched_team_begin()
// CHECK: call {{.*}}@__kmpc_fork_call({{.*}}, ptr [[TEAM]])
// CHECK: call void @__kmpc_serialized_parallel(
// CHECK: [[TEAM:%.*]] = call ptr @__usersched_team_begin()
// CHECK: call void @_Z6nestediPi.omp_outlined{{(_debug__)?}}.omp_outlined({{.*}}, ptr [[TEAM]])
// CHECK: define internal {{.*}} @_Z6nestediPi.omp_outlined{{(_debug__)?}}.omp_outlined{{(_debug__)?}}(
// CHECK: call void @__usersched_region_enter(
// CHECK: call void @__usersched_region_leave(

void pointer(int n, int *a, void (*any)(int, int *)) {
#pragma omp parallel
  {
    any(n, a);
    any = &loop;
#pragma omp task
    loop(n, a);
  }
}
// CHECK: define {{.*}} @_Z7pointer
// CHECK-NOT: __usersched
// CHECK: define internal {{.*}} @_Z7pointer{{.*}}omp_outlined
// CHECK-NOT: __usersched
// CHECK: {{^}$}}
