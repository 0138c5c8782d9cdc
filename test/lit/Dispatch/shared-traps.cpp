// A trap block that the load shares with the rest of the function does not keep
// the load from being outlined.
// RUN: %clangxx -O1 -ftrapv %ir %s | FileCheck %s
// RUN: %clangxx -O2 -fsanitize=undefined -fsanitize-trap=undefined %ir %s \
// RUN:   | FileCheck %s
// RUN: %clangxx -O1 -fsanitize=bounds -fsanitize-trap=bounds %ir %s | opt -passes=verify -disable-output
int w[100];
long f() {
  long s = 0;
#pragma ompx usersched(load: w[i] + i)
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 100; ++i)
    s += w[i] + i;
  return s;
}
// CHECK: call void @__usersched_loop_init_4(
