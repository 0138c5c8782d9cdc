// Target constructs are compiled as without the plugin, and a remark says so.
// RUN: %clang -O1 %ir %s -o %t.ll
// RUN: %clang-alone -O1 %ir %s -o %t.plain.ll
// RUN: cmp %t.ll %t.plain.ll
// RUN: %clang -O1 %ir -Rpass-missed=usersched %s -o %t.ll 2>&1 | FileCheck %s
// The compiler for the device says nothing.
// RUN: %clang -fopenmp-targets=x86_64-pc-linux-gnu -Rpass-missed=usersched -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *a) {
// CHECK: device-loops.c:[[#@LINE+2]]:1: remark: loop is not scheduled by load: 'omp target parallel for' is for a device, where Clang alone divides it; without 'target' it is for the host [-Rpass-missed=usersched]
#pragma ompx usersched(load: a[i])
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; ++i)
    a[i] = i;
// CHECK: device-loops.c:[[#@LINE+2]]:1: remark: {{.*}} 'omp target teams distribute parallel for simd' is
#pragma ompx usersched(load: a[i])
#pragma omp target teams distribute parallel for simd map(tofrom : a[0 : n])
  for (int i = 0; i < n; ++i)
    a[i] = i;
// CHECK: device-loops.c:[[#@LINE+2]]:1: remark: {{.*}} 'omp target teams loop' is
#pragma ompx usersched(load: a[i])
#pragma omp target teams loop map(tofrom : a[0 : n])
  for (int i = 0; i < n; ++i)
    a[i] = i;
  if (n)
// CHECK: device-loops.c:[[#@LINE+2]]:1: remark: {{.*}} 'omp target simd' is
#pragma ompx usersched(load: a[i])
#pragma omp target simd map(tofrom : a[0 : n])
    for (int i = 0; i < n; ++i)
      a[i] = i;
  else
    a[0] = 1;
  double sum = 0;
// CHECK: device-loops.c:[[#@LINE+2]]:33: warning: 'reproducible' does nothing, because 'omp target parallel for' is for a device, where Clang alone divides the loop; remove 'target' or 'reproducible'
// CHECK: device-loops.c:[[#@LINE+2]]:1: remark:
#pragma ompx usersched(load: 1, reproducible: on)
#pragma omp target parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
}
// CHECK-NOT: {{remark|'reproducible'}}
