// An item whose evaluation never ends is an error: the loop would never start.
// RUN: not %clang -O1 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -O0 -g -c %s -o %t.o 2>&1 | FileCheck %s
// From IR, where Clang has no source to show, the place is in the message.
// RUN: %clang -O1 -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: not %clang -O1 -fpass-plugin=%plugin -c -x ir %t.bc -o %t.o 2>&1 | FileCheck --check-prefix=IR %s
_Noreturn void die(void);

void f(int n, int *a) {
// IR-DAG: error: usersched: {{.*}}endless.c:[[@LINE+3]]:1: the evaluation
// CHECK-DAG: endless.c:[[@LINE+2]]:1: error: the evaluation of this loop's '#pragma ompx usersched' never ends; remove what does not return
#pragma ompx usersched(load: (die(), i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
// CHECK-DAG: endless.c:[[@LINE+2]]:1: error: the evaluation of this loop's
#pragma ompx usersched(load: i, chunk: (die(), 2))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
// CHECK-DAG: endless.c:[[@LINE+2]]:1: error: the evaluation of this loop's
#pragma ompx usersched(prefix: i, subspace: ({ while (1) {} 1; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // One that need not come back is none.
#pragma ompx usersched(load: a[i] ? 1 : (die(), 2))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK: 3 errors generated
