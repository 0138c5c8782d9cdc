// Where more than eight annotated loops stand in a function, the code from each
// of them on has a second predecessor, an empty `asm goto` that is never taken:
// the optimizer does not look from each loop through all that are before it.
// RUN: %clang -O0 %ir %s | FileCheck %s
// RUN: %clang -O2 -g %ir %s | opt -passes=verify -disable-output

#define LOOP(k)                                                                \
  _Pragma("ompx usersched(load: load[i])")                                     \
      _Pragma("omp for nowait") for (int i = 0; i < n; ++i) a[k][i] += i;
#define FOUR(k) LOOP(k) LOOP(k + 1) LOOP(k + 2) LOOP(k + 3)

void eight(int n, int (*a)[100], const int *load) {
  FOUR(0)
  FOUR(4)
}
// CHECK-LABEL: define {{.*}}@eight(
// CHECK-NOT: callbr
// CHECK: call void @__usersched_loop_init_4(
// CHECK-NOT: callbr

void nine(int n, int (*a)[100], const int *load) {
  FOUR(0)
  FOUR(4)
  LOOP(8)
}
// CHECK-LABEL: define {{.*}}@nine(
// CHECK-COUNT-9: callbr void asm sideeffect "", "!i"()
// CHECK-NOT: callbr
