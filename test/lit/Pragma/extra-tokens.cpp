// What Clang ignores behind the directive's name takes nothing from the pragma;
// a comma there is as good as none.
// RUN: %clangxx -O1 -c -Rpass=usersched %s -o %t.o 2>&1 | FileCheck %s
// CHECK: warning: extra tokens at the end of '#pragma omp parallel for' are ignored
// CHECK-DAG: extra-tokens.cpp:[[@LINE+5]]:1: remark: loop is scheduled by load: i [-Rpass=usersched]
// CHECK-DAG: extra-tokens.cpp:[[@LINE+8]]:1: remark: loop is scheduled by load: i [-Rpass=usersched]
// CHECK-DAG: extra-tokens.cpp:[[@LINE+11]]:1: remark: loop is scheduled by load: i, instead of schedule(static) [-Rpass=usersched]
void f(int n, int *a) {
#pragma ompx usersched(load: i)
#pragma omp parallel for foo
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: i)
#pragma omp parallel for )
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: i)
#pragma omp parallel for, schedule(static)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
