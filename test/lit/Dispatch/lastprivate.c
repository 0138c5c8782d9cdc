// The descriptor says (flag 16) that the thread with the last iteration must
// run it last; a region that does not ask leaves the runtime free (flag 8 is
// the default subspace function).
// RUN: %clang -O0 %ir %s | FileCheck %s
// RUN: %clang -O2 -g %ir %s | FileCheck %s

int asks(int n, const int *work) {
  int last = 0;
#pragma ompx usersched(load: work[i])
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; ++i)
    last = i;
  return last;
}
void doesNot(int n, int *a) {
#pragma ompx usersched(load: a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK-DAG: @asks.omp_outlined{{.*}}usersched.loop = {{.*}} { i32 {{[0-9]+}}, i32 24,
// CHECK-DAG: @doesNot.omp_outlined{{.*}}usersched.loop = {{.*}} { i32 {{[0-9]+}}, i32 8,
