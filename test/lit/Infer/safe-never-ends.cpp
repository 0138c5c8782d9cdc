// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// A body that never ends, but by the end of the program, has no load. Nothing
// of it runs for its load, and the loop runs.
#include <cstdio>
#include <cstdlib>

static int left = 30;

static void serve() {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < 4; ++i)
    for (;;) {
      int now;
#pragma omp atomic capture
      now = --left;
      if (now == 0) {
        puts("served");
        fflush(stdout);
        _Exit(0);
      }
    }
}

int main() {
  serve();
  // CHECK-NOT: came back
  // CHECK: served
  puts("came back");
}
