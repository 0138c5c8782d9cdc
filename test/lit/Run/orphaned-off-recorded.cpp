// Executions of orphaned loops that USERSCHED_SCHEDULE=off leaves to even shares
// are recorded, too, in teams of any size.
//
// RUN: %clangxx-run -O2 -o %t
// RUN: env USERSCHED_SCHEDULE=off USERSCHED_TRACE=%t.json %t
// RUN: env USERSCHED_SCHEDULE=off USERSCHED_REPORT=stderr %t 2>&1 \
// RUN:   | FileCheck %s
// CHECK: .cpp:[[#]] 2000 {{.*}}even, off
#include <cstdio>

static double Ones[1000], Sum;

static void add() {
  for (int K = 0; K < 4; ++K) {
#pragma ompx usersched(load : 1 + I % 3, reproducible : on)
#pragma omp for reduction(+ : Sum)
    for (int I = 0; I < 1000; ++I)
      Sum += Ones[I];
  }
}

/// So that no region is known to call it.
static void (*volatile Pointer)() = add;

int main() {
  for (double &One : Ones)
    One = 1;
  for (int Region = 0; Region < 500; ++Region) {
    void (*Function)() = Pointer;
#pragma omp parallel num_threads(2 + Region % 3)
    Function();
  }
  if (Sum == 500 * 4 * 1000.0)
    return 0;
  std::printf("sum %f\n", Sum);
  return 1;
}
