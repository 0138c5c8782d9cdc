// A loop whose length no load can say, in C a global one of a called function,
// is work all the same where a condition on data lets it run.
// RUN: %usersched_suggest %s -- -std=c17 | FileCheck %s
extern int n;
static void all(float *c) {
  for (int k = 0; k < n; k++)
    c[k] -= 1;
}
static void eighths(float *c, int m) {
  for (m /= 8; m > 0; m--)
    for (int k = 0; k < 8; k++)
      c[8 * m + k] -= 1;
}

// CHECK: hidden-lengths.c:[[@LINE+3]]:1: irregular: calls 'all' (line [[@LINE+6]]): its loop (line 6) runs under a condition on data of the iteration
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
void global(float **b, const int *flag) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    if (flag[i])
      all(b[i]);
}

// CHECK: irregular: calls 'eighths'
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
void changed(float **b, const int *flag, int m) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    if (flag[i])
      eighths(b[i], m);
}

// CHECK: regular: nothing in it depends on the iteration
void always(float **b) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    all(b[i]);
}
