// IR that was saved before the pass ran (-save-temps, bitcode) is finished by
// the same shared object, loaded as a pass plugin; twice is as good as once.
// RUN: %clang -O1 -Xclang -disable-llvm-passes -c -emit-llvm %s -o %t.bc
// RUN: %clang -O1 -fpass-plugin=%plugin -S -emit-llvm %t.bc -o - \
// RUN:   | FileCheck %s --implicit-check-not=__kmpc_dispatch
// RUN: %clang -O1 -fpass-plugin=%plugin -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --implicit-check-not=__kmpc_dispatch

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK: call void @__usersched_loop_init_4(
