// Compiling for another target: the host's part is scheduled by load. A target
// construct stays as it is (see device-loops.c).
// RUN: %clang -O1 --target=aarch64-linux-gnu -ffreestanding %ir %s | FileCheck %s
// RUN: %clang -O1 --target=powerpc64le-linux-gnu -ffreestanding %ir %s | FileCheck %s
// RUN: %clang -fopenmp-targets=x86_64-pc-linux-gnu -DTARGET -fsyntax-only -Werror %s
// CHECK: call void @__usersched_loop_init_4(

void f(int n, int *a) {
#pragma ompx usersched(load: a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#ifdef TARGET
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma ompx usersched(load: i)
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
#pragma ompx usersched(load: i)
#pragma omp target parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#endif
}
