// Clauses keep their meaning.
// RUN: %clangxx-run -O2 -o %t && %t | FileCheck %s
#include <cstdio>

static int counter;
#pragma omp threadprivate(counter)

int main() {
  const int n = 1000;
  int last = -1, first = 7, priv = 0, max = -1, i;
  long sum = 0;
  counter = 5;
#pragma ompx usersched(load: i % 10)
#pragma omp parallel for lastprivate(last, i) firstprivate(first) \
    private(priv) reduction(+ : sum) reduction(max : max) copyin(counter) \
    num_threads(4) default(none) shared(n) schedule(dynamic, 5)
  for (i = 0; i < n; ++i) {
    priv = i;
    last = priv;
    sum += first + counter;
    max = max < i ? i : max;
  }
  std::printf("last %d i %d sum %ld max %d\n", last, i, sum, max);
  // CHECK: last 999 i 1000 sum 12000 max 999

  int visited = 0;
#pragma ompx usersched(load: 1)
#pragma omp parallel for if (n < 10) reduction(+ : visited)
  for (int k = 0; k < n; ++k)
    visited += k >= 0;
  std::printf("visited %d\n", visited);
  // CHECK: visited 1000
}
