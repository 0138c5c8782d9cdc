// A private array that no iteration writes is as before the loop at each index,
// whatever an iteration writes elsewhere.
// RUN: %clangxx -O2 -c -o /dev/null %s -Rpass-analysis=usersched 2>&1 | FileCheck %s
// CHECK: [[@LINE+9]]:7: remark: the inferred load counts the iterations of this loop
// CHECK: [[@LINE+10]]:9: remark: the inferred load counts the iterations of this loop
void f(int *y, const int *x) {
#pragma omp parallel
  {
    int length[64] = {x[0], x[1], x[2]};
#pragma ompx usersched
#pragma omp for
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < length[i]; ++j) {
        y[i] += j;
        for (int k = 0; k < length[j]; ++k)
          y[i] ^= k;
      }
  }
}
