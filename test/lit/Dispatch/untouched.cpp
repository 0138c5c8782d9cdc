// A file without the pragma compiles to the same IR with and without the
// plugin; so does an unannotated loop beside an annotated one.
// RUN: %clangxx -O2 -g %ir %s -o %t.with.ll
// RUN: %clangxx-plain -O2 -g -S -emit-llvm -o %t.without.ll
// RUN: diff %t.with.ll %t.without.ll
// RUN: %clangxx -DANNOTATED -O2 %ir %s | FileCheck %s

#ifdef ANNOTATED
void annotated(int n, int *a) {
#pragma ompx usersched(load: a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
#endif

void unannotated(int n, int *a) {
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK-LABEL: define {{.*}} @_Z11unannotatediPi
// CHECK-NOT: usersched
// CHECK: define internal void @_Z11unannotatediPi.omp_outlined(
// CHECK: @__kmpc_dispatch_init_4(ptr {{.*}}, i32 {{.*}}, i32 1073741859, i32 0, i32 {{.*}}, i32 1, i32 3)
// CHECK: @__kmpc_dispatch_next_4(
