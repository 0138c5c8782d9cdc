// Loops whose loads are computed by the same code share one inspect function;
// one that differs in anything has its own.
// RUN: %clang -O2 %ir %s | FileCheck %s
// RUN: %clang -O2 -g %ir %s | FileCheck %s

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: work[i] + 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] += i;
}
void g(int m, int *b, const int *cost) {
#pragma ompx usersched(load: cost[j])
#pragma omp parallel for
  for (int j = 0; j < m; ++j)
    b[j] = -j;
#pragma ompx usersched(load: cost[j])
#pragma omp parallel for
  for (int j = 1; j < m; ++j)
    b[j] += b[0];
}
// CHECK-DAG: @f.omp_outlined{{(_debug__)?}}.usersched.loop = {{.*}} ptr [[SAME:@.*usersched.inspect]], ptr null,
// CHECK-DAG: @g.omp_outlined{{(_debug__)?}}.usersched.loop = {{.*}} ptr [[SAME]], ptr null,
// CHECK-COUNT-3: define internal void @{{.*}}usersched.inspect(
// CHECK-NOT: define internal void @{{.*}}usersched.inspect(
