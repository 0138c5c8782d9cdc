// --check lists the loops whose pragma is not the one to write, and fails.
// RUN: not %usersched_suggest --check %s -- | FileCheck %s
// CHECK-NOT: fine
// The same, for a machine.
// RUN: not %usersched_suggest --check --format=sarif %s -- | FileCheck %s --check-prefix=SARIF
// SARIF-COUNT-3: "ruleId": "{{missing|different|unneeded}}"
// SARIF-NOT: "ruleId"
// RUN: %usersched_suggest --check %s -- -DNOTHING

#ifndef NOTHING
void wrong(int n, double *y) {
// CHECK: :[[#@LINE+2]]:1: missing: its loop (line [[#@LINE+4]]) runs i times
// CHECK-NEXT: {{^}}    #pragma ompx usersched(load: 1 + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
// CHECK: :[[#@LINE+3]]:1: different: there is '#pragma ompx usersched(load: n - i)'
// CHECK-NEXT: {{^}}    #pragma ompx usersched(load: 1 + i)
#pragma ompx usersched(load: n - i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
// CHECK: :[[#@LINE+2]]:1: unneeded: nothing in it depends on the iteration
#pragma ompx usersched(load: 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = i;
}
// CHECK: loops: 3 with another pragma
#endif

// What every iteration costs besides, other keys, and how it is written make no
// difference.
#define BALANCED(x) _Pragma("ompx usersched(load: i)")
double unseen(int);
void fine(int n, int *next, double *y) {
#pragma ompx usersched(load : i, chunk : 64)

  // A comment.
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
  BALANCED(i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
#pragma ompx usersched(steal: off, \
                       load: i + 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
// What the tool cannot say, somebody may.
#pragma ompx usersched(load: next[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    while (next[i] > 0)
      next[i] /= 2;
#pragma ompx usersched(load: next[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = unseen(i);
// A comment keeps a loop as it is. usersched-suggest: keep
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
}
