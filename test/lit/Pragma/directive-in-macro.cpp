// Directive and loop may come from macros and _Pragma, empty ones between them.
// RUN: %clangxx %verify -Wall -Wextra %s
// RUN: %clangxx -O1 %ir %s | FileCheck %s
// expected-no-diagnostics
#define EMPTY
#define LOOP(i, n) for (int i = 0; i < n; ++i)
#define LOAD(x) ((x) + 1)
#define BALANCED(load_) _Pragma(load_) _Pragma("omp parallel for")

void macroLoop(int n, int *a) {
#pragma ompx usersched(load: LOAD(a[i]))
  EMPTY
#pragma omp parallel for
  EMPTY LOOP(i, n) a[i] = i;
}
// CHECK-DAG: c"LOAD(a[i])\00"

void pragmaOperator(int n, int *a) {
  BALANCED("ompx usersched(load: a[i] + 2)")
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// The text is the value's, not that of the whole _Pragma.
// CHECK-DAG: c"a[i] + 2\00"

#define ITEMS load: a[i] + 3, profile: off
#define YES on
#define STRING(x) _Pragma(#x)

// Switches are read as the preprocessor leaves them.
void switches(int n, int *a) {
  _Pragma("ompx usersched(load: a[i], steal: on, profile: off)")
  _Pragma("omp parallel for")
  for (int i = 0; i < n; ++i)
    a[i] = i;
  STRING(ompx usersched(steal: off, load: a[i]))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(ITEMS, steal: YES)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK-DAG: c"a[i] + 3\00"

// CHECK-DAG: @__usersched_loop_init_4({{.*}}@_Z9macroLoopiPi.omp_outlined.usersched.loop
// CHECK-DAG: @__usersched_loop_init_4({{.*}}@_Z14pragmaOperatoriPi.omp_outlined.usersched.loop
