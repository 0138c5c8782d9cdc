// An annotated loop and those in it begin at a cache line, on x86. What is to
// be small, or says it itself, what has but a few iterations or searches, and
// loops that are not annotated stay; with an argument, OpenMP's own loops do
// not.
// RUN: %clang -O2 -fno-unroll-loops --target=x86_64-linux-gnu -S -o - %s | FileCheck %s
// RUN: %clang -O1 -g -fno-unroll-loops --target=x86_64-linux-gnu -S -o - %s | FileCheck %s
// RUN: %clang -Os --target=x86_64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %clang -O0 --target=x86_64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %clang -O2 --target=aarch64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %clang -O2 -fno-unroll-loops -fplugin-arg-usersched-align-all --target=x86_64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=ALL
// RUN: %clang -O2 --target=x86_64-linux-gnu -S -o - %s | FileCheck %s --check-prefix=REST

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
int reproducible(int n, const int *rows, const int *columns, const int *x) {
  int sum = 0;
#pragma ompx usersched(load: rows[i + 1] - rows[i], reproducible: on)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
#pragma clang loop vectorize(disable)
    for (int j = rows[i]; j < rows[i + 1]; ++j)
      sum += x[columns[j]];
  return sum;
}
// CHECK-LABEL: {{^}}reproducible.omp_outlined
// CHECK: .p2align{{[[:space:]]+}}6
// CHECK: .cfi_endproc
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
void searching(int n, const int *keys, const int *sorted, int *y) {
#pragma ompx usersched(load: 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int *p = sorted;
    while (*p < keys[i])
      ++p;
    y[i] = *p;
  }
}
// Of the two loops, only the inner one is looked at: label, then its name.
// CHECK-LABEL: {{^}}searching.omp_outlined
// CHECK-NOT: .p2align{{[[:space:]]+}}6{{([^:]|[[:space:]])*:([^:]|[[:space:]])*}}Inner Loop Header
// CHECK: .cfi_endproc
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
// ALL-LABEL: {{^}}other.omp_outlined
// ALL: .p2align{{[[:space:]]+}}6
// ALL: .cfi_endproc
void by_guided(int n, const int *rows, const int *columns, int *y,
               const int *x) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma clang loop vectorize(disable)
    for (int j = rows[i]; j < rows[i + 1]; ++j)
      sum += x[columns[j]];
    y[i] = sum;
  }
}
// ALL-LABEL: {{^}}by_guided.omp_outlined
// ALL: .p2align{{[[:space:]]+}}6
// ALL: .cfi_endproc
void by_runtime(int n, const int *rows, const int *columns, int *y,
                const int *x) {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma clang loop vectorize(disable)
    for (int j = rows[i]; j < rows[i + 1]; ++j)
      sum += x[columns[j]];
    y[i] = sum;
  }
}
// ALL-LABEL: {{^}}by_runtime.omp_outlined
// ALL: .p2align{{[[:space:]]+}}6
// ALL: .cfi_endproc
void serial(int n, const int *columns, int *y, const int *x) {
  int sum = 0;
#pragma clang loop vectorize(disable)
  for (int j = 0; j < n; ++j)
    sum += x[columns[j]];
  y[0] = sum;
}
// ALL-LABEL: {{^}}serial:
// ALL-NOT: .p2align{{[[:space:]]+}}6
// ALL: .cfi_endproc

// By four, then what is left over.
void unrolled(int n, const int *rows, const int *columns, int *y,
              const int *x) {
#pragma ompx usersched(load: rows[i + 1] - rows[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma clang loop vectorize(disable) unroll_count(4)
    for (int j = rows[i]; j < rows[i + 1]; ++j)
      sum += x[columns[j]];
    y[i] = sum;
  }
}
// REST-LABEL: {{^}}unrolled.omp_outlined
// REST: andq{{[[:space:]]+}}$-4,
// REST: .p2align{{[[:space:]]+}}6
// REST: addq{{[[:space:]]+}}$4,
// REST-NOT: .p2align{{[[:space:]]+}}6
// REST: jne
// REST-NOT: .p2align{{[[:space:]]+}}6
// REST: .cfi_endproc
// NONE: spmv
// NONE-NOT: .p2align{{[[:space:]]+}}6
