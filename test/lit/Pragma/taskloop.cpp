// A taskloop has the keys that say loads, and keeps Clang's checks of its clauses.
// RUN: %clangxx %verify %s
void accepted(const int *w, int n) {
#pragma ompx usersched(load: w[i], chunk: n)
#pragma omp taskloop grainsize(n)
  for (int i = 0; i < n; ++i) {
  }
#pragma ompx usersched(prefix: w[i])
#pragma omp parallel master taskloop simd num_tasks(4) num_threads(2)
  for (int i = 0; i < n; ++i) {
  }
#pragma ompx usersched(load: w[i])
#pragma omp masked taskloop
  for (int i = 0; i < n; ++i) {
  }
}
void keys(const int *w, int n) {
  // expected-error@+1 {{'omp taskloop' has no 'steal' in '#pragma ompx usersched', because OpenMP decides which thread runs a task, and nothing is kept for the next execution; remove the key}}
#pragma ompx usersched(load: w[i], steal: on)
#pragma omp taskloop
  for (int i = 0; i < n; ++i) {
  }
  // expected-error@+1 {{'omp parallel master taskloop simd' has no 'data' in}}
#pragma ompx usersched(load: w[i], data: w)
#pragma omp parallel master taskloop simd
  for (int i = 0; i < n; ++i) {
  }
}
void clauses(const int *w, int n) {
#pragma ompx usersched(load: w[i])
  // expected-error@+1 {{argument to 'grainsize' clause must be a strictly positive integer value}}
#pragma omp taskloop grainsize(0)
  for (int i = 0; i < n; ++i) {
  }
#pragma ompx usersched(load: w[i])
  // expected-error@+2 {{'num_tasks' and 'grainsize' clause are mutually exclusive}}
  // expected-note@+1 {{'grainsize' clause is specified here}}
#pragma omp taskloop grainsize(3) num_tasks(3)
  for (int i = 0; i < n; ++i) {
  }
#pragma ompx usersched(load: w[i])
  // expected-error@+1 {{unexpected OpenMP clause 'schedule' in directive '#pragma omp taskloop'}}
#pragma omp taskloop schedule(dynamic)
  for (int i = 0; i < n; ++i) {
  }
}
