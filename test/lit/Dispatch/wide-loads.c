// Loads that neighbouring iterations find side by side in memory are added up in
// vectors; others one by one, four a turn.
// RUN: %clang -O2 %ir %s | FileCheck %s
// RUN: %clang -O2 -g %ir %s | FileCheck %s

struct node {
  int name, degree;
};

void element(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void short_element(int n, int *a, const short *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void difference(int n, int *a, const long *begin, const long *end) {
#pragma ompx usersched(load: 2 + end[i] - begin[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void rows(long n, int *a, int **begin, int **end, long first) {
#pragma ompx usersched(load: end[i + first] - begin[i + first])
#pragma omp parallel for
  for (long i = 0; i < n; ++i)
    a[i] = i;
}
void member(int n, int *a, const struct node *nodes) {
#pragma ompx usersched(load: nodes[i].degree)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void indirect(int n, int *a, const int *work, const int *where) {
#pragma ompx usersched(load: work[where[i]])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void pointed_to(int n, int *a, struct node **nodes) {
#pragma ompx usersched(load: nodes[i]->degree)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void backward(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[n - i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
int costs[99];
void global(int n, int *a) {
#pragma ompx usersched(load: costs[i + 9])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void reinterpreted(unsigned n, int *a, const int *work) {
#pragma ompx usersched(load: work[(int)i])
#pragma omp parallel for
  for (unsigned i = 0; i < n; ++i)
    a[i] = i;
}
void wrapping(unsigned n, int *a, const int *work, unsigned first) {
#pragma ompx usersched(load: work[i + first])
#pragma omp parallel for
  for (unsigned i = 0; i < n; ++i)
    a[i] = i;
}
void number(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i] + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void real(int n, int *a, const double *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void volatile_element(int n, int *a, const volatile int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

// The last function comes first.
// CHECK-LABEL: define internal void @volatile_element{{.*}}inspect(
// CHECK-NOT: <4 x
// CHECK-LABEL: define internal void @real{{.*}}inspect(
// CHECK-NOT: <4 x
// CHECK-LABEL: define internal void @number{{.*}}inspect(
// CHECK-NOT: <4 x
// The indices of these two may wrap between two iterations.
// CHECK-LABEL: define internal void @wrapping{{.*}}inspect(
// CHECK-NOT: <4 x
// CHECK-LABEL: define internal void @reinterpreted{{.*}}inspect(
// CHECK-NOT: <4 x
// CHECK-LABEL: define internal void @global{{.*}}inspect(
// CHECK: load <4 x i32>
// CHECK-LABEL: define internal void @backward{{.*}}inspect(
// CHECK-NOT: <4 x
// CHECK-LABEL: define internal void @pointed_to{{.*}}inspect(
// CHECK-NOT: <4 x
// CHECK-LABEL: define internal void @indirect{{.*}}inspect(
// CHECK-NOT: <4 x
// Two members lie between one degree and the next.
// CHECK-LABEL: define internal void @member{{.*}}inspect(
// CHECK-NOT: <4 x
// CHECK-LABEL: define internal void @rows{{.*}}inspect(
// CHECK-COUNT-2: load <4 x ptr>
// CHECK: ashr <4 x i64>
// CHECK-LABEL: define internal void @difference{{.*}}inspect(
// CHECK-COUNT-2: load <4 x i64>
// CHECK: sub nsw <4 x i64>
// CHECK-LABEL: define internal void @short_element{{.*}}inspect(
// CHECK: load <4 x i16>
// CHECK-NEXT: sext <4 x i16>
// CHECK-LABEL: define internal void @element{{.*}}inspect(
// CHECK: @llvm.vector.reduce.add.v4i64
// CHECK: load <4 x i32>
// The sign counts as a bit beyond the 31.
// CHECK-NEXT: zext <4 x i32>
