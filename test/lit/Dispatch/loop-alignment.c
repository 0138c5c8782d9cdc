// The inner loops of an annotated one begin at a cache line, on x86. What is to
// be small, or says it itself, and loops that are not annotated stay.
// RUN: %clang -O2 -fno-unroll-loops --target=x86_64-linux-gnu -S -o - %s | FileCheck %s
// RUN: %clang -O1 -g -fno-unroll-loops --target=x86_64-linux-gnu -S -o - %s | FileCheck %s
// RUN: %clang -Os --target=x86_64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %clang -O0 --target=x86_64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %clang -O2 --target=aarch64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=NONE

void spmv(int n, const int *rows, const int *columns, int *y, const int *x) {
#pragma ompx usersched(load: rows[i + 1] - rows[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma clang loop vectorize(disable)
    for (int j = rows[i]; j < rows[i + 1]; ++j)
      sum += x[columns[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: {{^}}spmv.omp_outlined
// CHECK: .p2align{{[[:space:]]+}}6
void its_own(int n, const int *rows, const int *columns, int *y, const int *x) {
#pragma ompx usersched(load: rows[i + 1] - rows[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma clang loop vectorize(disable)
    [[clang::code_align(32)]] for (int j = rows[i]; j < rows[i + 1]; ++j)
      sum += x[columns[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: {{^}}its_own.omp_outlined
// CHECK: .p2align{{[[:space:]]+}}5
// CHECK-NOT: .p2align{{[[:space:]]+}}6
void other(int n, const int *rows, const int *columns, int *y, const int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma clang loop vectorize(disable)
    for (int j = rows[i]; j < rows[i + 1]; ++j)
      sum += x[columns[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: {{^}}other.omp_outlined
// CHECK-NOT: .p2align{{[[:space:]]+}}6
// CHECK: .cfi_endproc
// NONE: spmv
// NONE-NOT: .p2align{{[[:space:]]+}}6
