// An item whose evaluation never ends is an error: the loop would never start.
// RUN: not %clang -O1 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -O0 -g -c %s -o %t.o 2>&1 | FileCheck %s
_Noreturn void die(void);

void f(int n, int *a) {
// CHECK-DAG: error: usersched: {{.*}}endless.c:[[@LINE+2]]:1: the evaluation of this loop's '#pragma ompx usersched' never ends; remove what does not return
#pragma ompx usersched(load: (die(), i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
// CHECK-DAG: endless.c:[[@LINE+2]]:1: the evaluation of this loop's
#pragma ompx usersched(load: i, chunk: (die(), 2))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
// CHECK-DAG: endless.c:[[@LINE+2]]:1: the evaluation of this loop's
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
