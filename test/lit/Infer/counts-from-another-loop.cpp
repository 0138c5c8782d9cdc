// How long a loop is may be known only when another one has ended: then it is
// not counted.
// RUN: %clangxx -O0 -c -o /dev/null %s -Rpass-analysis=usersched 2>&1 | FileCheck %s
// RUN: %clangxx -O2 -c -o /dev/null %s -Rpass-analysis=usersched 2>&1 | FileCheck %s
// RUN: %clang -x c -O2 -c -o /dev/null %s -Rpass-analysis=usersched 2>&1 | FileCheck %s
// CHECK: [[@LINE+9]]:5: remark: the inferred load counts the iterations of this loop
// CHECK: [[@LINE+12]]:5: remark: the inferred load does not count this loop, because how long it is is not known before
// CHECK: [[@LINE+13]]:5: remark: the inferred load does not count this loop, because how long it is is not known before
// CHECK: [[@LINE+14]]:5: remark: the inferred load counts the iterations of this loop
void f(int n, int *d, const int *e, const int *row) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int list[16], size = 0, even = 0;
    for (int j = 0; j < 16; ++j) {
      list[size++] = e[j];
      even += 1 - e[j] % 2;
    }
    for (int j = 0; j < size; ++j)
      d[list[j] + i] = 1;
    for (int j = 0; j < even; ++j)
      d[j + i] ^= 2;
    for (int j = row[i]; j < row[i + 1]; ++j)
      d[j] ^= i;
  }
}
