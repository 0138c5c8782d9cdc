// Warnings of the plugin belong to -Wopenmp-clauses.
// RUN: %clang -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: not %clang -fsyntax-only -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %clang -fsyntax-only -Werror -Wno-error=openmp-clauses %s
// RUN: %clang -fsyntax-only -Werror -Wno-openmp-clauses %s
// RUN: %clang -fsyntax-only -Werror -Wno-openmp %s
// RUN: %clang -fsyntax-only -w %s 2>&1 | count 0
// CHECK-DAG: nowait-flag.c:[[#@LINE+8]]:17: warning: 'nowait' lets {{.*}} [-Wopenmp-clauses]
// CHECK-DAG: warning: the 'load' {{.*}} has side effects; {{.*}} [-Wopenmp-clauses]
// ERROR-DAG: error: 'nowait' lets {{.*}}
// ERROR-DAG: error: the 'load' {{.*}} has side effects
struct row { int *cells; };
void f(int n, struct row *a, int *b) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      a->cells[i] = i;
#pragma ompx usersched(load: 1)
#pragma omp for
    for (int i = 0; i < n; ++i)
      b[i] = a->cells[i];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wopenmp-clauses"
#pragma ompx usersched(load: 1)
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      a->cells[i] = i;
#pragma clang diagnostic pop
#pragma omp for
    for (int i = 0; i < n; ++i)
      b[i] = a->cells[i];
  }
#pragma ompx usersched(load: b[0]++)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    b[i] = i;
}
