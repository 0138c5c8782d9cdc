// OpenMP promises that loops with order(concurrent) in one region are divided
// alike: they stay static, with the user's chunk, and a warning says so. Where
// no such promise is, the load decides.
// RUN: %clangxx %verify %s
// RUN: %clangxx %verify=before -fopenmp-version=50 -DBEFORE_5_1 %s
// before-no-diagnostics
// RUN: %clangxx -w %ir -O0 %s | FileCheck %s
// RUN: %clangxx -w -c -O1 -o %t.o %s -Rpass=usersched 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not %clangxx -w -fsyntax-only -DWRONG %s 2>&1 | FileCheck %s --check-prefix=WRONG

#define LOOP for (int i = 0; i < n; ++i) a[i] = i;

void promised(int n, int *a) {
#pragma omp parallel
  {
#pragma ompx usersched(load: a[i])
    // expected-warning@+1 {{'order(concurrent)' promises that such loops of a region are divided alike, so this one is left to 'schedule(static)' and its load is not used; with 'order(unconstrained: concurrent)' it is scheduled by load}}
#pragma omp for order(concurrent) nowait
    LOOP
#ifndef BEFORE_5_1
#pragma ompx usersched(load: a[i])
    // expected-warning@+1 {{'order(reproducible: concurrent)' promises}}
#pragma omp for simd schedule(dynamic, 3) order(reproducible : concurrent)
    LOOP
#pragma ompx usersched(load: a[i])
    // expected-warning@+1 {{'order(reproducible: concurrent)' promises}}
#pragma omp for order(reproducible : concurrent) schedule(static, 7) nowait
    LOOP
#endif
  }
}
// CHECK-LABEL: define {{.*}}promised{{.*}}omp_outlined
// CHECK-NOT: dispatch_init
// CHECK: call void @__kmpc_for_static_init_4({{.*}}, i32 34, {{.*}}, i32 1, i32 1)
// CHECK-NOT: dispatch_init
// CHECK: call void @__kmpc_for_static_init_4({{.*}}, i32 34, {{.*}}, i32 1, i32 1)
// CHECK-NOT: dispatch_init
// CHECK: call void @__kmpc_for_static_init_4({{.*}}, i32 33, {{.*}}, i32 1, i32 7)
// CHECK-NOT: dispatch_init
// CHECK-LABEL: define {{.*}}unbound
// REMARK-COUNT-2: remark: loop is scheduled by load: a[i] + {{[12]}}
// REMARK-NOT: remark

double sum;
void reduced(int n) {
#pragma ompx usersched(load: 1, reproducible: on)
  // expected-warning@+1 {{'schedule(static)' and its 'reproducible' and load are not used}}
#pragma omp for order(concurrent) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
}

#ifndef BEFORE_5_1
void unbound(int n, int *a) {
#pragma ompx usersched(load: a[i] + 1)
#pragma omp parallel for order(reproducible : concurrent)
  LOOP
#pragma omp parallel
#pragma ompx usersched(load: a[i] + 2)
#pragma omp for order(unconstrained : concurrent)
  LOOP
}
#endif

#ifdef WRONG // The load is not used, but read.
void wrong(int n, int *a) {
#pragma omp parallel
#pragma ompx usersched(load: b[i])
#pragma omp for order(concurrent)
  LOOP
}
#endif
// WRONG: error: use of undeclared identifier 'b'
