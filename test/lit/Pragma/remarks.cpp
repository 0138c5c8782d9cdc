// -Rpass=usersched names each scheduled loop with its load, and the schedule
// clause that it replaces, at the directive and without -g; -Rpass-missed says
// what would help, -Rpass-analysis what makes a load cheap. Nothing is said
// unasked.
// RUN: %clangxx -O1 -c %s -o /dev/null -Xclang -verify=quiet
// RUN: %clangxx -O0 -c %s -o /dev/null -Rpass=usersched \
// RUN:   -Rpass-missed=usersched -Rpass-analysis=usersched -Xclang -verify
// RUN: %clangxx -O2 -c %s -o /dev/null -fsave-optimization-record \
// RUN:   -foptimization-record-file=%t.yaml
// RUN: FileCheck --check-prefix=PASSED %s < %t.yaml
// RUN: FileCheck --check-prefix=MISSED %s < %t.yaml
// quiet-no-diagnostics

void f(int n, int *a) {
#pragma ompx usersched(load: a[i] + 1)
// expected-remark@+1 {{loop is scheduled by load: a[i] + 1, instead of schedule(guided, 7)}}
#pragma omp parallel for schedule(guided, 7)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// PASSED: --- !Passed
// PASSED: Name: Scheduled
// PASSED: Line: 17
// PASSED: Load: 'a[i] + 1'

void both(int n, int *a, const long *row) {
#pragma ompx usersched(load: 1, prefix: row[i])
// expected-remark@+2 {{loop is scheduled by prefix: row[i]}}
// expected-remark@+1 {{load is not evaluated, because the prefix is given, too}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void orphaned(int n, int *a, const long *row) {
#pragma ompx usersched(prefix: row[i])
// expected-remark@+2 {{loop is scheduled by prefix: row[i]}}
// expected-remark@+1 {{no parallel region of this file leads to the loop by direct calls: its threads have to meet before it}}
#pragma omp for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(prefix: row[i])
// expected-remark@+2 {{loop is scheduled by prefix: row[i]}}
// expected-remark@+1 {{it is divided evenly, because its threads may not wait for each other}}
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// MISSED: --- !Missed
// MISSED: Name: Orphaned

void neighbours(int n, int *a, const long *row) {
#pragma ompx usersched(load: row[i + 1] - row[i])
// expected-remark@+2 {{loop is scheduled by load: row[i + 1] - row[i]}}
// expected-remark@+1 {{the load is a difference of neighbours, so that its sum over a range takes two evaluations: nothing is inspected, as with 'prefix'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void called(int n, int *a) {
#pragma ompx usersched(load: a[i])
// expected-remark@+1 {{loop is scheduled by load: a[i]}}
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void caller(int n, int *a) {
#pragma omp parallel
  called(n, a);
}
