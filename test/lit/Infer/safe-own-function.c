// RUN: %clang-run -O2 -o %t
// RUN: not env OMP_NUM_THREADS=3 %t | FileCheck %s
// A function of the program may have the name of one of the C library, and end
// the program: then what follows it is not read.
#include <stdio.h>
#include <stdlib.h>

struct Row {
  int length;
};

__attribute__((noinline)) static double logb(double x) {
  if (x == 0) {
    puts("no row");
    exit(5);
  }
  return x;
}

int main(void) {
  static struct Row *rows[2000];
  static double sums[2000];
  for (int i = 0; i < 2000; ++i)
    if (i % 4)
      rows[i] = calloc(1, sizeof(struct Row));
  // CHECK: no row
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < 2000; ++i) {
    const double d = logb(i % 4);
    for (int j = 0; j < rows[i]->length; ++j)
      sums[i] += j + d;
  }
}
